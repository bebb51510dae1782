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
