import { sql } from 'kysely'
import { type Warning, warningLabels } from '../../shared/review/warning-labels.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import type { RecordTable } from './record.kind.ts'

/** SQL: whether a record has warnings. */
export const isWarned = (table: RecordTable['name']) => sql<boolean>`exists (
  select from record_warnings where record_id = ${sql.ref(`${table}.record_id`)}
)`

/**
 * Returns the warnings of these records, a few words per warning, as their pages, lists, decisions on many and the log
 * show them (S-139).
 */
export async function listWarningLabels(
  db: Db,
  { name }: RecordTable,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; warnings: Warning[] }>`
    select id, ${storedWarnings(name)} as warnings
    from ${sql.table(name)} where id = any(${arrayOfIds(ids)})`.execute(db)
  return new Map(rows.map(({ id, warnings }) => [id, warningLabels(warnings)]))
}

/**
 * Holds the warnings of these records until the transaction ends, so that of two who learn something of a record the
 * second one reads what the first has written. Call it once in a transaction, behind its other changes: records are held
 * in the order of their numbers, and what else is held is held before.
 */
export async function holdWarnings(
  db: Db,
  { name }: Pick<RecordTable, 'name'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from records where id = any(array(
      select record_id from ${sql.table(name)} where id = any(${arrayOfIds(ids)})
    )) order by id for no key update`.execute(db)
}

/** The warnings of a record: as they are stored, and as they follow from what else is stored of it. */
export type RecordWarnings = { record_id: number; stored: readonly Warning[]; warnings: readonly Warning[] }

/** SQL: the stored warnings of a row of this table. */
export const storedWarnings = (table: RecordTable['name']) => sql<Warning[]>`coalesce((
    select json_agg(json_build_object('code', code, 'params', params)) from record_warnings
    where record_warnings.record_id = ${sql.ref(`${table}.record_id`)}
  ), '[]')`

/** The same text for the same warning, whatever the order in which its params are stored. */
const textOf = ({ code, params }: Warning): string =>
  JSON.stringify([code, Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))])

/** The warnings that are in the one list and not in the other. */
const missingIn = (others: readonly Warning[], warnings: readonly Warning[]): Warning[] => {
  const known = new Set(others.map(textOf))
  return warnings.filter((one) => !known.has(textOf(one)))
}

/** Stores what differs of these records, and returns how many warnings are gone or new; all others stay as they are. */
export async function saveWarnings(db: Db, records: readonly RecordWarnings[], at: Date): Promise<number> {
  const gone = records.flatMap(({ record_id, stored, warnings }) =>
    missingIn(warnings, stored).map((one) => ({ record_id, ...one })),
  )
  const added = records.flatMap(({ record_id, stored, warnings }) =>
    missingIn(stored, warnings).map((one) => ({ record_id, ...one })),
  )
  if (gone.length + added.length === 0) return 0
  const rows = (warnings: readonly object[]) => sql`
    jsonb_to_recordset(${JSON.stringify(warnings)}::jsonb) as one (record_id integer, code text, params jsonb)`
  await sql`
    with gone as (
      delete from record_warnings as stored using ${rows(gone)}
      where stored.record_id = one.record_id and stored.code = one.code and stored.params = one.params
    )
    insert into record_warnings (record_id, code, params, since)
    select record_id, code, params, ${at.toISOString()}::timestamptz from ${rows(added)}`.execute(db)
  return gone.length + added.length
}
