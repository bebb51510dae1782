import { type Selectable, sql } from 'kysely'
import type { FileUploads } from '../../db/types.ts'
import type { FileKind } from '../../shared/files/files.schema.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'

/**
 * A resumable upload; `file_id` once it has become a file. Of its bytes `received` are in the file store, since
 * `received_at`, in these pieces.
 */
export type FileUpload = Selectable<FileUploads> & { kind: FileKind }

/** Lets no one else begin an upload for this person until the transaction ends, so that no one passes a limit. */
export const lockUploadsOf = (db: Db, user_id: number): Promise<void> =>
  lockUntilCommit(db, `uploads of ${user_id}`)

export async function insertUpload(
  db: Db,
  upload: Pick<FileUpload, 'kind' | 'name' | 'size' | 'created_at'> & { uploaded_by: number },
): Promise<FileUpload> {
  const row = await db
    .insertInto('file_uploads')
    .values({ ...upload, received_at: upload.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as FileUpload
}

/** This person's upload of this id that began after `since`, or null. */
export async function findUpload(
  db: Db,
  id: string,
  of: { uploaded_by: number; since: string },
): Promise<FileUpload | null> {
  const row = await db
    .selectFrom('file_uploads')
    .selectAll()
    .where('file_uploads.id', '=', id)
    .where('file_uploads.uploaded_by', '=', of.uploaded_by)
    .where('file_uploads.created_at', '>', of.since)
    .executeTakeFirst()
  return (row as FileUpload | undefined) ?? null
}

/** What this person has begun and not ended, oldest first. */
export async function listUnfinishedUploads(db: Db, uploaded_by: number): Promise<FileUpload[]> {
  const rows = await db
    .selectFrom('file_uploads')
    .selectAll()
    .where('file_uploads.uploaded_by', '=', uploaded_by)
    .where('file_uploads.file_id', 'is', null)
    .orderBy('file_uploads.created_at')
    .execute()
  return rows as FileUpload[]
}

/** How many bytes this person has begun to upload and not ended. */
export async function sumUnfinishedUploads(db: Db, uploaded_by: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('file_uploads')
    .select(sql<number>`coalesce(sum(file_uploads.size), 0)::bigint`.as('bytes'))
    .where('file_uploads.uploaded_by', '=', uploaded_by)
    .where('file_uploads.file_id', 'is', null)
    .executeTakeFirstOrThrow()
  return bytes
}

/** What an upload consists of. */
export type UploadProgress = Pick<FileUpload, 'received' | 'received_at' | 'pieces'>

/**
 * So much of an upload has come, where `before` had. False when it has gone on elsewhere, has become a file or was given
 * up: then nothing has changed.
 */
export async function recordReceived(
  db: Db,
  id: string,
  before: number,
  now: UploadProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_uploads')
    .set(now)
    .where('file_uploads.id', '=', id)
    .where('file_uploads.received', '=', before)
    .where('file_uploads.file_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The upload is this file from now on. Refuses when it became one meanwhile, or was given up. */
export async function recordFinished(db: Db, id: string, file_id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('file_uploads')
    .set({ file_id })
    .where('file_uploads.id', '=', id)
    .where('file_uploads.file_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('conflict')
}

/** Forgets an upload. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('file_uploads.id', '=', id).execute()
}

/** Forgets an upload that has become no file and, where `received` is given, has not gone on; whether it did. */
export async function deleteUnfinished(db: Db, id: string, received?: number): Promise<boolean> {
  const one = db
    .deleteFrom('file_uploads')
    .where('file_uploads.id', '=', id)
    .where('file_uploads.file_id', 'is', null)
  const asSeen = received === undefined ? one : one.where('file_uploads.received', '=', received)
  return (await asSeen.executeTakeFirst()).numDeletedRows === 1n
}

/** Forgets the uploads that began before this moment. */
export async function deleteUploadsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('file_uploads.created_at', '<=', before).execute()
}

/** Which of these ids are uploads that have not ended. */
export async function listOpenUploads(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('file_uploads')
    .select('file_uploads.id')
    .where('file_uploads.id', 'in', ids)
    .where('file_uploads.file_id', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}
