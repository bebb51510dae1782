import { sql } from 'kysely'
import type { WithdrawnApproval } from '../../shared/certificates/certificate.ts'
import type { Db } from '../database/db.ts'

/** Returns the withdrawn approval of an activity or of its profile, until both are approved again; null if there is none. */
export async function findWithdrawnApproval(
  db: Db,
  site_activity_id: number,
): Promise<WithdrawnApproval | null> {
  const { rows } = await sql<WithdrawnApproval>`
    select profile.code, profile.name_of_partner, withdrawal.confirmed_at as at, withdrawal.reason,
      approved_sites.site_activity_id as latest_id
    from site_activities as activity join site_profiles as profile on profile.id = activity.site_profile_id
      left join approved_sites on approved_sites.site_profile_id = profile.id
      join approval_withdrawals as withdrawal on withdrawal.confirmed_at is not null and (
        withdrawal.record_id = activity.record_id and activity.withdrawn_at is not null
        or withdrawal.record_id = profile.record_id and profile.withdrawn_at is not null
          and (activity.site_status = 'Approved' or activity.withdrawn_at is not null))
    where activity.id = ${site_activity_id}
    order by withdrawal.confirmed_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
