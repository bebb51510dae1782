import { type Insertable, sql } from 'kysely'
import type { SiteActivityMeans } from '../../db/types.ts'
import type { Upload, VerificationEntry } from '../../shared/activities/activities.schema.ts'
import { gradeField, type Grades } from '../../shared/activities/grading.ts'
import type { ScanStatus } from '../../shared/files/files.schema.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principles.schema.ts'
import type { Db } from '../database/db.ts'

/** The eight stored grades of an activity as one JSON column; a check constraint limits them to the four texts. */
export const gradesColumn = (table: 'site_activities' | 'latest' | 'other') =>
  sql<Grades>`jsonb_build_object(${sql.join(
    PRINCIPLE_NUMBERS.map(gradeField).flatMap((field) => [sql.lit(field), sql.ref(`${table}.${field}`)]),
  )})`

/** Lists the evidence of an activity, in the order of principles, criteria, indicators and files. */
export async function listVerification(db: Db, site_activity_id: number): Promise<VerificationEntry[]> {
  const rows = await db
    .selectFrom('site_activity_means')
    .innerJoin('files', 'files.id', 'site_activity_means.file_id')
    .innerJoin(
      'site_criteria_indicators',
      'site_criteria_indicators.id',
      'site_activity_means.sites_criteria_indicator_id',
    )
    .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
    .innerJoin('site_principles', 'site_principles.id', 'site_criteria.sites_principle_id')
    .select([
      'site_principles.id as sites_principle_id',
      'site_criteria.id as sites_criteria_id',
      'site_criteria_indicators.id as sites_criteria_indicator_id',
      'files.id as upload_id',
      'files.name as upload_file_name',
      'files.size',
      'files.media_type',
      'files.sha256',
      'files.created_at',
      sql<ScanStatus>`files.scan_status`.as('scan_status'),
    ])
    .where('site_activity_means.site_activity_id', '=', site_activity_id)
    .orderBy('site_principles.principle_number')
    .orderBy('site_criteria.order')
    .orderBy('site_criteria_indicators.order')
    .orderBy('site_activity_means.id')
    .execute()
  const entries = new Map<number, VerificationEntry>()
  for (const { sites_principle_id, sites_criteria_id, sites_criteria_indicator_id, ...upload } of rows) {
    const entry = entries.get(sites_criteria_indicator_id) ?? {
      sites_principle_id,
      sites_criteria_id,
      sites_criteria_indicator_id,
      upload: [] as Upload[],
    }
    entry.upload.push(upload)
    entries.set(sites_criteria_indicator_id, entry)
  }
  return [...entries.values()]
}

/** Inserts files as evidence under an indicator. */
export async function insertMeans(
  db: Db,
  means: Omit<Insertable<SiteActivityMeans>, 'id' | 'file_id'>,
  file_ids: readonly number[],
): Promise<void> {
  if (file_ids.length === 0) return
  const rows = file_ids.map((file_id) => ({ ...means, file_id }))
  await db.insertInto('site_activity_means').values(rows).execute()
}

/** Removes these files from the evidence of an activity. */
export async function deleteMeans(
  db: Db,
  site_activity_id: number,
  file_ids: readonly number[],
): Promise<void> {
  if (file_ids.length === 0) return
  await db
    .deleteFrom('site_activity_means')
    .where('site_activity_means.site_activity_id', '=', site_activity_id)
    .where('site_activity_means.file_id', 'in', [...file_ids])
    .execute()
}

/** Saves grades that changed without a user's action, and raises the revision. */
export async function saveGrades(db: Db, site_activity_id: number, grades: Grades): Promise<void> {
  await db
    .updateTable('site_activities')
    .set((eb) => ({ ...grades, revision: eb('revision', '+', 1) }))
    .where('site_activities.id', '=', site_activity_id)
    .execute()
}
