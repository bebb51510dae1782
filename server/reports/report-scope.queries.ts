import { type RawBuilder, sql } from 'kysely'
import { type Actor, effectiveRank } from '../../shared/access/actor.ts'
import type { ReportScope } from '../../shared/dashboard/report-scope.ts'
import { inScope } from '../database/scope.ts'

type Condition = RawBuilder<boolean>

/**
 * The SQL twin of `mayReport`, for a `where` on profiles or activities: a PENRO sees its office and the finally
 * approved records of its region (C-33).
 */
export function reportableBy(actor: Actor, table: 'site_profiles' | 'site_activities'): Condition {
  if (actor.access_level !== 'PENRO' || !effectiveRank(actor)) return inScope(actor, table)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const isOfRegion = sql`${column('region_id')} = ${actor.region_id ?? -1}`
  return sql`(${inScope(actor, table)} or (${column('site_status')} = 'Approved' and ${isOfRegion}))`
}

/** The SQL twin of `isInScope`, for a `where` on profiles. */
export function inReportScope({ region_id, province_id, created_by }: ReportScope): Condition {
  const conditions = [
    ...(region_id === null ? [] : [sql`site_profiles.region_id = ${region_id}`]),
    ...(province_id === null ? [] : [sql`site_profiles.province_id = ${province_id}`]),
    ...(created_by === null ? [] : [sql`site_profiles.created_by = ${created_by}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}
