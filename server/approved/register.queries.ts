import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { ApprovedSites, DB } from '../../db/types.ts'
import { asOfComplaint } from '../../shared/lib/as-of.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay, manilaMoment } from '../../shared/lib/dates.ts'
import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import type { Db } from '../database/db.ts'
import { invalid } from '../lib/errors.ts'
import { approvedVersion } from '../review/record-changes.queries.ts'

/** The moment at which a day ends in Manila; null for the present list. */
export const endOf = (as_of: string | undefined): string | null =>
  as_of === undefined ? null : manilaMoment(addDays(as_of, 1))

/** The rows of the public list, now or as of a day, which ends at midnight in Manila. */
export function registerTable(as_of: string | undefined): RawBuilder<Selectable<ApprovedSites>> {
  const end = endOf(as_of)
  if (end === null) return sql`approved_sites`
  return sql`(
    select site_profile_id, region_id, office_id, site_activity_id, approved_at, grades, province_id, created_by
    from approved_site_history where since < ${end} and (until is null or until >= ${end})
  )`
}

/**
 * The public list for a query, now or as of a day: finally approved, activated profiles, each with its latest approved
 * activity (S-90). Every query of approved sites starts here and has a case in `tests/api/as-of.test.ts`.
 */
export function registerAsOf(
  db: Pick<Db, 'selectFrom'>,
  as_of: string | undefined,
): SelectQueryBuilder<DB, 'approved_sites', object> {
  if (as_of === undefined) return db.selectFrom('approved_sites')
  const then = registerTable(as_of).as('approved_sites')
  return db.selectFrom(then) as unknown as SelectQueryBuilder<DB, 'approved_sites', object>
}

/** Rejects a day in the future. */
export function requirePastDay(as_of: string | undefined, now: Date): void {
  const complaint = as_of === undefined ? null : asOfComplaint(as_of, manilaDay(now))
  if (complaint) throw invalid({ as_of: [complaint] })
}

/** Returns a version of the public list that changes with its sites, and with which of them do not match the log. */
export async function registerVersion(db: Db): Promise<string> {
  const altered = await listAlteredSites(db)
  return [await approvedVersion(db), ...altered].join(' ')
}

/** The rows that the page of an activity is made of, beside the activity's own and its `profile`. */
const ROWS_OF_SITE = [
  sql`site_activities as one where one.site_profile_id = profile.id`,
  sql`approved_sites where site_profile_id = profile.id`,
  sql`approval_withdrawals where record_id in (profile.record_id, activity.record_id)`,
  sql`site_boundaries where site_profile_id = profile.id`,
  sql`land_instruments where site_profile_id = profile.id`,
  sql`offices where id = profile.office_id`,
  sql`regions where id = profile.region_id`,
  sql`provinces where id = profile.province_id`,
  sql`cities where id = profile.city_id`,
  sql`altered_records where kind = 'site' and record = profile.id`,
]

/**
 * Returns the transactions that wrote the rows of an activity's page: another text after any change of them, also by somebody who
 * writes past the product, with triggers off.
 */
export async function siteVersion(db: Db, site_activity_id: number): Promise<string> {
  const written = ROWS_OF_SITE.map((rows) => sql`array(select xmin from ${rows})`)
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', profile.xmin, ${sql.join(written)}) as version
    from site_activities as activity join site_profiles as profile on profile.id = activity.site_profile_id
    where activity.id = ${site_activity_id}`.execute(db)
  return rows[0]?.version ?? ''
}
