import { type Selectable, sql } from 'kysely'
import type { Files } from '../../db/types.ts'
import { ALL_KINDS, type KindNames } from '../../shared/access/record-kinds.ts'
import { REVIEW_FIELDS } from '../../shared/review/review-chain.ts'
import type { FileOwner } from '../../shared/file-access/file-access.policy.ts'
import type { CopyPlace, FileKind, ScanStatus, UploadedFile } from '../../shared/files/files.schema.ts'
import type { BoundaryAnswers, BoundaryQuestion, BoundaryTrack } from '../../shared/land/boundary-answers.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import { removeRenditions } from './renditions.queries.ts'

export type StoredFile = Omit<
  Selectable<Files>,
  'boundary_question' | 'boundary_answers' | 'boundary_tracks'
> & {
  kind: FileKind
  scan_status: ScanStatus
  boundary_question: BoundaryQuestion | null
  boundary_answers: BoundaryAnswers | null
  boundary_tracks: BoundaryTrack[] | null
}

const COLUMN_NAMES = [
  'id',
  'name',
  'kind',
  'media_type',
  'size',
  'sha256',
  'storage_key',
  'scan_status',
  'boundary_question',
  'boundary_answers',
  'boundary_tracks',
  'region_id',
  'office_id',
  'uploaded_by',
  'created_at',
  'unused_since',
] as const satisfies readonly (keyof Files)[]

/** The columns of a stored file. */
export const FILE_COLUMNS = COLUMN_NAMES.map((name) => `files.${name}` as const)

/** SQL: the same of a table or of rows taken from it. */
const columnsOf = (rows: 'files' | 'held') => sql.join(COLUMN_NAMES.map((name) => sql.ref(`${rows}.${name}`)))

/** A record as the policies of its files see it; `as` is what the file is there. */
export type RecordOfFile = NonNullable<FileOwner['record']> & {
  id: number
  site_profile_id: number
  code: string
  as: CopyPlace['as']
}

/** A file with the record that it belongs to. */
export type OwnedFile = StoredFile & FileOwner & { record: RecordOfFile | null }

/** The path of GET file/{id} (S-96). */
export const fileUrl = (id: number): string => `/api/file/${id}`

/** A stored file as it is sent to the browser. */
export const uploadedFile = (file: StoredFile): UploadedFile => ({
  id: file.id,
  url: fileUrl(file.id),
  name: file.name,
  size: file.size,
  media_type: file.media_type,
  sha256: file.sha256,
  created_at: file.created_at,
  scan_status: file.scan_status,
  ...(file.boundary_question ? { question: file.boundary_question } : {}),
  ...(file.boundary_answers ? { answers: file.boundary_answers } : {}),
  ...(file.boundary_tracks ? { tracks: file.boundary_tracks } : {}),
})

export type NewFile = Omit<StoredFile, 'id' | 'boundary_answers'>

/** Adds the row of a file whose bytes are stored. */
export async function insertFile(db: Db, file: NewFile): Promise<StoredFile> {
  const boundary_tracks = file.boundary_tracks && JSON.stringify(file.boundary_tracks)
  const values = { ...file, boundary_tracks }
  const row = await db.insertInto('files').values(values).returning(FILE_COLUMNS).executeTakeFirstOrThrow()
  return row as unknown as StoredFile
}

/** Returns the file of this id without its record, or null. */
export async function findFile(db: Db, id: number): Promise<StoredFile | null> {
  const row = await db.selectFrom('files').select(FILE_COLUMNS).where('files.id', '=', id).executeTakeFirst()
  return (row as unknown as StoredFile | undefined) ?? null
}

/** SQL: joins the record of a row of `record_files`, of whatever kind. */
export const JOINED_RECORDS = sql.join(
  ALL_KINDS.map(
    ({ table: { name } }) =>
      sql`left join ${sql.table(name)} on record_files.kind = ${sql.lit(name)} and ${sql.ref(`${name}.id`)} = record_files.id`,
  ),
  sql` `,
)

/** SQL: the code of the joined record. */
export const CODE_OF_RECORD = sql<string | null>`coalesce(${sql.join(
  ALL_KINDS.map(({ table }) => sql.ref(`${table.name}.${table.code}`)),
)})`

const recordJson = ({ table: { name, code } }: KindNames) => {
  const site_profile_id = sql.ref(`${name}.${name === 'site_profiles' ? 'id' : 'site_profile_id'}`)
  return sql`jsonb_build_object(
    'kind', record_files.kind,
    'as', record_files.used_as,
    'id', ${sql.table(name)}.id,
    'code', ${sql.ref(`${name}.${code}`)},
    'site_profile_id', ${site_profile_id},
    'site_profile_status', (select status from site_profiles as owner where owner.id = ${site_profile_id}),
    'region_id', ${sql.table(name)}.region_id,
    'office_id', ${sql.table(name)}.office_id,
    'status', ${sql.table(name)}.status,
    ${sql.join(REVIEW_FIELDS.map((field) => sql`${sql.lit(field)}, ${sql.ref(`${name}.${field}`)}`))},
    'created_by_id', ${sql.table(name)}.created_by,
    'submitted_by_id', ${sql.table(name)}.submitted_by,
    'deactivated_by_id', ${sql.table(name)}.deactivated_by
  )`
}

/** SQL: what policies need to know of the joined record, or null when there is none. */
export const RECORD_OF_FILE = sql<RecordOfFile | null>`case ${sql.join(
  ALL_KINDS.map((kind) => sql`when ${sql.table(kind.table.name)}.id is not null then ${recordJson(kind)}`),
  sql` `,
)} end`

/** Returns the files of these ids, each with its record; unknown ids are left out. */
export async function listOwnedFiles(db: Db, ids: number[]): Promise<OwnedFile[]> {
  const { rows } = await sql<OwnedFile>`
    select ${columnsOf('files')}, ${RECORD_OF_FILE} as record,
      record_files.file_id is not null and record_files.id is null as is_layer
    from files left join record_files on record_files.file_id = files.id ${JOINED_RECORDS}
    where files.id = any(${arrayOfIds(ids)})`.execute(db)
  return rows
}

/** Returns the file of this id with its record, or null. */
export const findOwnedFile = async (db: Db, id: number): Promise<OwnedFile | null> =>
  (await listOwnedFiles(db, [id]))[0] ?? null

/** SQL: whether any record refers to the file, by the references themselves and not by `unused_since`. */
const isInUse = sql<boolean>`(
  exists (select from record_files where record_files.file_id = files.id)
  or exists (select from site_boundaries where site_boundaries.map_kml_id = files.id)
  or exists (select from imports where imports.table_id = files.id and imports.ended_at is null)
  or exists (
    select from import_archives join imports on imports.id = import_archives.import_id
    where import_archives.file_id = files.id and imports.ended_at is null
  )
)`

export type LockedFile = StoredFile & { in_use: boolean }

/**
 * Marks these files as used and locks them until the transaction ends, always in the same order; returns each with its
 * state before. Unknown ids are left out.
 */
export async function useFiles(db: Db, ids: number[]): Promise<LockedFile[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedFile>`
    with held as (
      select ${columnsOf('files')}, ${isInUse} as in_use
      from files where files.id = any(${arrayOfIds(ids)}) order by files.id for update
    )
    update files set unused_since = null from held where files.id = held.id returning ${columnsOf('held')}, held.in_use`.execute(
    db,
  )
  return rows
}

/** Locks a file until the transaction ends; null if there is none. */
export async function lockFile(db: Db, id: number): Promise<LockedFile | null> {
  const { rows } = await sql<LockedFile>`
    select ${columnsOf('files')}, ${isInUse} as in_use from files where files.id = ${id} for update`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Stores the answers with which the boundary of a map is read, and what it still asks. */
export async function saveAnswers(
  db: Db,
  id: number,
  boundary_answers: BoundaryAnswers,
  boundary_question: BoundaryQuestion | null,
): Promise<StoredFile> {
  const row = await db
    .updateTable('files')
    .set({ boundary_answers: JSON.stringify(boundary_answers), boundary_question })
    .where('files.id', '=', id)
    .returning(FILE_COLUMNS)
    .executeTakeFirstOrThrow()
  return row as unknown as StoredFile
}

/** Marks these files as unused from now on. */
export async function releaseFiles(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('files')
    .set({ unused_since: sql<string>`now()` })
    .where('files.id', 'in', ids)
    .execute()
}

/** SQL: whether a draft of the uploader names the file, as `"id":7` (profile) or `"upload_id":7` (evidence). */
const isInDraft = sql<boolean>`exists (
  select from form_drafts where form_drafts.user_id = files.uploaded_by
    and form_drafts.content ~ ('"(upload_)?id":' || files.id || '[,}]')
)`

const isLongUnused = (before: string) =>
  sql<boolean>`files.unused_since < ${before}::timestamptz and not ${isInUse} and not ${isInDraft}`

/** Counts the files that no record has used since before this moment. */
export async function countUnusedFiles(db: Db, before: string): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isLongUnused(before))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Removes the rows of files unused since before this moment; returns the storage keys of files and copies. */
export async function deleteUnusedFiles(db: Db, before: string): Promise<string[]> {
  const unused = await db
    .selectFrom('files')
    .select('files.id')
    .where(isLongUnused(before))
    .forUpdate()
    .skipLocked()
    .execute()
  if (unused.length === 0) return []
  const ids = unused.map(({ id }) => id)
  const copies = await removeRenditions(db, ids)
  const rows = await db
    .deleteFrom('files')
    .where('files.id', '=', sql<number>`any(${ids})`)
    .returning('files.storage_key')
    .execute()
  return [...rows.map((row) => row.storage_key), ...copies]
}

/** Returns those of these storage keys that have a row. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('files')
    .select('files.storage_key')
    .where('files.storage_key', 'in', keys)
    .unionAll(
      db
        .selectFrom('file_renditions')
        .select(sql<string>`file_renditions.storage_key`.as('storage_key'))
        .where('file_renditions.storage_key', 'in', keys),
    )
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}
