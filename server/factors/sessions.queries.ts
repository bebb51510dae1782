import type { Level } from '../../shared/access/levels.ts'
import type { Demand, Session } from '../../shared/factors/factors.schema.ts'
import { sessionIsLive } from '../context/sessions.ts'
import type { Db } from '../database/db.ts'
import { deviceOf } from './devices.ts'

/** The live session of a person, at most one; `this_id` is the caller's own. */
export async function listSessions(
  db: Db,
  { user_id, this_id = null, now }: { user_id: number; this_id?: number | null; now: Date },
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'network_address', 'user_agent', 'created_at', 'last_used_at'])
    .where('sessions.user_id', '=', user_id)
    .where(sessionIsLive(now))
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceOf(user_agent),
    is_this: row.id === this_id,
  }))
}

/** The browsers that are not asked for the second step of this person, newest first. */
export const listOwnComputers = (db: Db, user_id: number, now: Date) =>
  db
    .selectFrom('own_computers')
    .select(['id', 'device', 'network_address', 'created_at', 'last_used_at', 'expires_at'])
    .where('own_computers.user_id', '=', user_id)
    .where('own_computers.expires_at', '>', now.toISOString())
    .orderBy('own_computers.id', 'desc')
    .execute()

/** Forgets one own computer of a person; returns its device, undefined when there is none. */
export async function deleteOwnComputer(db: Db, user_id: number, id: number): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('own_computers')
    .where('own_computers.user_id', '=', user_id)
    .where('own_computers.id', '=', id)
    .returning('own_computers.device')
    .executeTakeFirst()
  return deleted?.device
}

/** The authenticator app and the codes on paper of a person, where they count. */
export async function findCodeFactors(db: Db, user_id: number) {
  const app = await db
    .selectFrom('app_factors')
    .select('app_factors.created_at')
    .where('app_factors.user_id', '=', user_id)
    .where('app_factors.confirmed_at', 'is not', null)
    .executeTakeFirst()
  const sheet = await db
    .selectFrom('code_sheets')
    .select(['size', 'used', 'created_at'])
    .where('code_sheets.user_id', '=', user_id)
    .where('code_sheets.confirmed_at', 'is not', null)
    .executeTakeFirst()
  return { app: app ?? null, sheet: sheet ? sheetOf(sheet) : null }
}

const sheetOf = ({ size, used, created_at }: { size: number; used: number[]; created_at: string }) => ({
  size,
  left: size - used.length,
  created_at,
})

/** Whether a person has a factor, and whether a reset code has removed it and no new one counts. */
export async function findFactorState(db: Db, user_id: number) {
  const { has_factor, factor_reset_at } = await db
    .selectFrom('users')
    .select(['users.has_factor', 'users.factor_reset_at'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { has_factor, awaits_new_factor: factor_reset_at !== null }
}

/** What a level demands of its people. */
export const findDemand = (db: Db, access_level: Level) =>
  db
    .selectFrom('factor_demands')
    .select(['demand', 'required_from'])
    .where('factor_demands.access_level', '=', access_level)
    .$narrowType<{ demand: Demand }>()
    .executeTakeFirstOrThrow()
