import { UPLOAD_HOURS } from '../../shared/files/uploads.schema.ts'
import type { Services } from '../lib/context.ts'
import { listIdleBytes, removeBytes } from './upload-bytes.ts'
import { deleteUploadsBefore, listOpenUploads } from './uploads.queries.ts'

/** Forgets uploads that have not ended in time, then bytes that belong to none. */
export async function cleanUpUploads({ db, config, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - UPLOAD_HOURS * 3_600_000)
  await deleteUploadsBefore(db, before.toISOString())
  const idle = await listIdleBytes(config, before)
  const open = await listOpenUploads(db, idle.filter(isUuid))
  for (const id of idle) if (!open.has(id)) await removeBytes(config, { id })
}

const isUuid = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
