import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** What was last heard of a witness. */
export type Heard = {
  key: string
  size: number | null
  checkpoint: string | null
  cosignature: string | null
  cosigned_at: string | null
  fault: string | null
}

export const listHeard = (db: Db): Promise<Heard[]> =>
  db
    .selectFrom('log_witnesses')
    .select(['key', 'size', 'checkpoint', 'cosignature', 'cosigned_at', 'fault'])
    .execute()

/** Keeps what a witness has said; after a fault what it said before stays. */
export async function saveHeard(
  db: Db,
  heard: { key: string; asked_at: string; fault: string | null } & Partial<Heard>,
): Promise<void> {
  const { key: _key, ...values } = heard
  await db
    .insertInto('log_witnesses')
    .values(heard)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

/** The checkpoint of a day, and what became of it. */
export type LogDay = {
  day: string
  size: number
  checkpoint: string
  mailed: number
  stamped_at: string | null
  stamp_fault: string | null
}

const DAY_COLUMNS = ['day', 'size', 'checkpoint', 'mailed', 'stamped_at', 'stamp_fault'] as const

/** The newest day with a checkpoint of its own. */
export async function findNewestDay(db: Db): Promise<LogDay | null> {
  const row = await db
    .selectFrom('log_days')
    .select(DAY_COLUMNS)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The newest day that has a stamp, or the newest that was mailed. */
export async function findLastDay(db: Db, what: 'stamped' | 'mailed'): Promise<LogDay | null> {
  const row = await db
    .selectFrom('log_days')
    .select(DAY_COLUMNS)
    .$if(what === 'stamped', (query) => query.where('stamped_at', 'is not', null))
    .$if(what === 'mailed', (query) => query.where('mailed', '>', 0))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps the checkpoint of a day unless somebody has; says whether it was kept now. */
export async function insertDay(
  db: Db,
  day: { day: string; size: number; checkpoint: string; made_at: string; mailed: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('log_days')
    .values(day)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Notes what the time stamp authority has answered. */
export async function saveStamp(
  db: Db,
  day: string,
  stamp: { stamped_at: string | null; stamp_fault: string | null },
): Promise<void> {
  await db.updateTable('log_days').set(stamp).where('day', '=', day).execute()
}

/** Whether this day is closed, and a checkpoint of this size holds every row that was sealed until its end. */
export async function isDayWithin(db: Db, day: string, size: number): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`
    with closed as (select coalesce(max(last_position), 0) as position from audit_heads where day <= ${day}),
      last as (select position, day from audit_chain order by position desc limit 1)
    select not exists (select from last, closed where last.day <= ${day} and last.position > closed.position)
      and (
        closed.position = 0
        or exists (
          select from log_entries where log_entries.position = closed.position and log_index < ${size}
        )
      ) as within
    from closed`.execute(db)
  return rows[0]?.within ?? false
}
