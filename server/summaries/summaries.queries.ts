import { type Insertable, sql, type Updateable } from 'kysely'
import type { Summaries } from '../../db/types.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import type {
  Summary,
  SummaryListQuery,
  SummaryRow,
  SummaryStatus,
} from '../../shared/summaries/summaries.schema.ts'
import { holds, type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { WITHDRAWN_RECORDS } from './summary-records.queries.ts'

const STATUS = sql<SummaryStatus>`case when summaries.published_at is not null then 'Published'
  when summaries.replaced_at is not null then 'Replaced'
  when summaries.withdrawn_at is not null then 'Withdrawn'
  when summaries.frozen_at is not null then 'Frozen' else 'Draft' end`

const REGIONS = sql<SummaryRow['regions']>`(
  select coalesce(json_agg(json_build_object('id', regions.id, 'name', regions.name) order by regions.sort_order), '[]')
  from regions where regions.id = any (summaries.region_ids)
)`

const rowsOf = (db: Db) =>
  db
    .selectFrom('summaries')
    .innerJoin('users', 'users.id', 'summaries.updated_by')
    .leftJoin('summary_documents', 'summary_documents.summary_id', 'summaries.id')
    .select([
      'summaries.id',
      'summaries.year',
      'summaries.title',
      'summaries.reporting_years',
      REGIONS.as('regions'),
      STATUS.as('status'),
      'summaries.updated_at',
      sql<string>`users.first_name || ' ' || users.last_name`.as('updated_by'),
      'summaries.frozen_at',
      'summaries.published_at',
      'summary_documents.sha256',
      WITHDRAWN_RECORDS.as('withdrawn_records'),
    ])

const LIST: ListColumns = {
  search: (text) =>
    sql<boolean>`(${holds(sql.ref('rows.title'), text)} or ${holds(sql.ref('rows.status'), text)}
      or rows.year::text = ${text})`,
  sort: sortOfRows('year', 'title', 'status', 'updated_at'),
  defaultSort: [
    { column: 'rows.year', dir: 'desc' },
    { column: 'rows.id', dir: 'desc' },
  ],
  tieBreak: 'rows.id',
}

/** Returns a page of the summaries, newest year first. */
export const listSummaries = (db: Db, query: SummaryListQuery): Promise<PageReply<SummaryRow>> =>
  pageOf(
    db,
    {
      scoped: db.selectFrom(rowsOf(db).as('rows')).selectAll(),
      columns: LIST,
      filter: query.status && sql<boolean>`rows.status = ${query.status}`,
    },
    query,
  )

/** Returns a summary; rejects with 404 if there is none. */
export async function readSummary(db: Db, id: number): Promise<SummaryRow> {
  const found = await rowsOf(db).where('summaries.id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns the published summary of this year, if it is another one. */
export const findCurrent = async (
  db: Db,
  { id, year }: Pick<SummaryRow, 'id' | 'year'>,
): Promise<Summary['current']> =>
  (await db
    .selectFrom('summaries')
    .innerJoin('summary_documents', 'summary_documents.summary_id', 'summaries.id')
    .select(['summaries.id', 'summaries.title', 'summary_documents.sha256'])
    .where('summaries.year', '=', year)
    .where('summaries.published_at', 'is not', null)
    .where('summaries.id', '!=', id)
    .executeTakeFirst()) ?? null

/** Locks a summary until the transaction ends, and returns it. */
export async function lockSummary(db: Db, id: number): Promise<SummaryRow> {
  await db.selectFrom('summaries').select('id').where('id', '=', id).forUpdate().execute()
  return readSummary(db, id)
}

/** Inserts a draft and returns its id. */
export async function insertSummary(db: Db, row: Insertable<Summaries>): Promise<number> {
  const { id } = await db.insertInto('summaries').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates columns of a summary. */
export async function saveSummary(db: Db, id: number, columns: Updateable<Summaries>): Promise<void> {
  await db.updateTable('summaries').set(columns).where('id', '=', id).execute()
}

/** Updates a draft with its stamp. Each change has a later `updated_at`, so that a change based on it is detected. */
export async function touchSummary(
  db: Db,
  id: number,
  { updated_by, updated_at }: { updated_by: number; updated_at: string },
  columns: Updateable<Summaries> = {},
): Promise<void> {
  const later = sql<string>`greatest(${updated_at}::timestamptz, updated_at + interval '1 millisecond')`
  await db
    .updateTable('summaries')
    .set({ ...columns, updated_by })
    .set({ updated_at: later })
    .where('id', '=', id)
    .execute()
}

/** Removes a draft with its texts and its choices. */
export async function removeSummary(db: Db, id: number): Promise<void> {
  await db.deleteFrom('summary_texts').where('summary_id', '=', id).execute()
  await db.deleteFrom('summary_statements').where('summary_id', '=', id).execute()
  await db.deleteFrom('summaries').where('id', '=', id).execute()
}

/** Rejects with 422 a region that does not exist. */
export async function requireRegionsExist(db: Db, region_ids: readonly number[]): Promise<void> {
  const found = await db
    .selectFrom('regions')
    .select('id')
    .where('id', '=', sql<number>`any (${region_ids}::integer[])`)
    .execute()
  if (found.length < region_ids.length)
    throw invalid({ region_ids: ['One of these regions does not exist.'] })
}
