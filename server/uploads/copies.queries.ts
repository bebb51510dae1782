import { sql } from 'kysely'
import type { ReviewedActivity } from '../../shared/activities/activities.policy.ts'
import { COPIES_MAX_PLACES, type CopyPlace, type StorageUse } from '../../shared/files/files.schema.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import type { Db } from '../database/db.ts'
import { reviewed } from '../store/files.queries.ts'

type InActivity = ReviewedActivity & {
  id: number
  site_profile_id: number
  code: string
  indicator: string
}
type InSite = Reviewed & { id: number; code: string; as: Exclude<CopyPlace['as'], 'evidence'> }

/** A file with the same content as a requested one, and its record. */
export type Copy = { file_id: number; activity: InActivity | null; site: InSite | null }

/**
 * Returns a few other attached files with the content of each of these. One lookup in the index of fingerprints per
 * file, however many copies there are.
 */
export async function listCopies(db: Db, file_ids: number[]): Promise<Copy[]> {
  const indicator = sql`concat_ws('.', site_principles.principle_number, site_criteria.order,
    site_criteria_indicators.order)`
  const activity = reviewed<InActivity>(
    'site_activities',
    sql`, 'site_profile_id', site_activities.site_profile_id, 'code', site_activities.site_profile_code,
      'indicator', ${indicator}, 'site_profile_status',
      (select owner.status from site_profiles as owner where owner.id = site_activities.site_profile_id)`,
  )
  const site = reviewed<InSite>(
    'site_profiles',
    sql`, 'code', site_profiles.code,
      'as', case copies.id when site_profiles.agreement_id then 'agreement' when site_profiles.map_kml_id then 'map_kml'
        else 'land' end`,
  )
  const { rows } = await sql<Copy>`
    select files.id as file_id, found.activity, found.site
    from files
    cross join lateral (
      select ${activity} as activity, ${site} as site
      from files as copies
      left join site_activity_means on site_activity_means.file_id = copies.id
      left join site_activities on site_activities.id = site_activity_means.site_activity_id
      left join site_criteria_indicators
        on site_criteria_indicators.id = site_activity_means.sites_criteria_indicator_id
      left join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
      left join site_principles on site_principles.id = site_criteria.sites_principle_id
      left join land_files on land_files.file_id = copies.id
      left join site_profiles on site_profiles.agreement_id = copies.id or site_profiles.map_kml_id = copies.id
        or site_profiles.id = land_files.site_profile_id
      where copies.sha256 = files.sha256 and copies.id <> files.id
        and (site_activities.id is not null or site_profiles.id is not null)
      limit ${COPIES_MAX_PLACES}
    ) as found
    where files.id = any(${file_ids})
    order by files.id`.execute(db)
  return rows
}

/** Returns the storage in use: uploaded files, and cleaned copies of photographs. */
export async function measureStorage(db: Db): Promise<StorageUse> {
  const total = sql<number>`coalesce(sum(size), 0)::bigint`
  const { files, bytes } = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('files'), total.as('bytes')])
    .executeTakeFirstOrThrow()
  const { copy_bytes } = await db
    .selectFrom('file_renditions')
    .select(total.as('copy_bytes'))
    .executeTakeFirstOrThrow()
  return { files, bytes, copy_bytes }
}
