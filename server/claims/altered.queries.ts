import { type RawBuilder, sql } from 'kysely'
import type { Altered, AlteredRecord } from '../../shared/claims/altered.ts'
import type { Db } from '../database/db.ts'

/** Records the differences that are not recorded yet and returns how many that were. */
export async function insertAltered(db: Db, found: readonly Altered[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into altered_records (kind, record, sentence)
    select distinct kind, record, sentence
    from json_to_recordset(${JSON.stringify(found)}) as found (kind text, record integer, sentence text)
    on conflict on constraint altered_records_pkey do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Returns the time of the database's clock, which also dates `noticed_at`. */
export async function findMoment(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  return rows[0]?.at ?? ''
}

/** Removes differences known before that were not found again, among the compared ones (`condition`). */
export async function removeResolved(
  db: Db,
  found: readonly Altered[],
  before: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from altered_records
    where noticed_at < ${before} and ${condition} and not exists (
      select from json_to_recordset(${JSON.stringify(found)}) as found (kind text, record integer, sentence text)
      where (found.kind, found.record, found.sentence) = (altered_records.kind, altered_records.record, altered_records.sentence)
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Marks every difference that was not mailed yet as mailed, and returns them. */
export async function takeUnreported(db: Db): Promise<AlteredRecord[]> {
  const { rows } = await sql<AlteredRecord>`
    update altered_records set mailed_at = clock_timestamp() where mailed_at is null
    returning sentence, noticed_at`.execute(db)
  return rows.toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1))
}

/** Returns the differences known now, the oldest first, up to `limit`, and the count of all. */
export async function listAltered(db: Db, limit: number): Promise<{ count: number; first: AlteredRecord[] }> {
  const { count } = await db
    .selectFrom('altered_records')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('altered_records')
    .select(['sentence', 'noticed_at'])
    .orderBy('noticed_at')
    .orderBy('sentence')
    .limit(limit)
    .execute()
  return { count, first }
}

/** Returns the ids of what is recorded as altered. The table is usually empty. */
export async function listRecorded(db: Db, kind: Altered['kind']): Promise<number[]> {
  const rows = await db
    .selectFrom('altered_records')
    .select('record')
    .distinct()
    .where('kind', '=', kind)
    .orderBy('record')
    .execute()
  return rows.map(({ record }) => record)
}
