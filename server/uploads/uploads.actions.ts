import { Readable } from 'node:stream'
import { displayName, hasExtensionOf } from '../../shared/files/file-checks.ts'
import { canUploadFile } from '../../shared/file-access/file-access.policy.ts'
import { FILE_KINDS, type FileKind, type UploadedFile } from '../../shared/files/files.schema.ts'
import {
  type PartialUpload,
  UPLOAD_BYTES_PER_PERSON,
  UPLOAD_HOURS,
  UPLOAD_IDLE_MINUTES,
  UPLOADS_PER_PERSON,
} from '../../shared/files/uploads.schema.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'
import type { ErrorCode } from '../../shared/lib/error-codes.ts'
import type { Ctx, Services } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { uploadFile } from './files.actions.ts'
import { findFile, uploadedFile } from '../store/files.queries.ts'
import { refusedEmpty, refusedSize, refusedType } from '../documents/inspect.ts'
import type { LatestRequest } from './latest-request.ts'
import { requireQuota, requireSpaceFor, requireSpaceForDatabase } from './upload-limits.ts'
import { appendBytes, bytesOf, removeBytes } from './upload-bytes.ts'
import {
  deleteUnfinished,
  deleteUpload,
  type FileUpload,
  findUpload,
  insertUpload,
  listUnfinishedUploads,
  lockUploadsOf,
} from './uploads.queries.ts'
import { inTransaction } from '../database/db.ts'

const LIFE_MS = UPLOAD_HOURS * HOUR_MS

function partial({ id, name, size, received, created_at }: FileUpload): PartialUpload {
  const expires_at = new Date(Date.parse(created_at) + LIFE_MS).toISOString()
  return { id, name, size, received, expires_at }
}

/** Each kind of file has the right of the form that it is for. */
export const requireMayUpload = ({ actor }: Ctx, kind: FileKind): void =>
  requireAllowed(canUploadFile(actor, kind))

/** Returns the caller's own upload. Rejects with 404 another person's, and one that is too old. */
async function ownUpload(ctx: Ctx, id: string): Promise<FileUpload> {
  const since = new Date(ctx.services.now().getTime() - LIFE_MS).toISOString()
  const upload = await findUpload(ctx.db, id, { uploaded_by: ctx.actor.id, since })
  if (!upload) throw new AppError('upload_gone')
  // the permission may have been removed since the upload began
  requireMayUpload(ctx, upload.kind)
  return upload
}

/** Begins an upload without bytes. Rejects now what its name and size already rule out. */
export async function beginUpload(
  ctx: Ctx,
  kind: FileKind,
  file: { name: string; size: number },
): Promise<PartialUpload> {
  requireMayUpload(ctx, kind)
  const name = displayName(file.name)
  if (!hasExtensionOf(kind, name)) throw refusedType(kind, name)
  if (file.size === 0) throw refusedEmpty(name)
  if (file.size > FILE_KINDS[kind].max_bytes) throw refusedSize(kind, name)
  // when the upload is finished, its bytes are on disk twice for a moment
  await requireSpaceFor(ctx.services, kind, 2 * file.size)

  const uploaded_by = ctx.actor.id
  const created_at = ctx.services.now().toISOString()
  const { upload, evicted } = await inTransaction(ctx.services.db, async (db) => {
    await lockUploadsOf(db, uploaded_by)
    const evicted = uploadsToEvict(ctx.services, await listUnfinishedUploads(db, uploaded_by), file.size)
    for (const { id } of evicted) await deleteUpload(db, id)
    await requireQuota(ctx, db, file.size)
    const upload = await insertUpload(db, { kind, name, size: file.size, uploaded_by, created_at })
    return { upload, evicted }
  })
  for (const old of evicted) await removeBytes(ctx.services, old)
  return partial(upload)
}

/** Returns the person's oldest idle uploads to remove so that one of this size fits. Throws when that is not enough. */
function uploadsToEvict({ now }: Services, open: FileUpload[], size: number): FileUpload[] {
  const idleSince = now().getTime() - UPLOAD_IDLE_MINUTES * 60_000
  let count = open.length + 1
  let bytes = open.reduce((sum, upload) => sum + upload.size, size)
  const fits = () => count <= UPLOADS_PER_PERSON && bytes <= UPLOAD_BYTES_PER_PERSON
  const evicted: FileUpload[] = []
  for (const upload of open) {
    if (fits()) return evicted
    if (Date.parse(upload.received_at) > idleSince) continue
    evicted.push(upload)
    count -= 1
    bytes -= upload.size
  }
  if (!fits()) throw new AppError('too_many_uploads')
  return evicted
}

/** Returns how much of an upload has been received. */
export const showUpload = async (ctx: Ctx, id: string): Promise<PartialUpload> =>
  partial(await ownUpload(ctx, id))

/** Appends the next bytes to an upload; returns how many there are now. */
export async function appendToUpload(
  ctx: Ctx,
  newest: LatestRequest,
  id: string,
  piece: { offset: number; body: Readable },
): Promise<number> {
  const upload = await ownUpload(ctx, id)
  await requireSpaceForDatabase(ctx.services)
  try {
    return await newest(id, (signal) => appendBytes(ctx.services, upload, { ...piece, signal }))
  } catch (error) {
    throw await giveUpIfUnrecoverable(ctx, upload, error)
  }
}

/** after these the upload cannot become a valid file, or the disk needs the room */
const UNRECOVERABLE: readonly ErrorCode[] = ['invalid_input', 'too_large', 'no_room']

/**
 * Removes an upload that cannot become a file any more, or whose pieces are lost, unless another request has replaced
 * them. Returns the error for the sender.
 */
async function giveUpIfUnrecoverable(
  { services }: Ctx,
  upload: FileUpload,
  error: unknown,
): Promise<unknown> {
  const refusal = toStorageRefusal(error)
  if (!(refusal instanceof AppError)) return error
  const isLost = refusal.why === 'not_found'
  if (!isLost && !UNRECOVERABLE.includes(refusal.why)) return error
  const isGivenUp = await deleteUnfinished(services.db, upload.id, isLost ? upload.received : undefined)
  if (isGivenUp) await removeBytes(services, upload)
  return isLost && !isGivenUp ? new AppError('upload_elsewhere') : error
}

/**
 * Turns a complete upload into a file, as if it had come in one piece. Repeated or concurrent calls return the same
 * file.
 */
export async function finishUpload(ctx: Ctx, id: string): Promise<UploadedFile> {
  const upload = await ownUpload(ctx, id)
  if (upload.file_id !== null) return fileOf(ctx, upload.file_id)
  if (upload.received !== upload.size) throw new AppError('upload_incomplete')
  const stream = Readable.from(bytesOf(ctx.services, upload, 0), { objectMode: false })
  try {
    const file = await uploadFile(ctx, upload.kind, { name: upload.name, stream, upload_id: upload.id })
    await removeBytes(ctx.services, upload)
    return file
  } catch (error) {
    // another request may have created the file meanwhile, and removed the pieces
    const { file_id } = await ownUpload(ctx, id)
    if (file_id !== null) return fileOf(ctx, file_id)
    throw await giveUpIfUnrecoverable(ctx, upload, error)
  } finally {
    stream.destroy()
  }
}

async function fileOf({ services }: Ctx, file_id: number): Promise<UploadedFile> {
  const file = await findFile(services.db, file_id)
  if (!file) throw new AppError('upload_gone')
  return uploadedFile(file)
}

/** Removes an upload. The file that it may have become stays, for the daily clean-up. */
export async function cancelUpload(ctx: Ctx, newest: LatestRequest, id: string): Promise<void> {
  const upload = await ownUpload(ctx, id)
  await newest(id, () => deleteUpload(ctx.services.db, id))
  await removeBytes(ctx.services, upload)
}
