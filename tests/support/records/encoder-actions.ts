import type { Page } from 'playwright-core'
import type { Demo } from '../browser/demo.ts'
import { aPerson, aRole } from './people.ts'
import { button } from '../browser/screen.ts'

/** Adds a person of PENRO Laguna who may start activities but not edit them. */
export async function addActivityStarter(bureau: Demo): Promise<void> {
  const role = await aRole(bureau, {
    name: 'PENRO Starter',
    access_level: 'PENRO',
    permissions: ['dashboard_access', 'sites_activity_access', 'sites_activity_create'],
  })
  await aPerson(bureau, 'starter', { role, region: 'R04A', office: 'PENRO Laguna' })
}

/** An activity of the demo bureau in this state, Laguna's by default. */
export const activityIn = (
  { db }: Demo,
  state: 'Save as Draft' | 'Submitted' | 'Returned' | 'Approved',
  office = 'PENRO Laguna',
) =>
  db
    .selectFrom('site_activities')
    .innerJoin('offices', 'offices.id', 'site_activities.office_id')
    .selectAll('site_activities')
    .where('offices.name', '=', office)
    .where('site_activities.site_status', '=', state)
    .orderBy('site_activities.id')
    .executeTakeFirstOrThrow()

type Wanted = {
  office?: string
  /** its project runs over all of these years */
  years?: readonly number[]
}

/** A finally approved site without an open activity, where one can be started; Laguna's by default. */
export const siteToStartAt = ({ db }: Demo, { office = 'PENRO Laguna', years = [] }: Wanted = {}) =>
  db
    .selectFrom('site_profiles')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select(['site_profiles.id', 'site_profiles.code'])
    .where('offices.name', '=', office)
    .where((row) =>
      row.and(
        years.flatMap((year) => [
          row('site_profiles.project_year_start', '<=', year),
          row('site_profiles.project_year_end', '>=', year),
        ]),
      ),
    )
    .where('site_profiles.site_status', '=', 'Approved')
    .where('site_profiles.status', '=', 'Activated')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('site_activities')
            .select('site_activities.id')
            .whereRef('site_activities.site_profile_id', '=', 'site_profiles.id')
            .where('site_activities.status', '=', 'Activated')
            .where('site_activities.site_status', '<>', 'Approved'),
        ),
      ),
    )
    .orderBy('site_profiles.id')
    .executeTakeFirstOrThrow()

/** The evidence of an activity, each file with its principle. */
export const meansOf = ({ db }: Demo, site_activity_id: number) =>
  db
    .selectFrom('site_activity_means')
    .innerJoin(
      'site_criteria_indicators',
      'site_criteria_indicators.id',
      'site_activity_means.sites_criteria_indicator_id',
    )
    .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
    .innerJoin('site_principles', 'site_principles.id', 'site_criteria.sites_principle_id')
    .select([
      'site_activity_means.file_id',
      'site_criteria.sites_principle_id as principle',
      'site_principles.principle_number',
      'site_criteria.order as criteria',
      'site_criteria_indicators.order as indicator',
    ])
    .where('site_activity_means.site_activity_id', '=', site_activity_id)
    .orderBy('site_activity_means.file_id')
    .execute()

export const saveMeans = (page: Page) => button(page, /^Save Means of Verification/)
