import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import { isAmong, isUnlikeLog } from '../claims/unlike-log.queries.ts'
import type { Db } from '../database/db.ts'

/** An approval of the public list, as the feed has it. */
export type FeedApproval = {
  /** null if the site has no approved activity, and so no page */
  site_activity_id: number | null
  approved_at: string
  grades: string[] | null
  code: string
  region: string
  province: string | null
  name_of_partner: string
}

/** Counts the sites of the public list. */
export async function countFeedApprovals(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('approved_sites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Lists a page of them, the newest first, without those that do not match the log. Places and names are read of this page
 * alone, not of all the pages before it.
 */
export async function listFeedApprovals(db: Db, limit: number, offset: number): Promise<FeedApproval[]> {
  const altered = await listAlteredSites(db)
  return db
    .selectFrom(
      db
        .selectFrom('approved_sites')
        .select(['site_profile_id', 'site_activity_id', 'approved_at', 'grades'])
        .orderBy('approved_sites.approved_at', 'desc')
        .orderBy('approved_sites.site_profile_id')
        .limit(limit)
        .offset(offset)
        .as('approved_sites'),
    )
    .innerJoin('site_profiles', 'site_profiles.id', 'approved_sites.site_profile_id')
    .innerJoin('regions', 'regions.id', 'site_profiles.region_id')
    .leftJoin('provinces', 'provinces.id', 'site_profiles.province_id')
    .select(['approved_sites.site_activity_id', 'approved_sites.approved_at', 'approved_sites.grades'])
    .select(['regions.name as region', 'provinces.name as province'])
    .select(['site_profiles.code', 'site_profiles.name_of_partner'])
    .where((eb) => eb.not(isAmong('approved_sites.site_profile_id', altered)))
    .where((eb) => eb.not(isUnlikeLog({ boundary: false, at: null })))
    .orderBy('approved_sites.approved_at', 'desc')
    .orderBy('approved_sites.site_profile_id')
    .execute()
}
