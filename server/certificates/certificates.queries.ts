import { type Selectable, sql } from 'kysely'
import type { Certificates } from '../../db/types.ts'
import type { Db } from '../database/db.ts'

export type StoredCertificate = Selectable<Certificates>

const COLUMNS = [
  'certificates.code',
  'certificates.content',
  'certificates.issued_at',
  'certificates.log_checkpoint',
  'certificates.sha256',
  'certificates.site_activity_id',
] as const

/** Returns the certificate of an activity with this content, or null. */
export const findCertificateOf = async (
  db: Db,
  { site_activity_id, sha256 }: Pick<StoredCertificate, 'site_activity_id' | 'sha256'>,
): Promise<StoredCertificate | null> =>
  (await db
    .selectFrom('certificates')
    .select(COLUMNS)
    .where('site_activity_id', '=', site_activity_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()) ?? null

/** Inserts a certificate. If two requests do so at once, the second one waits and inserts nothing. */
export async function insertCertificate(db: Db, certificate: StoredCertificate): Promise<void> {
  await db
    .insertInto('certificates')
    .values(certificate)
    .onConflict((conflict) => conflict.columns(['site_activity_id', 'sha256']).doNothing())
    .execute()
}

/** Stores the checkpoint of a certificate that has none. */
export async function addCheckpoint(db: Db, code: string, log_checkpoint: string): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ log_checkpoint })
    .where('code', '=', code)
    .where('log_checkpoint', 'is', null)
    .execute()
}

/** A certificate with the present state of its record. */
export type CertificateWithState = StoredCertificate & {
  deactivated_at: string | null
  /** the site's activity on the public list, or null */
  latest_id: number | null
  /** of the approval that it certifies, if that was withdrawn */
  withdrawn_at: string | null
  withdrawn_reason: string | null
}

/** Returns the certificate of a code with the state of its record; null if the code was never issued. */
export const findCertificate = async (db: Db, code: string): Promise<CertificateWithState | null> =>
  (await db
    .selectFrom('certificates')
    .innerJoin('site_activities', 'site_activities.id', 'certificates.site_activity_id')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .leftJoin('approved_sites', 'approved_sites.site_profile_id', 'site_profiles.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approval_withdrawals')
          .select(['confirmed_at', 'reason'])
          .where((is) =>
            is('approval_withdrawals.record_id', 'in', [
              is.ref('site_activities.record_id'),
              is.ref('site_profiles.record_id'),
            ]),
          )
          .whereRef('confirmed_at', '>', 'certificates.issued_at')
          .orderBy('confirmed_at')
          .limit(1)
          .as('withdrawal'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)
    .select([
      'withdrawal.confirmed_at as withdrawn_at',
      'withdrawal.reason as withdrawn_reason',
      'approved_sites.site_activity_id as latest_id',
      sql<string | null>`least(site_activities.deactivated_at, site_profiles.deactivated_at)`.as(
        'deactivated_at',
      ),
    ])
    .where('certificates.code', '=', code)
    .executeTakeFirst()) ?? null

/**
 * Returns the activity on the public list of an approved activity's site, or null. Null for an activity that is not
 * approved, so that its existence is not revealed.
 */
export async function findLatestOf(db: Db, activityId: number): Promise<number | null> {
  const row = await db
    .selectFrom('site_activities')
    .innerJoin('approved_sites', 'approved_sites.site_profile_id', 'site_activities.site_profile_id')
    .select('approved_sites.site_activity_id')
    .where('site_activities.id', '=', activityId)
    .where('site_activities.site_status', '=', 'Approved')
    .where('site_activities.status', '=', 'Activated')
    .executeTakeFirst()
  return row?.site_activity_id ?? null
}
