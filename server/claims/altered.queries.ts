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

/** Returns the ids of the files recorded as altered. */
export async function listAlteredFiles(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('altered_records').select('record').where('kind', '=', 'file').execute()
  return new Set(rows.map(({ record }) => record))
}

/** SQL condition: the profile is recorded as altered. The table is usually empty. */
export const isAltered = (profile: string) =>
  sql<boolean>`exists (
    select from altered_records where altered_records.kind = 'site' and altered_records.record = ${sql.ref(profile)}
  )`

/** SQL: whether every row of the log that states a record's approval states these facts; null if there is none. */
const isStatedBy = (module: string, id: string, facts: RawBuilder<unknown>) => sql<boolean | null>`(
  select bool_and(log.field_change @> (${facts})) from audit_logs as log
  where log.auditable_type = ${sql.lit(module)} and log.auditable_id = ${sql.ref(id)} and log.event = 'Approved (FMB)')`

const fact = (field: string, value: string) =>
  sql`jsonb_build_object('field', ${sql.lit(field)}, 'new', ${sql.ref(value)}::text)`

/**
 * SQL condition on `approved_sites` joined with `site_profiles`: the log does not state the code, partner, region and
 * grades that the public list shows. The list asks this as well, since `altered_records` can be emptied.
 */
export const isUnlikeLog = sql<boolean>`(
  ${isStatedBy(
    'Profiling of SITES',
    'approved_sites.site_profile_id',
    sql`jsonb_build_array(${fact('code', 'site_profiles.code')}, ${fact('name_of_partner', 'site_profiles.name_of_partner')},
      ${fact('region_id', 'site_profiles.region_id')})
      || case when site_profiles.province_id is null then '[]' else jsonb_build_array(${fact('province_id', 'site_profiles.province_id')}) end`,
  )} is not true
  or approved_sites.site_activity_id is not null and ${isStatedBy(
    'SITES Activities',
    'approved_sites.site_activity_id',
    sql`(
      select jsonb_agg(jsonb_build_object('field', 'principle_number_' || number, 'new', grade))
      from unnest(approved_sites.grades) with ordinality as listed (grade, number)
    )`,
  )} is not true
)`
