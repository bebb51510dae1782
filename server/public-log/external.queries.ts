import { type Selectable, sql } from 'kysely'
import type { LogDays, LogWitnesses } from '../../db/types.ts'
import type { Db } from '../database/db.ts'

/** The last answer of a witness. */
export type WitnessRecord = Omit<Selectable<LogWitnesses>, 'asked_at'>

export const listWitnessRecords = (db: Db): Promise<WitnessRecord[]> =>
  db
    .selectFrom('log_witnesses')
    .select(['key', 'size', 'checkpoint', 'cosignature', 'cosigned_at', 'fault', 'refused_since'])
    .execute()

/** Stores the answer of a witness; a fault leaves its last co-signature in place. */
export async function saveWitnessRecord(
  db: Db,
  heard: { key: string; asked_at: string; fault: string | null } & Partial<WitnessRecord>,
): Promise<void> {
  const { key: _key, ...values } = heard
  await db
    .insertInto('log_witnesses')
    .values(heard)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** Notes on a witness's record that it refuses since then, unless it did before; returns whether this is new. */
export async function recordRefusal(db: Db, key: string, refused_since: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_witnesses')
    .set({ refused_since })
    .where('key', '=', key)
    .where('refused_since', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The checkpoint of a day, and its stamp. */
export type LogDay = Selectable<LogDays>

export const DAY_COLUMNS = [
  'day',
  'size',
  'checkpoint',
  'public_key',
  'made_at',
  'stamped_at',
  'stamp_fault',
  'mailed',
] as const satisfies readonly (keyof LogDay)[]

/** Returns every day with a checkpoint, in the order of the log. */
export const listDays = (db: Db): Promise<LogDay[]> =>
  db.selectFrom('log_days').select(DAY_COLUMNS).orderBy('size').orderBy('day').execute()

export const hasDay = async (db: Db, day: string): Promise<boolean> =>
  (await db.selectFrom('log_days').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

/** Returns the newest day with a checkpoint: in the order of the log, because a clock may have been wrong. */
export async function findNewestDay(db: Db): Promise<LogDay | null> {
  const row = await db
    .selectFrom('log_days')
    .select(DAY_COLUMNS)
    .orderBy('size', 'desc')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the newest day that was stamped or mailed. */
export async function findLastDay(db: Db, what: 'stamped' | 'mailed'): Promise<LogDay | null> {
  const row = await db
    .selectFrom('log_days')
    .select(DAY_COLUMNS)
    .$if(what === 'stamped', (query) => query.where('stamped_at', 'is not', null))
    .$if(what === 'mailed', (query) => query.where('mailed', '>', 0))
    .orderBy('size', 'desc')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the checkpoint of a day unless it has one; returns whether it was stored. */
export async function insertDay(db: Db, day: Omit<LogDay, 'stamped_at' | 'stamp_fault'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('log_days')
    .values(day)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Stores the answer of the time stamp authority. */
export async function saveStamp(
  db: Db,
  day: string,
  stamp: { stamped_at: string | null; stamp_fault: string | null },
): Promise<void> {
  await db.updateTable('log_days').set(stamp).where('day', '=', day).execute()
}

/** Whether a checkpoint of this size holds every row committed before this day in Manila ended. */
export async function isDayWithin(db: Db, day: string, size: number): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`
    select not exists (
      select from (
        select audit_log_id from audit_unsealed
        union all select audit_log_id from log_entries where log_index >= ${size}
      ) as outside join audit_logs on audit_logs.id = outside.audit_log_id
      where created_at < (${day}::date + 1)::timestamp at time zone 'Asia/Manila'
    ) as within`.execute(db)
  return rows[0]?.within ?? false
}
