import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../lib/db.ts'
import { visibleTo } from './sites.queries.ts'

/** Enough to be warned. */
const MOST = 10

type Project = {
  name_of_partner: string
  city_id: number
  project_year_start: number
  project_year_end: number
  site_profile_id?: number | undefined
}

/**
 * Activated profiles this person may see with the same partner, whatever its case and accents (S-128), municipality
 * and project years (S-43). Looks through
 * the profiles of one municipality only.
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
    .orderBy('site_profiles.code')
    .limit(MOST)
    .execute()
