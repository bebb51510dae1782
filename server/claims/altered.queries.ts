import { type RawBuilder, sql } from 'kysely'
import type { Altered, AlteredRecord } from '../../shared/claims/altered.ts'
import type { Db } from '../database/db.ts'

/** Notes what is not noted yet; says how much that was. */
export async function insertAltered(db: Db, found: readonly Altered[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into altered_records (kind, record, sentence)
    select distinct kind, record, sentence
    from json_to_recordset(${JSON.stringify(found)}) as found (kind text, record integer, sentence text)
    on conflict on constraint altered_records_pkey do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** The moment by the clock that dates what is noted. */
export async function findMoment(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  return rows[0]?.at ?? ''
}

/** Takes off what was known before and is not among what is now; `condition` says what was looked at. */
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

/** Notes that the Super Administrators are mailed of all that they have not been notified of; gives it. */
export async function takeUnreported(db: Db): Promise<AlteredRecord[]> {
  const { rows } = await sql<AlteredRecord>`
    update altered_records set mailed_at = clock_timestamp() where mailed_at is null
    returning sentence, noticed_at`.execute(db)
  return rows.toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1))
}

/** What is now, the oldest first, and how much in all. */
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

/** The files whose bytes or rows did not match. */
export async function listAlteredFiles(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('altered_records').select('record').where('kind', '=', 'file').execute()
  return new Set(rows.map(({ record }) => record))
}

/** Whether a profile is noted as altered, for a query; the table is empty as long as no one alters anything. */
export const isAltered = (profile: string) =>
  sql<boolean>`exists (
    select from altered_records where altered_records.kind = 'site' and altered_records.record = ${sql.ref(profile)}
  )`
