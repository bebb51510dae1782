import { sql } from 'kysely'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import type { PrincipleBatch } from '../../shared/principles/principles.schema.ts'
import type { Db } from '../lib/db.ts'
import { type ListColumns, pageOf } from '../lib/datatable.ts'

/** a batch is searched by its number, newest first */
const COLUMNS: ListColumns = {
  search: (text) => sql<boolean>`principle_batches.batch_number::text = ${text}`,
  sort: { batch_number: 'principle_batches.batch_number', created_at: 'principle_batches.created_at' },
  defaultSort: [{ column: 'principle_batches.batch_number', dir: 'desc' }],
  tieBreak: 'principle_batches.batch_number',
}

export type BatchQuery = PageQuery & { principle_number: number; open_only?: string | undefined }

const HERE = sql`site_activities.principle_batch_number = principle_batches.batch_number`
const OPEN = sql`site_activities.status = 'Activated' and site_activities.site_status <> 'Approved'`

/** The batches with this principle in each, who made them and how many activities are graded by them. */
export function listBatches(db: Db, query: BatchQuery): Promise<PageReply<PrincipleBatch>> {
  const batches = db
    .selectFrom('principle_batches')
    .innerJoin('site_principles', 'site_principles.batch_number', 'principle_batches.batch_number')
    .leftJoin('users', 'users.id', 'principle_batches.created_by')
    .where('site_principles.principle_number', '=', query.principle_number)
    .select([
      'principle_batches.batch_number',
      'principle_batches.principle_number',
      'site_principles.id as sites_principle_id',
      'principle_batches.created_at',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('created_by'),
      sql<number>`(select count(*) from site_activities where ${HERE})`.as('activities'),
      sql<number>`(select count(*) from site_activities where ${HERE} and ${OPEN})`.as('open_activities'),
    ])
  const isInWork = sql<boolean>`exists (select from site_activities where ${HERE} and ${OPEN})`
  return pageOf(db, query.open_only === 'true' ? batches.where(isInWork) : batches, COLUMNS, query)
}
