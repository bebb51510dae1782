import { sql } from 'kysely'
import { type ActivityWarningFacts, activityWarnings } from '../../shared/activities/activity-warnings.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import {
  holdWarnings,
  type RecordWarnings,
  saveWarnings,
  storedWarnings,
} from '../review/warnings.queries.ts'

/** The warnings that follow from what is stored of these activities. */
async function findActivityWarnings(db: Db, ids: readonly number[]): Promise<RecordWarnings[]> {
  const { rows } = await sql<ActivityWarningFacts & Pick<RecordWarnings, 'record_id' | 'stored'>>`
    select site_activities.record_id, ${storedWarnings('site_activities')} as stored, (
      select count(*)::integer from site_activity_means
      join files on files.id = site_activity_means.file_id
      where site_activity_means.site_activity_id = site_activities.id and files.scan_status = 'quarantined'
    ) as quarantined, (
      select count(*)::integer from site_activity_figures as part
      join indicator_figures as part_figure on part_figure.id = part.indicator_figure_id
      join indicator_figures as whole_figure
        on whole_figure.sites_criteria_indicator_id = part_figure.sites_criteria_indicator_id
        and whole_figure.name = part_figure.part_of
      join site_activity_figures as whole
        on whole.indicator_figure_id = whole_figure.id and whole.site_activity_id = part.site_activity_id
      where part.site_activity_id = site_activities.id and part.value > whole.value
    ) as larger_parts, (
      select count(*)::integer from site_activities as other
      where other.site_profile_id = site_activities.site_profile_id
        and other.reporting_year = site_activities.reporting_year
        and other.id <> site_activities.id and other.status = 'Activated'
    ) as same_year
    from site_activities where site_activities.id = any(${arrayOfIds(ids)})`.execute(db)
  return rows.map(({ record_id, stored, ...facts }) => ({
    record_id,
    stored,
    warnings: activityWarnings(facts),
  }))
}

/** Stores the warnings of these activities, in the transaction that has learned something about them; as `holdWarnings` says. */
export async function storeActivityWarnings(db: Db, ids: readonly number[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  await holdWarnings(db, { name: 'site_activities' }, ids)
  return saveWarnings(db, await findActivityWarnings(db, ids), now)
}

type OfSite = { site_profile_id: number }

/** All activities of the site: a year, and whether an activity counts, concerns the others too. */
export async function listActivitiesOfSite(db: Db, { site_profile_id }: OfSite): Promise<number[]> {
  const rows = await db
    .selectFrom('site_activities')
    .select('id')
    .where('site_profile_id', '=', site_profile_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the warnings of all activities of a site. */
export const storeWarningsOfSite = async (db: Db, of: OfSite, now: Date): Promise<number> =>
  storeActivityWarnings(db, await listActivitiesOfSite(db, of), now)
