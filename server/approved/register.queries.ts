import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { ApprovedSites, DB } from '../../db/types.ts'
import { asOfComplaint } from '../../shared/lib/as-of.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay, manilaMoment } from '../../shared/lib/dates.ts'
import type { Db } from '../database/db.ts'
import { invalid } from '../lib/errors.ts'

/** The rows of the public list as they are now, or as they were when a day ended in Manila. */
export function registerTable(as_of: string | undefined): RawBuilder<Selectable<ApprovedSites>> {
  if (as_of === undefined) return sql`approved_sites`
  const end = manilaMoment(addDays(as_of, 1))
  return sql`(
    select site_profile_id, region_id, office_id, site_activity_id, approved_at, grades, province_id, created_by
    from approved_site_history where since < ${end} and (until is null or until >= ${end})
  )`
}

/**
 * What the public may see, for a query: finally approved, activated profiles, each with its latest approved activity
 * (S-90), of now or of a day. All that reads the approved sites reads them here, with its question in `tests/api/as-of.test.ts`.
 */
export function registerAsOf(
  db: Pick<Db, 'selectFrom'>,
  as_of: string | undefined,
): SelectQueryBuilder<DB, 'approved_sites', object> {
  if (as_of === undefined) return db.selectFrom('approved_sites')
  const then = registerTable(as_of).as('approved_sites')
  return db.selectFrom(then) as unknown as SelectQueryBuilder<DB, 'approved_sites', object>
}

/** Refuses a day that has not come yet. */
export function requirePastDay(as_of: string | undefined, now: Date): void {
  const complaint = as_of === undefined ? null : asOfComplaint(as_of, manilaDay(now))
  if (complaint) throw invalid({ as_of: [complaint] })
}
