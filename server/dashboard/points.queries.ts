import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { PointTimesQuery } from '../../shared/dashboard/point-times.schema.ts'
import type { CountedPoints } from '../../shared/dashboard/point-times.ts'
import { lastMonths } from '../../shared/dashboard/figures.rules.ts'
import { POINT } from '../../shared/review/points.rules.ts'
import type { Db } from '../database/db.ts'
import { isInReach, IS_OPEN, startOf, type Table } from './records.queries.ts'

type Where = { actor: Actor; query: PointTimesQuery; since: string; regions: number[] }

/** The open points of one kind of record, and those that were sent since then and answered. */
function pointsIn(table: Table, { actor, query, since, regions }: Where): RawBuilder<unknown> {
  return sql`
    select record.region_id, record_id, threads.place ->> 'about' as about, points.sent_at,
      case when points.state <> 'open'
        then greatest(floor(date_part('epoch', points.answered_at - points.sent_at) / 86400), 0)::integer end as days
    from (
      select record_id, region_id, ${IS_OPEN} as is_open from ${sql.table(table)}
      where region_id = any(${regions}::integer[]) and ${isInReach(actor, query, table)}
    ) as record
    join threads using (record_id) join review_points as points using (id)
    where threads.kind = ${POINT.name} and (
      (points.state = 'open' and record.is_open) or (points.answered_at is not null and points.sent_at >= ${since})
    )`
}

/** Counts the points of these regions by what they are about and by the days until their answer. */
export async function countPoints(
  db: Db,
  actor: Actor,
  query: PointTimesQuery,
  now: Date,
  regions: number[],
): Promise<Map<number, CountedPoints[]>> {
  const where = { actor, query, since: startOf(lastMonths(now)[0] ?? ''), regions }
  const { rows } = await sql<CountedPoints & { region_id: number }>`
    select region_id, about, days, count(*) as count, count(distinct record_id) as records, min(sent_at) as oldest_at
    from (${pointsIn('site_profiles', where)} union all ${pointsIn('site_activities', where)}) as points
    group by 1, 2, 3`.execute(db)
  return new Map(
    regions.map((region) => [
      region,
      rows.flatMap(({ region_id, ...one }) => (region_id === region ? [one] : [])),
    ]),
  )
}
