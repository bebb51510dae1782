import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Actor } from '../../shared/access/actor.ts'
import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import {
  displayName,
  ANSWERED_MEANWHILE,
  FILE_ALREADY_ATTACHED,
  FILE_NOT_FOUND,
  hasExtensionOf,
  notVirusFree,
  placeComplaint,
} from '../../shared/files/file-checks.ts'
import { isFileOf } from '../../shared/file-access/file-access.policy.ts'
import { type FileKind, isMap, MEGABYTE, type UploadedFile } from '../../shared/files/files.schema.ts'
import {
  type BoundaryAnswers,
  type BoundaryQuestion,
  type BoundaryTrack,
  sameAnswers,
} from '../../shared/land/boundary-answers.ts'
import { BOUNDARY_QUESTIONS } from '../../shared/land/crs.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { Audit, Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { invalid, requireNoErrors } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { BACKGROUND, turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import {
  insertFile,
  type LockedFile,
  releaseFiles,
  listKnownKeys,
  type StoredFile,
  useFiles,
  uploadedFile,
} from '../store/files.queries.ts'
import { inspect, type Inspected, refusedContent, refusedType } from '../documents/inspect.ts'
import { needsOpenCheck, requireOpenable, storeLargeCopy } from '../photographs/open-check.ts'
import type { ReadFacts } from '../photographs/facts.ts'
import { savePhotoFacts } from '../photographs/facts.queries.ts'
import { readPhotoFacts } from '../photographs/read-facts.ts'
import { type Bytes, saveRendition } from '../store/renditions.queries.ts'
import { saveFileBoundary, type StoredMap } from '../geodata/kml/file-boundaries.queries.ts'
import { type MapAtHand, readMap, readStoredMap } from '../geodata/read-map.ts'
import { requireQuota } from './upload-limits.ts'
import { queueScan } from './scan.queries.ts'
import { withTempFile } from '../store/temp-file.ts'
import { lockUploadsOf, recordFinished } from './uploads.queries.ts'

/** The module of the log for an upload: agreements and maps belong to profiles, the rest is evidence. */
export const moduleOf = (kind: FileKind): Extract<AuditModule, 'Profiling of SITES' | 'SITES Activities'> =>
  kind === 'csv' || kind === 'image' ? 'SITES Activities' : 'Profiling of SITES'

/** The facts that the log states of an upload: the file and the proof of this row are enough to verify it. */
export const uploadChanges = ({
  id,
  name,
  size,
  sha256,
}: Pick<StoredFile, 'id' | 'name' | 'size' | 'sha256'>) => [
  { field: 'file_id', old: null, new: String(id) },
  { field: 'name', old: null, new: name },
  { field: 'size', old: null, new: String(size) },
  { field: 'sha256', old: null, new: sha256 },
]

/**
 * Stores an upload: checks it, stores the bytes and adds the row, which is committed after them. A rejected or
 * interrupted upload leaves neither bytes nor row. `upload_id` is the resumable upload that becomes the file, once.
 */
export const uploadFile = (
  ctx: Ctx,
  kind: FileKind,
  { upload_id, ...upload }: { name: string; stream: Readable; upload_id?: string },
): Promise<UploadedFile> =>
  withStored(
    ctx.services,
    { ...upload, kind, turn: turnOfActor(ctx.actor) },
    randomUUID(),
    (stored, written) =>
      ctx.write(async (db, audit, send) => {
        // concurrent uploads of a person are checked against the quota one by one
        send(lockUploadsOf(db, ctx.actor.id))
        // a resumable upload counts as unfinished until it is the file
        await requireQuota(ctx, db, upload_id ? 0 : stored.size)
        const file = await enterFile(ctx, db, audit, stored)
        if (upload_id) await recordFinished(db, upload_id, file.id)
        await written
        return uploadedFile(file)
      }),
  )

type Incoming = { kind: FileKind; name: string; stream: Readable; turn: Turn }

/** The boundary of a location map, or what it asks before its boundary can be read. */
type ReadMap = {
  boundary: BoundaryGeometry | null
  boundary_question: BoundaryQuestion | null
  boundary_tracks: BoundaryTrack[] | null
}
const NO_MAP: ReadMap = { boundary: null, boundary_question: null, boundary_tracks: null }

/** A file that was checked completely; `facts` only of a photograph. */
export type ExaminedFile = Inspected & ReadMap & { kind: FileKind; name: string; facts: ReadFacts | null }
/** A checked file whose bytes are stored, without a row yet. */
export type StoredBytes = ExaminedFile & { storage_key: string; copy: Bytes | null }

/** up to this size a file is in the folder in a moment: it is written while it is checked, and its row meanwhile */
const QUICK_BYTES = MEGABYTE

/** Checks a whole file and passes its bytes to `put`, if given; `use` gets what was found, and a large picture's path. */
async function inspectUpload<T>(
  services: Services,
  { kind, name: sentName, stream: source, turn }: Incoming,
  put: ((bytes: Readable) => Promise<void>) | null,
  use: (file: ExaminedFile, large: string | null) => Promise<T>,
): Promise<T> {
  const name = displayName(sentName)
  if (!hasExtensionOf(kind, name)) throw refusedType(kind, name)
  const { stream, result } = inspect(source, kind, name)
  if (!needsOpenCheck(kind)) {
    await (put?.(stream) ?? finished(stream.resume()))
    return use({ kind, name, ...NO_MAP, facts: null, ...result() }, null)
  }
  return withTempFile(services.config, stream, async (path) => {
    const isQuick = services.config.files_url === null && result().size <= QUICK_BYTES
    if (isQuick) void put?.(createReadStream(path))
    const map = isMap(kind) ? await mapIn({ kind, name, path, turn }) : NO_MAP
    const { is_large } = await requireOpenable(kind, name, path, turn)
    const facts = kind === 'image' ? await readPhotoFacts(path, turn) : null
    if (!isQuick) await put?.(createReadStream(path))
    return use({ kind, name, ...map, facts, ...result() }, is_large ? path : null)
  })
}

async function mapIn({ name, ...map }: MapAtHand & { name: string }): Promise<ReadMap> {
  const read = await readMap(map)
  if (read.ok) return { ...NO_MAP, boundary: read.geometry }
  if ('question' in read)
    return {
      ...NO_MAP,
      boundary_question: read.question,
      boundary_tracks: 'tracks' in read ? read.tracks : null,
    }
  throw read.kind === 'damaged' && map.kind === 'kml'
    ? refusedContent(name)
    : invalid({ file: [read.reason] })
}

/** Checks a file as an upload does, and stores nothing. */
export const examineFile = (services: Services, file: Incoming): Promise<ExaminedFile> =>
  inspectUpload(services, file, null, (examined) => Promise.resolve(examined))

/**
 * Checks a file and stores its bytes, then runs `use`; all of them are stored once `written` resolves. Bytes stored
 * before under the same key are replaced. Where anything fails, nothing stays.
 */
async function withStored<T>(
  services: Services,
  file: Incoming,
  storage_key: string,
  use: (stored: StoredBytes, written: Promise<void>) => Promise<T>,
): Promise<T> {
  const keys: string[] = []
  let written = Promise.resolve()
  const put = (bytes: Readable) => {
    keys.push(storage_key)
    written = services.files.put(storage_key, bytes)
    // it may fail before anything waits for it
    written.catch(() => undefined)
    return written
  }
  try {
    return await inspectUpload(services, file, put, async (examined, large) => {
      const copy = large === null ? null : await storeLargeCopy(services, examined.name, large, file.turn)
      if (copy) keys.push(copy.storage_key)
      return use({ ...examined, storage_key, copy }, written)
    })
  } catch (error) {
    // what is still being written would appear after its removal
    await written.catch(() => undefined)
    await removeUnlessReferenced(services, ...keys)
    throw error
  }
}

/** Checks a file and stores its bytes; bytes stored before under the same key are replaced. */
export const storeFile = (services: Services, file: Incoming, storage_key: string): Promise<StoredBytes> =>
  withStored(services, file, storage_key, async (stored, written) => {
    await written
    return stored
  })

/** The files of an import are not scanned as such: their contents are, when they become files. */
const isScanned = (kind: FileKind): boolean => kind !== 'table' && kind !== 'archive'

/** Adds the row of stored bytes, as a file of the caller that no record uses yet. */
export async function enterFile(
  { services, actor }: Pick<Ctx, 'services' | 'actor'>,
  db: Db,
  audit: Audit,
  { boundary, facts, copy, ...stored }: StoredBytes,
): Promise<StoredFile> {
  const { office_id, region_id, id: uploaded_by } = actor
  const now = services.now().toISOString()
  const scan_status = services.config.clamav_url && isScanned(stored.kind) ? 'checking' : 'not scanned'
  const times = { created_at: now, unused_since: now }
  const file = await insertFile(db, { ...stored, office_id, region_id, uploaded_by, ...times, scan_status })
  if (boundary) await saveFileBoundary(db, file, boundary)
  if (facts) await savePhotoFacts(db, file.id, facts)
  if (copy) await saveRendition(db, file.id, copy)
  if (scan_status === 'checking') await queueScan(db, file.id)
  audit({ module: moduleOf(file.kind), event: 'File Uploaded', changes: uploadChanges(file) })
  return file
}

/** Removes stored bytes unless a row refers to them. If that cannot be read, they stay for the daily clean-up. */
export async function removeUnlessReferenced(services: Services, ...keys: string[]): Promise<void> {
  try {
    const known = await listKnownKeys(services.db, keys)
    for (const key of keys) if (!known.has(key)) await services.files.remove(key)
  } catch {
    // the caller's own error is the one to report
  }
}

/** Returns the boundary of a stored location map: as saved at its upload, or read again from its bytes. */
export async function readBoundary(
  services: Services,
  map: Pick<StoredMap, 'boundary' | 'kind' | 'storage_key' | 'boundary_answers'>,
  turn: Turn = BACKGROUND,
): Promise<{ ok: true; geometry: BoundaryGeometry } | { ok: false; reason: string }> {
  if (map.boundary) return { ok: true, geometry: map.boundary }
  const read = await readStoredMap(services, map, map.boundary_answers, turn)
  return !read.ok && 'question' in read ? { ok: false, reason: BOUNDARY_QUESTIONS[read.question] } : read
}

export type AttachRule = {
  kinds: readonly FileKind[]
  /** the exact limit for the field that the files go to, in bytes (S-98) */
  max_bytes: number
  /** the field under which errors are shown */
  field: string
  /** of a map: the answers with which the boundary was measured that is saved with it */
  answers?: BoundaryAnswers | null
}

export type FilesOfField = { ids: readonly number[]; rule: AttachRule }

/**
 * Attaches files to a record that the caller is saving, and returns them in the order of `places`. Call it inside the
 * transaction that saves the record, only with files that the record does not have yet. Rejects with 422, under the
 * fields, files that are gone, another person's, used elsewhere, of a wrong kind, too large or quarantined (S-51).
 */
export async function attachAll(
  db: Db,
  actor: Actor,
  places: readonly FilesOfField[],
): Promise<StoredFile[]> {
  const wanted = places.flatMap(({ ids, rule }) => [...new Set(ids)].map((id) => ({ id, rule })))
  const taken = await useFiles(db, [...new Set(wanted.map(({ id }) => id))])
  const found = new Map(taken.map((file) => [file.id, file]))
  const files: StoredFile[] = []
  const errors: FieldErrors = {}
  for (const { id, rule } of wanted) {
    const file = found.get(id)
    const complaint = attachComplaint(actor, file, rule)
    if (complaint) errors[rule.field] = [...new Set([...(errors[rule.field] ?? []), complaint])]
    else if (file) files.push(file)
  }
  // the rollback releases the files that were attached
  requireNoErrors(errors)
  return files
}

/** Attaches files that all go to one field. */
export const attachFiles = (db: Db, actor: Actor, ids: readonly number[], rule: AttachRule) =>
  attachAll(db, actor, [{ ids, rule }])

function attachComplaint(actor: Actor, file: LockedFile | undefined, rule: AttachRule): string | null {
  if (!file || !isFileOf(actor, file)) return FILE_NOT_FOUND
  if (file.in_use || file.unused_since === null) return FILE_ALREADY_ATTACHED
  if (file.scan_status === 'quarantined') return notVirusFree(file.name)
  return placeComplaint(file, rule) ?? mapComplaint(file, rule)
}

/** A map is attached once its question is answered, and only with the boundary that was measured. */
function mapComplaint(
  { boundary_question, boundary_answers }: LockedFile,
  { answers = null }: AttachRule,
): string | null {
  if (boundary_question) return BOUNDARY_QUESTIONS[boundary_question]
  return sameAnswers(boundary_answers, answers) ? null : ANSWERED_MEANWHILE
}

/** Releases files that a record no longer uses; the daily clean-up removes them a day later (S-97). */
export const detachFiles = (db: Db, ids: readonly number[]): Promise<void> => releaseFiles(db, ids)
