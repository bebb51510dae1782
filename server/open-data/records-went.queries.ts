import { sql } from 'kysely'
import { type Level, LEVELS } from '../../shared/access/levels.ts'
import { RECORD_KINDS } from '../../shared/access/record-kinds.ts'
import { addDays, monthsBefore } from '../../shared/lib/date-range.ts'
import { manilaMoment } from '../../shared/lib/dates.ts'
import {
  countryFigure,
  type RecordsWent,
  type Went,
  type WentFigure,
} from '../../shared/open-data/records-went.ts'
import { registerTable } from '../approved/register.queries.ts'
import { literals } from '../context/authors.queries.ts'
import { isInHistory } from '../claims/altered-steps.queries.ts'
import { shippedRegion } from '../claims/word-differences.queries.ts'
import { STATING_EVENT } from '../claims/stated.queries.ts'
import type { Db } from '../database/db.ts'
import { type FactsOf, moduleOf } from '../review/public-facts.queries.ts'

const MONTHS = 12
const RETURNS = LEVELS.map((level) => `Returned (${level})`)
const DECISIONS = [...LEVELS.map((level) => `Approved (${level})`), ...RETURNS]
const MOVES = ['Submitted', 'Recalled', ...DECISIONS]
const NONE: WentFigure = { count: 0, value: null }

/** Of a region, or with null of the country; of the waits for a level, or with null of the returns. */
type Row = { region_id: number | null; level: Level | null; count: number; value: number | null }

type Period = { from: string; until: string }

/**
 * The decisions in a period on one kind of record, as the log states them, with the time of the step before, and of a final
 * approval how often the record was returned until then. A decision that the history of its record does not have, or has
 * at another time, is left out. Of all the rest of the log only the rows about these records are read.
 */
const decisionsOf = (kind: FactsOf, { from, until }: Period) => {
  const rowsBefore = (events: readonly string[]) => sql`audit_logs as earlier
    where earlier.auditable_type = ${moduleOf(kind)} and earlier.auditable_id = log.auditable_id
      and earlier.event in (${literals(events)}) and earlier.id < log.id`
  return sql`
    select records.region_id, substring(log.event from '\\((.+)\\)') as level, log.created_at as at,
      (select earlier.created_at from ${rowsBefore(MOVES)} order by earlier.id desc limit 1) as before,
      case when log.event = ${STATING_EVENT} then (select count(*) from ${rowsBefore(RETURNS)}) end as returns
    from audit_logs as log join ${sql.table(RECORD_KINDS[kind].table.name)} as records on records.id = log.auditable_id
    where log.auditable_type = ${moduleOf(kind)} and log.event in (${literals(DECISIONS)})
      and log.created_at >= ${from} and log.created_at < ${until} and ${isInHistory(sql.ref('records.record_id'))}`
}

/**
 * Counts how records went in each region and in the country in the twelve months up to a day, in Manila. History is only
 * added to, so the figures of a day are the same whenever they are counted.
 */
export async function countRecordsWent(db: Db, last: string): Promise<RecordsWent> {
  const first = addDays(monthsBefore(last, MONTHS), 1)
  const period = { from: manilaMoment(first), until: manilaMoment(addDays(last, 1)) }
  const { rows } = await sql<Row>`
    with decisions as (
      ${decisionsOf('site', period)} union all ${decisionsOf('activity', period)}
    ), decided as (
      select region_id, level, returns, greatest(date_part('epoch', at - before) / 86400, 0) as days
      from decisions
    )
    select region_id, level, count(*) as count,
      round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8 as value
    from decided where days is not null group by grouping sets ((region_id, level), (level))
    union all
    select region_id, null, count(*), round(100 * avg((returns > 0)::integer))::float8
    from decided where returns is not null group by grouping sets ((region_id), ())`.execute(db)
  const { rows: regions } = await sql<{ id: number; name: string; sites: number; overdue: number }>`
    select regions.id, regions.name, count(sites.site_profile_id) as sites,
      count(*) filter (where sites.approved_at < ${period.from}) as overdue
    from regions left join ${registerTable(last)} as sites on sites.region_id = regions.id
    group by regions.id order by regions.sort_order`.execute(db)
  const figure = (region_id: number | null, level: Level | null): WentFigure => {
    const { count, value } = rows.find((row) => row.region_id === region_id && row.level === level) ?? NONE
    return { count, value }
  }
  const figuresOf = (of: (level: Level | null) => WentFigure): Pick<Went, 'waited' | 'returned'> => ({
    waited: Object.fromEntries(LEVELS.map((level) => [level, of(level)])) as Went['waited'],
    returned: of(null),
  })
  return {
    first,
    last,
    regions: regions.map(({ id, name, sites, overdue }) => ({
      region: shippedRegion({ id, name }),
      ...figuresOf((level) => figure(id, level)),
      sites,
      overdue,
    })),
    country: {
      ...figuresOf((level) =>
        countryFigure(
          figure(null, level),
          regions.map(({ id }) => figure(id, level)),
        ),
      ),
      sites: regions.reduce((sum, { sites }) => sum + sites, 0),
      overdue: regions.reduce((sum, { overdue }) => sum + overdue, 0),
    },
  }
}
