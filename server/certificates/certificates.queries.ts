import { type Selectable, sql } from 'kysely'
import type { Certificates } from '../../db/types.ts'
import type { Db } from '../database/db.ts'

/** A certificate as it is kept. */
export type StoredCertificate = Selectable<Certificates>

/** The certificate of a record with this content; null while there is none. */
export const findCertificateOf = async (
  db: Db,
  { site_activity_id, sha256 }: Pick<StoredCertificate, 'site_activity_id' | 'sha256'>,
): Promise<StoredCertificate | null> =>
  (await db
    .selectFrom('certificates')
    .selectAll()
    .where('site_activity_id', '=', site_activity_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst()) ?? null

/** Of two who open it first at once, one adds it, and the other waits and adds nothing. */
export async function insertCertificate(db: Db, certificate: StoredCertificate): Promise<void> {
  await db
    .insertInto('certificates')
    .values(certificate)
    .onConflict((conflict) => conflict.columns(['site_activity_id', 'sha256']).doNothing())
    .execute()
}

/** Notes the checkpoint of a certificate that had none. */
export async function addCheckpoint(db: Db, code: string, log_checkpoint: string): Promise<void> {
  await db
    .updateTable('certificates')
    .set({ log_checkpoint })
    .where('code', '=', code)
    .where('log_checkpoint', 'is', null)
    .execute()
}

/** A certificate with where its record is now. */
export type CertificateWithState = StoredCertificate & {
  deactivated_at: string | null
  /** the activity of its site that the public list shows; null while it shows none */
  latest_id: number | null
}

/** The certificate of a code, and what has become of its record; null where no such code was issued. */
export const findCertificate = async (db: Db, code: string): Promise<CertificateWithState | null> =>
  (await db
    .selectFrom('certificates')
    .innerJoin('site_activities', 'site_activities.id', 'certificates.site_activity_id')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_activities.site_profile_id')
    .leftJoin('approved_sites', 'approved_sites.site_profile_id', 'site_profiles.id')
    .selectAll('certificates')
    .select([
      'approved_sites.site_activity_id as latest_id',
      sql<string | null>`least(site_activities.deactivated_at, site_profiles.deactivated_at)`.as(
        'deactivated_at',
      ),
    ])
    .where('certificates.code', '=', code)
    .executeTakeFirst()) ?? null

/**
 * The activity that the public list shows of the site of an approved activity; null where that is not on the list. Anyone who
 * asks for one that is not approved learns nothing.
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
