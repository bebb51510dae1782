import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  AGES,
  latestArrival,
  MAX_ROUNDS,
  type RecordFilters,
  type RecordGroup,
} from '../../shared/review/record-filters.ts'
import type { RecordTable } from './record.kind.ts'

/** The columns that filters need besides those that the rows of a list show. */
export const filterColumns = <Name extends RecordTable['name']>(table: Name) =>
  [
    `${table}.review_round`,
    // check constraints: waiting_since is set only in review, approved_at only after the final approval
    sql<string>`coalesce(${sql.ref(`${table}.waiting_since`)}, ${sql.ref(`${table}.approved_at`)},
      greatest(${sql.ref(`${table}.returned_at`)}, ${sql.ref(`${table}.recalled_at`)}),
      ${sql.ref(`${table}.created_at`)})`.as('came_at'),
  ] as const

/** Whether a list is filtered by warnings, so that its rows need the column `is_warned`. */
export const asksForWarnings = ({ warnings }: RecordFilters): boolean => warnings !== undefined

/** Which choice of POINT_CHOICES a row belongs to; null without a point that is open or answered. */
export const POINTS_OF = sql<RecordGroup['points']>`case when rows.open_points > 0 then 'open'
  when rows.answered_points > 0 then 'answered' end`

type Filters = RecordFilters & { reporting_year?: number | undefined }

/** Returns the chosen filters as a condition on the rows of a list; undefined without any. */
export function filterCondition(
  { record_status, status, office_id, age, round, warnings, points, reporting_year }: Filters,
  now: Date,
): RawBuilder<SqlBool> | undefined {
  const conditions = [
    record_status === undefined ? [] : sql`rows.record_status = ${record_status}`,
    status === undefined ? [] : sql`rows.status = ${status}`,
    office_id === undefined ? [] : sql`rows.office_id = ${office_id}`,
    age === undefined ? [] : sql`rows.came_at <= ${latestArrival(age, now)}::timestamptz`,
    round === undefined
      ? []
      : sql`least(rows.review_round, ${sql.lit(MAX_ROUNDS)}) = ${Number(round)}::integer`,
    reporting_year === undefined ? [] : sql`rows.reporting_year = ${reporting_year}`,
    warnings === undefined ? [] : warnings === 'with' ? sql`rows.is_warned` : sql`not rows.is_warned`,
    points === undefined ? [] : sql`${POINTS_OF} = ${points}`,
  ].flat()
  return conditions.length === 0 ? undefined : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** The number of AGES that a row has reached. */
export const ageReached = (now: Date): RawBuilder<number> =>
  sql<number>`(${sql.join(
    AGES.map((age) => sql`(rows.came_at <= ${latestArrival(age, now)}::timestamptz)::integer`),
    sql` + `,
  )})`
