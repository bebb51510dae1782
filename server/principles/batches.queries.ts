import { sql } from 'kysely'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import type { PrincipleBatch } from '../../shared/principles/principles.schema.ts'
import type { Db } from '../database/db.ts'
import { SAVED_BY } from '../context/versioned-set.ts'
import { pageOf } from '../database/datatable.ts'
import { cacheAnswers } from '../database/cached-answers.ts'
import { changesIn } from '../review/record-changes.queries.ts'
import { BATCHES } from './principles.queries.ts'

export type BatchQuery = PageQuery & { principle_number: number; open_only?: string | undefined }

const HERE = sql`site_activities.principle_batch_number = principle_batches.batch_number`
const OPEN = sql`site_activities.status = 'Activated' and site_activities.site_status <> 'Approved'`

type Counts = Pick<PrincipleBatch, 'activities' | 'open_activities'>
const NONE: Counts = { activities: 0, open_activities: 0 }

/** cached, because counting the activities of the few batches reads all activities */
const cachedCounts = cacheAnswers(changesIn(sql`true`, 'site_activities').version, 20)

/** Counts the activities of each of these batches, in the given order; cached until a record changes. */
const countActivities = (db: Db, batch_numbers: readonly number[]): Promise<Counts[]> =>
  cachedCounts(db, batch_numbers.join(), async () => {
    const { rows } = await sql<Counts>`
      select (select count(*) from site_activities where ${HERE}) as activities,
        (select count(*) from site_activities where ${HERE} and ${OPEN}) as open_activities
      from unnest(${batch_numbers}::integer[]) with ordinality as principle_batches (batch_number, place)
      order by place`.execute(db)
    return rows
  })

/** Returns a page of the batches, each with its author, the id of this principle, and its number of activities. */
export async function listBatches(db: Db, query: BatchQuery): Promise<PageReply<PrincipleBatch>> {
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
      SAVED_BY.as('created_by'),
    ])
  const isInWork = sql<boolean>`exists (select from site_activities where ${HERE} and ${OPEN})`
  const scoped = query.open_only === 'true' ? batches.where(isInWork) : batches
  const page = await pageOf(db, { scoped, columns: BATCHES.columns }, query)
  const counts = await countActivities(
    db,
    page.data.map(({ batch_number }) => batch_number),
  )
  return { ...page, data: page.data.map((row, at) => ({ ...row, ...(counts[at] ?? NONE) })) }
}
