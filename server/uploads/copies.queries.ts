import { sql } from 'kysely'
import { COPIES_MAX_PLACES, type StorageUse } from '../../shared/files/files.schema.ts'
import type { Db } from '../database/db.ts'
import { JOINED_RECORDS, RECORD_OF_FILE, type RecordOfFile } from '../store/files.queries.ts'

/** A file with the same content as a requested one: its record, and of evidence its outcome indicator. */
export type Copy = { file_id: number; record: RecordOfFile; indicator: string | null }

/**
 * Returns a few other attached files with the content of each of these. One lookup in the index of fingerprints per
 * file, however many copies there are.
 */
export async function listCopies(db: Db, file_ids: number[]): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select files.id as file_id, found.record, found.indicator
    from files
    cross join lateral (
      select ${RECORD_OF_FILE} as record, nullif(concat_ws('.', site_principles.principle_number,
        site_criteria.order, site_criteria_indicators.order), '') as indicator
      from files as copies
      join record_files on record_files.file_id = copies.id ${JOINED_RECORDS}
      left join site_activity_means on site_activity_means.file_id = copies.id
      left join site_criteria_indicators
        on site_criteria_indicators.id = site_activity_means.sites_criteria_indicator_id
      left join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
      left join site_principles on site_principles.id = site_criteria.sites_principle_id
      where copies.sha256 = files.sha256 and copies.id <> files.id and record_files.id is not null
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
