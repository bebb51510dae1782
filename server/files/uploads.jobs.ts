import { UPLOAD_HOURS } from '../../shared/files/uploads.schema.ts'
import type { Services } from '../context/context.ts'
import { uploadOf } from './upload-bytes.ts'
import { deleteUploadsBefore, listOpenUploads } from './uploads.queries.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'

const PIECE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f-]{36}$/

/** Removes uploads not finished in time, then pieces without an upload, which an unreachable store may have left. */
export async function cleanUpUploads({ db, files, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - UPLOAD_HOURS * HOUR_MS)
  await deleteUploadsBefore(db, before.toISOString())
  const all = await files.pieces.list('')
  const idle = all.filter(({ name, put_at }) => PIECE.test(name) && put_at < before).map(({ name }) => name)
  const open = await listOpenUploads(db, [...new Set(idle.map(uploadOf))])
  for (const name of idle) if (!open.has(uploadOf(name))) await files.pieces.remove(name)
}
