import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } from '../../shared/auth/auth.schema.ts'
import { NOTICE_DAYS } from '../../shared/factors/demands.policy.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import type { SessionEnd } from '../../shared/auth/session-end.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { type Denied, no } from '../../shared/lib/verdict.ts'
import { SOURCE } from '../../shared/texts/languages.ts'
import type { Services } from './context.ts'
import type { Db } from '../database/db.ts'
import { rankOf } from '../database/ranks.ts'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** Only the hash of a token is stored. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Live: used within the last 60 minutes and issued within the last 12 hours (ruling S-07). */
export const sessionIsLive = (now: Date) => {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  return sql<boolean>`sessions.last_used_at > ${before(SESSION_IDLE_MINUTES)}::timestamptz
    and sessions.created_at > ${before(SESSION_MAX_HOURS * 60)}::timestamptz`
}

const ACTOR_COLUMNS = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.status',
  'users.access_level',
  'users.region_id',
  'users.office_id',
  'users.password_is_generated',
  'users.has_factor',
  'users.factor_reset_at',
  'users.is_break_glass',
  'users.language',
  'offices.province_id',
  'offices.name as penro',
  'roles.id as role_id',
  'roles.name as role',
  'roles.kind',
  'roles.status as role_status',
  'roles.permissions',
  'roles.deactivated_at as role_deactivated_at',
  'roles.deactivate_reason as role_deactivate_reason',
] as const

const PROOF_COLUMNS = [
  'sessions.proved_at',
  'sessions.proved_by',
  'sessions.proved_in_full',
  'sessions.proved_count',
] as const

/** When and how a person has proved their identity in a session, and how many records the proof named. */
export type Proof = {
  proved_at: string | null
  proved_by: string | null
  proved_in_full: boolean
  proved_count: number | null
}

/** The actor as policies see it, read from the database; a deactivated role leaves no permissions (ruling S-09). */
export const actorQuery = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('offices', 'offices.id', 'users.office_id')
    .select(ACTOR_COLUMNS)

type ActorRow = Awaited<ReturnType<ReturnType<typeof actorQuery>['executeTakeFirstOrThrow']>>

export function actorOf(row: ActorRow): Actor {
  const permissions = (row.role_status === 'Activated' ? row.permissions : []) as PermissionKey[]
  return {
    id: row.id,
    first_name: row.first_name,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    access_level: row.access_level as Level,
    role_id: row.role_id,
    role: row.role,
    hierarchy_role: rankOf(row),
    region_id: row.region_id,
    province_id: row.province_id,
    office_id: row.office_id,
    penro: row.penro,
    ...(row.role_status === 'Activated'
      ? {}
      : { role_off: { at: row.role_deactivated_at ?? '', reason: row.role_deactivate_reason ?? '' } }),
    ...(row.password_is_generated ? { password_is_generated: true as const } : {}),
    ...(row.has_factor ? { has_factor: true as const } : {}),
    ...(row.is_break_glass ? { is_break_glass: true as const } : {}),
    ...(row.language === SOURCE ? {} : { language: row.language }),
    permissions,
  }
}

/** A session of the caller, with the identity check that was given in it. */
export type Session = { id: number } & Proof

type SessionRow = ActorRow &
  Session & { session_id: number; last_used_at: string; demand: string; required_from: string | null }

/** What a person without second factor is told: to set one up now, from a day within the next 14, or if they like. */
function demandOn(
  row: SessionRow,
  today: string,
): Pick<Actor, 'factor_first' | 'factor_from' | 'factor_offered'> {
  const { has_factor, is_break_glass, factor_reset_at, demand, required_from } = row
  if (has_factor || is_break_glass) return {}
  if (factor_reset_at !== null || (required_from !== null && required_from <= today))
    return { factor_first: true }
  if (required_from !== null && required_from <= addDays(today, NOTICE_DAYS))
    return { factor_from: required_from }
  return demand === 'off' ? {} : { factor_offered: true }
}

/**
 * Returns the activated user of a live token with the session, or null. Records the use of the token at most once a
 * minute. Without the second factor that the level demands, the person can only set one up.
 */
export async function callerOfToken(
  services: Services,
  token: string,
): Promise<{ actor: Actor; session: Session } | null> {
  const now = services.now()
  // plain SQL, because every call runs it
  const { rows } = await sql<SessionRow>`
    select ${sql.raw(ACTOR_COLUMNS.join())}, sessions.id as session_id, sessions.last_used_at,
      ${sql.raw(PROOF_COLUMNS.join())}, factor_demands.required_from, factor_demands.demand
    from users join sessions on sessions.user_id = users.id join roles on roles.id = users.role_id
    join factor_demands on factor_demands.access_level = users.access_level
    left join offices on offices.id = users.office_id
    where token_hash = ${hashOfToken(token)} and users.status = 'Activated'
      and ${sessionIsLive(now)}`.execute(services.db)
  const [row] = rows
  if (!row) return null
  if (now.getTime() - new Date(row.last_used_at).getTime() > 60_000) {
    await services.db
      .updateTable('sessions')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', row.session_id)
      .execute()
  }
  const { session_id: id, proved_at, proved_by, proved_in_full, proved_count } = row
  return {
    actor: { ...actorOf(row), ...demandOn(row, manilaDay(now)) },
    session: { id, proved_at, proved_by, proved_in_full, proved_count },
  }
}

/** Returns a user as they are now, for work that goes on after their request was answered. */
export async function actorForBackgroundWork(
  { db, now }: Pick<Services, 'db' | 'now'>,
  user_id: number,
): Promise<{ actor: Actor; isActivated: boolean; isSignedIn: boolean }> {
  const row = await actorQuery(db)
    .select(
      sql<boolean>`exists (select from sessions where sessions.user_id = users.id and ${sessionIsLive(now())})`.as(
        'is_signed_in',
      ),
    )
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return {
    actor: actorOf(row),
    isActivated: row.status === 'Activated',
    isSignedIn: row.is_signed_in,
  }
}

/** The refusal of a dead token, with the reason where it is known (S-122). */
export async function sessionEndReason({ db }: Services, token: string): Promise<Denied> {
  const token_hash = hashOfToken(token)
  const ended = await db
    .selectFrom('ended_sessions')
    .select('ended_sessions.why')
    .where('ended_sessions.token_hash', '=', token_hash)
    .executeTakeFirst()
  if (ended) return no(`ended_${ended.why as SessionEnd}`)
  const [old] = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.status')
    .where('sessions.token_hash', '=', token_hash)
    .execute()
  if (!old) return no('not_signed_in')
  return no(old.status === 'Activated' ? 'ended_expired' : 'ended_deactivated')
}
