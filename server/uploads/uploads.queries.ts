import { type Selectable, sql } from 'kysely'
import type { FileUploads } from '../../db/types.ts'
import type { FileKind } from '../../shared/files/files.schema.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'

/**
 * A resumable upload. `received` bytes are in the file store, since `received_at`, in these pieces; `file_id` is set
 * once it has become a file.
 */
export type FileUpload = Selectable<FileUploads> & { kind: FileKind }

const COLUMNS = [
  'id',
  'kind',
  'name',
  'size',
  'received',
  'received_at',
  'pieces',
  'file_id',
  'uploaded_by',
  'created_at',
] as const satisfies readonly (keyof FileUploads)[]

/** Lets no other transaction begin an upload of this person until this one ends, so that limits hold. */
export const lockUploadsOf = (db: Db, user_id: number): Promise<void> =>
  lockUntilCommit(db, `uploads of ${user_id}`)

export async function insertUpload(
  db: Db,
  upload: Pick<FileUpload, 'kind' | 'name' | 'size' | 'created_at'> & { uploaded_by: number },
): Promise<FileUpload> {
  const row = await db
    .insertInto('file_uploads')
    .values({ ...upload, received_at: upload.created_at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return row as FileUpload
}

/** Returns this person's upload of this id if it began after `since`, else null. */
export async function findUpload(
  db: Db,
  id: string,
  of: { uploaded_by: number; since: string },
): Promise<FileUpload | null> {
  const row = await db
    .selectFrom('file_uploads')
    .select(COLUMNS)
    .where('file_uploads.id', '=', id)
    .where('file_uploads.uploaded_by', '=', of.uploaded_by)
    .where('file_uploads.created_at', '>', of.since)
    .executeTakeFirst()
  return (row as FileUpload | undefined) ?? null
}

/** Returns the unfinished uploads of a person, oldest first. */
export async function listUnfinishedUploads(db: Db, uploaded_by: number): Promise<FileUpload[]> {
  const rows = await db
    .selectFrom('file_uploads')
    .select(COLUMNS)
    .where('file_uploads.uploaded_by', '=', uploaded_by)
    .where('file_uploads.file_id', 'is', null)
    .orderBy('file_uploads.created_at')
    .execute()
  return rows as FileUpload[]
}

/** Sums the bytes of a person's unfinished uploads, and of the files since a moment that no record uses. */
export async function sumUnused(db: Db, of: { uploaded_by: number; since: string }): Promise<number> {
  const unfinished = db
    .selectFrom('file_uploads')
    .select('file_uploads.size')
    .where('file_uploads.uploaded_by', '=', of.uploaded_by)
    .where('file_uploads.file_id', 'is', null)
  const files = db
    .selectFrom('files')
    .select('files.size')
    .where('files.uploaded_by', '=', of.uploaded_by)
    .where('files.created_at', '>', of.since)
    .where('files.unused_since', 'is not', null)
  const { bytes } = await db
    .selectFrom(unfinished.unionAll(files).as('unused'))
    .select(sql<number>`coalesce(sum(unused.size), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

export type UploadProgress = Pick<FileUpload, 'received' | 'received_at' | 'pieces'>

/**
 * Stores the progress of an upload that had `before` bytes. Returns false, and changes nothing, where another request
 * has continued it, it has become a file, or it was removed.
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

/** Links the upload to its file. Throws where it has become one already, or was removed. */
export async function recordFinished(db: Db, id: string, file_id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('file_uploads')
    .set({ file_id })
    .where('file_uploads.id', '=', id)
    .where('file_uploads.file_id', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new AppError('conflict')
}

/** Removes the row of an upload. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('file_uploads.id', '=', id).execute()
}

/** Removes an upload that is not a file and, if `received` is given, has no more bytes; returns whether it did. */
export async function deleteUnfinished(db: Db, id: string, received?: number): Promise<boolean> {
  const one = db
    .deleteFrom('file_uploads')
    .where('file_uploads.id', '=', id)
    .where('file_uploads.file_id', 'is', null)
  const asSeen = received === undefined ? one : one.where('file_uploads.received', '=', received)
  return (await asSeen.executeTakeFirst()).numDeletedRows === 1n
}

/** Removes the uploads that began at or before this moment. */
export async function deleteUploadsBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('file_uploads').where('file_uploads.created_at', '<=', before).execute()
}

/** Returns those of these ids that are unfinished uploads. */
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
