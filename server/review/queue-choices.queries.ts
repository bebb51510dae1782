import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { PLACE_OF, QUEUE_OF } from '../../shared/access/levels.ts'
import {
  AGES,
  countsOfChoices,
  latestArrival,
  POINT_CHOICES,
  type QueueChoices,
  type RecordGroup,
  ROUNDS,
  WARNING_CHOICES,
} from '../../shared/review/record-filters.ts'
import type { ChoicesQuery } from '../../shared/review/review.schema.ts'
import { searchCondition } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { inScope } from '../database/scope.ts'
import { FINDING_CHANGES } from './record-changes.queries.ts'
import { ageReached, POINTS_OF } from './record-filters.queries.ts'
import { type Asking, isListed, type RecordList } from './record-lists.queries.ts'

/** its latest arrival moves once an hour, and with it the key of the cached counts */
const [YOUNGEST] = AGES
/** the statuses that a record can have in an approval list */
const STATUSES = ['Submitted', 'Approved']

const cachedGroups = cacheByRegion(100)

/** Returns how often the records of each region in the caller's scope, and their warnings, have changed. */
async function listVersions(db: Db, actor: Actor) {
  const { rows } = await sql<{ region_id: number; version: number }>`
    select region_id, sum(records)::bigint + ${FINDING_CHANGES} as version
    from record_changes where ${inScope(actor)} group by region_id`.execute(db)
  return rows
}

/** Counts the records of an approval list in groups that have the same value in every filter. */
async function countGroups(
  { db, actor, services }: Asking,
  { table, columns, rowsFor }: RecordList,
  { search, returned }: Pick<ChoicesQuery, 'search' | 'returned'>,
): Promise<RecordGroup[]> {
  const now = services.now()
  const place = PLACE_OF[actor.access_level]
  const text = search?.trim() ?? ''
  const scope = [actor.access_level, place && actor[place], ...(returned ? [returned, actor.id] : [])]
  const key = JSON.stringify([table.name, ...scope, text, latestArrival(YOUNGEST, now)])
  const mine = isListed(actor, QUEUE_OF[actor.access_level], { returned })
  const parts = await cachedGroups(db, key, await listVersions(db, actor), async (regions) => {
    const wanted = (await searchCondition(db, columns, text)) ?? sql`true`
    const found = await sql<RecordGroup & { region_id: number }>`
      select region_id, record_status, office_id, ${ageReached(now)} as ages, review_round as round, is_warned as warned,
        ${POINTS_OF} as points, count(*) as count
      from ${rowsFor(db, actor, { warnings: 'with' })} as rows
      where region_id = any(${regions}::integer[]) and ${mine} and ${wanted}
      group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
    return new Map(regions.map((region) => [region, found.rows.filter((row) => row.region_id === region)]))
  })
  return parts.flatMap(({ part }) => part ?? [])
}

/**
 * Counts how many records of the caller's approval list each choice of each filter would leave, with the search and
 * the other filters applied. Groups are cached by region, so that a change counts only its own region again.
 */
export async function countChoices(
  ctx: Asking,
  queue: RecordList,
  { search, returned, ...chosen }: ChoicesQuery,
): Promise<QueueChoices> {
  const groups = await countGroups(ctx, queue, { search, returned })
  const ids = [...new Set(groups.map(({ office_id }) => office_id))]
  const offices = await ctx.db
    .selectFrom('offices')
    .select(['offices.id', 'offices.name'])
    .where('offices.id', 'in', [0, ...ids])
    .orderBy('offices.name')
    .execute()
  const counts = countsOfChoices(groups, chosen, {
    record_status: STATUSES,
    office_id: offices.map(({ id }) => String(id)),
    age: AGES,
    round: ROUNDS,
    warnings: WARNING_CHOICES,
    points: POINT_CHOICES,
  })
  const office_id = counts.office_id.map((one, at) => ({ ...one, name: offices[at]?.name ?? '' }))
  return { ...counts, office_id }
}
