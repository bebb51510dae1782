import { type Expression, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { PLACE_OF } from '../../shared/access/levels.ts'
import {
  AGES,
  type Alike,
  cameBefore,
  countsOfChoices,
  type QueueChoices,
  ROUNDS,
  WARNED,
} from '../../shared/review/record-filters.ts'
import type { ChoicesQuery } from '../../shared/review/review.schema.ts'
import { conditionOf, type ListColumns } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'
import { keptByRegion } from '../lib/kept-by-region.ts'
import { inScope } from '../lib/scope.ts'
import { FINDING_CHANGES } from './record-changes.queries.ts'
import { agesOf } from './record-filters.queries.ts'
import type { RecordTable } from './record.kind.ts'

/** the first of them counts all, the last is where no age is reached */
const [YOUNGEST] = AGES
/** what a level may have said of a record that it was ever asked about */
const STATUSES = ['Submitted', 'Approved']

const kept = keptByRegion(100)

/** How often the records of each region in this person's scope, and their warnings, have changed. */
async function listVersions(db: Db, actor: Actor) {
  const { rows } = await sql<{ region_id: number; version: number }>`
    select region_id, sum(records)::bigint + ${FINDING_CHANGES} as version
    from record_changes where ${inScope(actor)} group by region_id`.execute(db)
  return rows
}

/** The records of an approval list in groups that are alike in all that it is narrowed by, as they are now. */
async function listAlike(
  db: Db,
  actor: Actor,
  { name }: RecordTable,
  rows: Expression<unknown>,
  columns: ListColumns,
  search: string | undefined,
  now: Date,
): Promise<Alike[]> {
  const place = PLACE_OF[actor.access_level]
  const text = search?.trim() ?? ''
  const scope = [actor.access_level, place && actor[place]]
  const key = JSON.stringify([name, ...scope, text, cameBefore(YOUNGEST, now)])
  const parts = await kept(db, key, await listVersions(db, actor), async (regions) => {
    const wanted = (await conditionOf(db, columns, text)) ?? sql`true`
    const found = await sql<Alike & { region_id: number }>`
      select region_id, record_status, office_id, ${agesOf(now)} as ages, review_round as round, is_warned as warned,
        count(*) as count
      from ${rows} as rows
      where region_id = any(${regions}::integer[]) and ${wanted}
      group by 1, 2, 3, 4, 5, 6`.execute(db)
    return new Map(regions.map((region) => [region, found.rows.filter((row) => row.region_id === region)]))
  })
  return parts.flatMap(({ part }) => part ?? [])
}

/**
 * What each choice of the filters leaves of an approval list, beside its search and the other filters. Groups are kept
 * region by region, so that after a change only its region is counted again; `rows` need the column `is_warned`.
 */
export async function countChoices(
  db: Db,
  actor: Actor,
  table: RecordTable,
  rows: Expression<unknown>,
  columns: ListColumns,
  { search, ...chosen }: ChoicesQuery,
  now: Date,
): Promise<QueueChoices> {
  const groups = await listAlike(db, actor, table, rows, columns, search, now)
  const ids = [...new Set(groups.map(({ office_id }) => office_id))]
  const offices = await db
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
    warnings: WARNED,
  })
  const office_id = counts.office_id.map((one, at) => ({ ...one, name: offices[at]?.name ?? '' }))
  return { ...counts, office_id }
}
