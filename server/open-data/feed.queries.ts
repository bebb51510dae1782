import { isAltered } from '../claims/altered.queries.ts'
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

const approvals = (db: Db) =>
  db.selectFrom('approved_sites').where((eb) => eb.not(isAltered('approved_sites.site_profile_id')))

/** Counts the sites of the public list, without those that do not match the log. */
export async function countFeedApprovals(db: Db): Promise<number> {
  const { count } = await approvals(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Lists them, the newest first. Places and names are read of this page alone, not of all the pages before it. */
export const listFeedApprovals = (db: Db, limit: number, offset: number): Promise<FeedApproval[]> =>
  db
    .selectFrom(
      approvals(db)
        .selectAll()
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
    .orderBy('approved_sites.approved_at', 'desc')
    .orderBy('approved_sites.site_profile_id')
    .execute()
