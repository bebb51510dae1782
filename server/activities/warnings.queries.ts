import { sql } from 'kysely'
import { warningLabels } from '../../shared/review/warning-labels.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'

type StoredWarnings = { id: number; quarantined: number; larger_parts: number; same_year: number }

/** The figures of all activities that are larger than the figure of which they are a part. */
export const PARTS_LARGER_THAN_WHOLE = sql`
  from site_activity_figures as part
  join indicator_figures as part_figure on part_figure.id = part.indicator_figure_id
  join indicator_figures as whole_figure
    on whole_figure.sites_criteria_indicator_id = part_figure.sites_criteria_indicator_id
    and whole_figure.name = part_figure.part_of
  join site_activity_figures as whole
    on whole.indicator_figure_id = whole_figure.id and whole.site_activity_id = part.site_activity_id
  where part.value > whole.value`

/** The other activated activities of the same site for the same year. */
export const OTHERS_OF_SAME_YEAR = sql`
  select from site_activities as other
  where other.site_profile_id = site_activities.site_profile_id
    and other.reporting_year = site_activities.reporting_year
    and other.id <> site_activities.id and other.status = 'Activated'`

/** Returns the warnings of these activities, a few words per warning, by id. */
export async function listWarningLabelsOfActivities(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<StoredWarnings>`
    select site_activities.id, (
      select count(*) from site_activity_means
      join files on files.id = site_activity_means.file_id
      where site_activity_means.site_activity_id = site_activities.id and files.scan_status = 'quarantined'
    ) as quarantined,
    (select count(*) ${PARTS_LARGER_THAN_WHOLE} and part.site_activity_id = site_activities.id) as larger_parts,
    (select count(*) from (${OTHERS_OF_SAME_YEAR}) as others) as same_year
    from site_activities where site_activities.id = any(${arrayOfIds(ids)})`.execute(db)
  return new Map(rows.map(({ id, ...stored }) => [id, warningLabels(stored)]))
}
