import { sql } from 'kysely'
import type { FactorKind } from '../../shared/factors/codes.ts'
import { SHEET_CODES } from '../../shared/factors/factors.schema.ts'
import { manilaDay } from '../../shared/lib/manila-days.ts'
import { type Begun, nextEpoch } from '../auth/auth.queries.ts'
import type { Db } from '../database/db.ts'

/** Whether the person has an authenticator app or a passkey that counts. */
export async function hasAppOrPasskey(db: Db, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from app_factors where user_id = ${user_id} and confirmed_at is not null)
      or exists (select from passkeys where user_id = ${user_id} and proved_at is not null) as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

/** The sheet of the person that works; a sheet of 40 that was not confirmed yet does not. */
export const findSheet = (db: Db, user_id: number) =>
  db
    .selectFrom('code_sheets')
    .select(['size', 'used'])
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

/** Whether the person has a factor that counts: recovery codes are none. */
export const hasAnyFactor = async (db: Db, user_id: number): Promise<boolean> =>
  (await hasAppOrPasskey(db, user_id)) || (await findSheet(db, user_id))?.size === SHEET_CODES

/** Stores that the person has a factor now; a lost one has been replaced. */
export async function recordFactor(db: Db, user_id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ has_factor: true, factor_reset_at: null, sign_in_epoch: nextEpoch() })
    .where('id', '=', user_id)
    .execute()
}

/** Removes what is left beside the last factor: recovery codes, and what was never confirmed. */
export async function removeLeftovers(db: Db, user_id: number): Promise<void> {
  for (const table of ['app_factors', 'passkeys', 'code_sheets'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute()
  await db.updateTable('users').set({ has_factor: false }).where('id', '=', user_id).execute()
}

/** Whether the level demands a second factor of its people now. */
export async function isFactorDemanded(db: Db, access_level: string, now: Date): Promise<boolean> {
  const demand = await db
    .selectFrom('factor_demands')
    .select('access_level')
    .where('access_level', '=', access_level)
    .where('required_from', '<=', manilaDay(now))
    .executeTakeFirst()
  return demand !== undefined
}

/**
 * After the first factor of a person was proved in this session, whose first step was proved within minutes: both are
 * given in this sitting.
 */
export async function recordFullIdentity(
  db: Db,
  session_id: number,
  kind: FactorKind,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      proved_at: now.toISOString(),
      proved_by: sql`proved_by || ' and ' || ${kind}::text`,
      proved_in_full: true,
    })
    .where('id', '=', session_id)
    .execute()
}

/** Stores the encrypted secret of an app that does not count yet, in place of an earlier one that never did. */
export async function saveNewApp(db: Db, user_id: number, secret: Buffer, now: Date): Promise<void> {
  const sign_in_epoch = sql<number>`default`
  const values = { secret, last_step: 0, confirmed_at: null, created_at: now.toISOString(), sign_in_epoch }
  await db
    .insertInto('app_factors')
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export const findApp = (db: Db, user_id: number) =>
  db
    .selectFrom('app_factors')
    .select(['confirmed_at', 'secret', 'sign_in_epoch'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()

/** Removes the app that counts; returns whether there was one. */
export async function deleteApp(db: Db, user_id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('app_factors')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Removes the sheet that works, or the one to be confirmed; returns its size, or null. */
export async function deleteSheet(
  db: Db,
  user_id: number,
  { confirmed }: { confirmed: boolean },
): Promise<number | null> {
  const removed = await db
    .deleteFrom('code_sheets')
    .where('user_id', '=', user_id)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .returning('size')
    .executeTakeFirst()
  return removed?.size ?? null
}

type NewSheet = { user_id: number; secret: Buffer; size: number; confirmed_at: string | null }

export async function insertSheet(db: Db, sheet: NewSheet, now: Date): Promise<void> {
  await db
    .insertInto('code_sheets')
    .values({ ...sheet, created_at: now.toISOString() })
    .execute()
}

/** Makes the sheet to be confirmed the one that works, in place of an older one; returns when it was made. */
export async function confirmNewSheet(db: Db, user_id: number, now: Date): Promise<Begun> {
  await deleteSheet(db, user_id, { confirmed: true })
  return db
    .updateTable('code_sheets')
    .set({ confirmed_at: now.toISOString() })
    .where('user_id', '=', user_id)
    .returning('sign_in_epoch')
    .executeTakeFirstOrThrow()
}
