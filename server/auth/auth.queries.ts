import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { SessionEnd } from '../../shared/auth/session-end.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { PlainCode } from '../../shared/lib/refusals.ts'
import { canResetPassword } from '../../shared/users/users.policy.ts'
import type { Origin } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole } from '../database/scope.ts'
import { AppError } from '../lib/errors.ts'
import { actorOf, actorQuery, hashOfToken, sessionIsLive } from '../context/sessions.ts'

/** Accounts by address: the person, whether they may log in, and their last login. */
export const listAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('regions', 'regions.id', 'users.region_id')
    .leftJoin('offices', 'offices.id', 'users.office_id')
    .select([
      'users.email',
      'roles.name as role',
      'users.access_level',
      'regions.name as region',
      'offices.name as penro',
      'users.status',
      'users.last_logged_in',
    ])
    .orderBy('users.email')
    .execute()

/** A person with the columns needed to log in and to set a password. */
const accountQuery = (db: Db) =>
  actorQuery(db).select([
    'users.middle_name',
    'users.password_hash',
    'users.password_expires_at',
    'users.password_used_at',
    'users.sign_in_epoch',
  ])

/** The account of an address, with its password hash. */
export const findAccount = (db: Db, email: string) =>
  accountQuery(db).where(sql`lower(users.email)`, '=', email).executeTakeFirst()

/** The account of a person, without a lock. */
export const findAccountById = (db: Db, id: number) =>
  accountQuery(db).where('users.id', '=', id).executeTakeFirst()

/** Locks the account until the transaction ends: logins and password changes of one person wait for each other. */
export const lockAccount = (db: Db, id: number) =>
  accountQuery(db).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst()

/** What stores under which epoch of the account it began. */
export type Begun = { sign_in_epoch: number }

/** What sets the epoch of an account to a new one: what began before ends, and is refused where it is redeemed. */
export const nextEpoch = () => sql<number>`nextval('sign_in_epochs')`

/** Raises the epoch of an account, for a change that is not in the row of the user; returns the new one. */
export async function raiseEpoch(db: Db, id: number): Promise<number> {
  const { sign_in_epoch } = await db
    .updateTable('users')
    .set({ sign_in_epoch: nextEpoch() })
    .where('id', '=', id)
    .returning('sign_in_epoch')
    .executeTakeFirstOrThrow()
  return sign_in_epoch
}

/** Throws this refusal when the account, which is locked, was changed after this began. */
export async function requireSameEpoch(
  db: Db,
  id: number,
  { sign_in_epoch }: Begun,
  refusal: PlainCode,
): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('users.sign_in_epoch')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  if (account.sign_in_epoch > sign_in_epoch) throw new AppError(refusal)
}

/** Returns everyone who may reset this person's password now. */
export async function listResetters(db: Db, person: Actor): Promise<Actor[]> {
  const rows = await actorQuery(db)
    .where(hasActiveRole)
    .where(sql<boolean>`'user_reset_password' = any(roles.permissions)`)
    .orderBy('users.id')
    .execute()
  const target = { ...person, status: 'Activated' } as const
  return rows.map(actorOf).filter((administrator) => canResetPassword(administrator, target).ok)
}

export type AccountForLogin = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The session of an account, at most one, and whether it is still valid. */
export const findSession = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['sessions.id', sessionIsLive(now).as('live')])
    .where('sessions.user_id', '=', user_id)
    .executeTakeFirst()

type NewSession = {
  user_id: number
  token: string
  network_address: string
  user_agent: string
  proved_by: string
  in_full: boolean
  /** the provider's token when it began with single sign-on */
  oidc_id_token: string | null
}

/** Stores a new session with only the hash of its token. */
export async function addSession(
  db: Db,
  { token, in_full, ...session }: NewSession,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('sessions')
    .values({
      ...session,
      token_hash: hashOfToken(token),
      created_at: at,
      last_used_at: at,
      proved_at: at,
      proved_in_full: in_full,
    })
    .execute()
}

/** Revokes every token of an account (ruling S-13) and stores why, for the session's next call (S-122). */
export async function removeSessions(db: Db, user_id: number, why: SessionEnd): Promise<void> {
  const removed = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .returning('token_hash')
    .execute()
  await recordSessionEnds(db, removed, why)
}

/**
 * Ends every way in that a person has: sessions, logins that wait for their second step, and own computers. Factors
 * stay.
 */
export async function endEverySignIn(db: Db, user_id: number, why: SessionEnd): Promise<void> {
  await removeSessions(db, user_id, why)
  await endOwnComputers(db, user_id)
}

/**
 * Ends what opens the account without a session: own computers, mailed links and what has begun. Returns the epoch of
 * what begins now.
 */
export async function endOwnComputers(db: Db, user_id: number): Promise<number> {
  for (const table of ['second_steps', 'own_computers', 'password_links'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute()
  return raiseEpoch(db, user_id)
}

async function recordSessionEnds(db: Db, removed: { token_hash: Buffer }[], why: SessionEnd): Promise<void> {
  if (removed.length === 0) return
  await db
    .insertInto('ended_sessions')
    .values(removed.map(({ token_hash }) => ({ token_hash, why })))
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

/** Revokes one token; returns the provider's token of a session that began with single sign-on, else null. */
export async function removeSession(db: Db, token: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashOfToken(token))
    .returning('oidc_id_token')
    .executeTakeFirst()
  return removed?.oidc_id_token ?? null
}

/** Removes the expired sessions and returns their people. */
export async function removeDeadSessions(db: Db, now: Date) {
  const removed = await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(sessionIsLive(now)))
    .returning(['user_id', 'token_hash'])
    .execute()
  if (removed.length === 0) return []
  await recordSessionEnds(db, removed, 'expired')
  const ids = removed.map((row) => row.user_id)
  return actorQuery(db).where('users.id', 'in', ids).orderBy('users.id').execute()
}

/** Stores the time of a login. */
export async function recordLogin(db: Db, user_id: number, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_logged_in: now.toISOString() }).where('id', '=', user_id).execute()
}

/** Marks a mailed password as used: it works once. */
export async function recordMailedPasswordUse(db: Db, user_id: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_used_at: now.toISOString() })
    .where('id', '=', user_id)
    .where('password_is_generated', '=', true)
    .execute()
}

/** Stores the hash of a password that its owner has chosen. */
export async function savePassword(db: Db, user_id: number, password_hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash,
      password_is_generated: false,
      password_expires_at: null,
      password_used_at: null,
    })
    .where('id', '=', user_id)
    .execute()
}

type NewLink = { user_id: number; token: string; created_at: Date; expires_at: Date }

/** Stores a mailed link; earlier links stay valid (ruling S-111). */
export async function saveLink(db: Db, { user_id, token, created_at, expires_at }: NewLink): Promise<void> {
  await db
    .insertInto('password_links')
    .values({
      user_id,
      token_hash: hashOfToken(token),
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })
    .execute()
}

/** Counts the links of a locked account that still work. */
export async function countLiveLinks(
  db: Db,
  { id, sign_in_epoch }: Begun & { id: number },
  now: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('password_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .where('sign_in_epoch', '>=', sign_in_epoch)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return count
}

export type ResetMailRequest = { email: string; origin: Origin }

/** Queues a reset mail; while it is queued, another request for the same address adds none. */
export async function queueResetMail(db: Db, request: ResetMailRequest): Promise<void> {
  await sql`
    select graphile_worker.add_job('mail_reset_link', ${JSON.stringify(request)}::json,
      job_key => ${`mail_reset_link ${request.email}`}, max_attempts => 12)`.execute(db)
}

/** Returns the activated owner of this link; undefined when it is expired, used, unknown or another user's. */
export const findLinkOwner = (db: Db, email: string, token: string, now: Date) =>
  accountQuery(db)
    .innerJoin('password_links', 'password_links.user_id', 'users.id')
    .where(sql`lower(users.email)`, '=', email)
    .where('users.status', '=', 'Activated')
    .where('password_links.token_hash', '=', hashOfToken(token))
    .where('password_links.expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Removes a used link; returns false when another request has just used it, or the locked account has changed. */
export async function removeLink(
  db: Db,
  { id, sign_in_epoch }: Begun & { id: number },
  token: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('password_links')
    .where('user_id', '=', id)
    .where('token_hash', '=', hashOfToken(token))
    .where('sign_in_epoch', '>=', sign_in_epoch)
    .returning('user_id')
    .executeTakeFirst()
  return removed !== undefined
}

const REASON_HOURS = 24

/**
 * Removes what expired before this moment: links, second steps, challenges, visits to the provider, and a day later own
 * computers; and reasons of ended sessions that no session asks for any more.
 */
export async function removeExpiredTraces(db: Db, before: Date): Promise<void> {
  for (const table of ['password_links', 'second_steps', 'passkey_challenges', 'oidc_sign_ins'] as const)
    await db.deleteFrom(table).where('expires_at', '<', before.toISOString()).execute()
  const dayBefore = new Date(before.getTime() - DAY_MS).toISOString()
  await db.deleteFrom('own_computers').where('expires_at', '<', dayBefore).execute()
  await db
    .deleteFrom('ended_sessions')
    .where('ended_at', '<', sql<string>`now() - make_interval(hours => ${REASON_HOURS})`)
    .execute()
}
