import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../database/db.ts'
import { visibleTo } from './sites.queries.ts'

/** the form key of a call without a form */
const NO_KEY = '00000000-0000-0000-0000-000000000000'
/** enough for a warning */
const MAX_DUPLICATES = 10

type Project = {
  name_of_partner: string
  city_id: number
  project_year_start: number
  project_year_end: number
  site_profile_id?: number | undefined
  /** the key of the form: a profile that the form has saved, when its answer was lost, is not its duplicate */
  form_key?: string | undefined
}

/**
 * Lists the activated profiles that the caller may see with the same municipality, project years (S-43) and partner,
 * ignoring case and accents (S-128).
 */
export const listDuplicates = (db: Db, actor: Actor, project: Project) =>
  db
    .selectFrom('site_profiles')
    .select(['site_profiles.id', 'site_profiles.code'])
    .where(visibleTo(actor))
    .where('site_profiles.city_id', '=', project.city_id)
    .where('site_profiles.status', '=', 'Activated')
    .where('site_profiles.project_year_start', '=', project.project_year_start)
    .where('site_profiles.project_year_end', '=', project.project_year_end)
    .where(sql<boolean>`search_form(site_profiles.name_of_partner) = search_form(${project.name_of_partner})`)
    .where('site_profiles.id', '<>', project.site_profile_id ?? 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('form_submissions')
            .select('form_submissions.user_id')
            .where('form_submissions.user_id', '=', actor.id)
            .where('form_submissions.form_key', '=', project.form_key ?? NO_KEY)
            .whereRef('form_submissions.record_code', '=', 'site_profiles.code'),
        ),
      ),
    )
    .orderBy('site_profiles.code')
    .limit(MAX_DUPLICATES)
    .execute()
