import { type Migration, Migrator, NO_MIGRATIONS, sql, type Kysely } from 'kysely'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { DB } from '../../db/types.ts'
import places from '../../db/migrations/0001_places.sql?raw'
import usersAndRoles from '../../db/migrations/0002_users_and_roles.sql?raw'
import auditLogs from '../../db/migrations/0003_audit_logs.sql?raw'
import files from '../../db/migrations/0004_files.sql?raw'
import principles from '../../db/migrations/0005_principles.sql?raw'
import siteProfiles from '../../db/migrations/0006_site_profiles.sql?raw'
import siteActivities from '../../db/migrations/0007_site_activities.sql?raw'
import installation from '../../db/migrations/0008_installation.sql?raw'
import generatedPasswords from '../../db/migrations/0009_generated_passwords.sql?raw'
import principleBatches from '../../db/migrations/0010_principle_batches.sql?raw'
import fileUploads from '../../db/migrations/0011_file_uploads.sql?raw'
import reviewSnapshots from '../../db/migrations/0012_review_snapshots.sql?raw'
import draftsAndPhotos from '../../db/migrations/0013_drafts_and_photos.sql?raw'
import auditChain from '../../db/migrations/0014_audit_chain.sql?raw'
import reports from '../../db/migrations/0015_reports.sql?raw'
import dashboard from '../../db/migrations/0016_dashboard.sql?raw'
import keptCounts from '../../db/migrations/0017_kept_counts.sql?raw'
import fileBoundaries from '../../db/migrations/0018_file_boundaries.sql?raw'
import recordChanges from '../../db/migrations/0019_record_changes.sql?raw'
import siteOverlaps from '../../db/migrations/0020_site_overlaps.sql?raw'
import signIn from '../../db/migrations/0021_sign_in.sql?raw'
import auditVisibility from '../../db/migrations/0022_audit_visibility.sql?raw'
import formSubmissions from '../../db/migrations/0023_form_submissions.sql?raw'
import mailChoice from '../../db/migrations/0025_mail_choice.sql?raw'
import search from '../../db/migrations/0026_search.sql?raw'

const migration = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db)
  },
})

/** Listed by hand, so that the order is visible and the bundle holds them. Forward only. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_places': migration(places),
  '0002_users_and_roles': migration(usersAndRoles),
  '0003_audit_logs': migration(auditLogs),
  '0004_files': migration(files),
  '0005_principles': migration(principles),
  '0006_site_profiles': migration(siteProfiles),
  '0007_site_activities': migration(siteActivities),
  '0008_installation': migration(installation),
  '0009_generated_passwords': migration(generatedPasswords),
  '0010_principle_batches': migration(principleBatches),
  '0011_file_uploads': migration(fileUploads),
  '0012_review_snapshots': migration(reviewSnapshots),
  '0013_drafts_and_photos': migration(draftsAndPhotos),
  '0014_audit_chain': migration(auditChain),
  '0015_reports': migration(reports),
  '0016_dashboard': migration(dashboard),
  '0017_kept_counts': migration(keptCounts),
  '0018_file_boundaries': migration(fileBoundaries),
  '0019_record_changes': migration(recordChanges),
  '0020_site_overlaps': migration(siteOverlaps),
  '0021_sign_in': migration(signIn),
  '0022_audit_visibility': migration(auditVisibility),
  '0023_form_submissions': migration(formSubmissions),
  '0025_mail_choice': migration(mailChoice),
  '0026_search': migration(search),
}

const migrator = (db: Kysely<DB>) =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })

/** Brings the schema up to date, one instance at a time; the job queue's own schema included. */
export async function migrate(db: Kysely<DB>, pool: pg.Pool): Promise<void> {
  const { error } = await migrator(db).migrateToLatest()
  if (error) throw error
  await runMigrations({ pgPool: pool })
}

/** An empty database in which the migrator can note what has run. */
export async function prepareForMigrations(db: Kysely<DB>): Promise<void> {
  const { error } = await migrator(db).migrateTo(NO_MIGRATIONS)
  if (error) throw error
}

/** Whether every migration of this build has run. */
export async function isMigrated(db: Kysely<DB>): Promise<boolean> {
  const all = await migrator(db).getMigrations()
  return all.every((one) => one.executedAt !== undefined)
}
