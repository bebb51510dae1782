import { randomUUID } from 'node:crypto'
import { UPLOAD_HOURS } from '../../shared/files/uploads.schema.ts'
import { DAY_MS, HOUR_MS } from '../../shared/lib/durations.ts'
import { createCtx, type Services } from '../context/context.ts'
import type { StoreUpkeep } from '../store/file-store.ts'
import { forgetDownloads } from './downloads.ts'
import { countUnusedFiles, deleteUnusedFiles, listKnownKeys } from '../store/files.queries.ts'
import { removeUsedBoundaries } from '../geodata/kml/file-boundaries.queries.ts'
import { removeStaleTempFiles } from '../store/temp-file.ts'
import { uploadOf } from './upload-bytes.ts'
import { deleteUploadsBefore, listOpenUploads } from './uploads.queries.ts'

/** files that no record has used for this long, and no draft names, are removed (S-97) */
const UNUSED_MS = DAY_MS
const KEYS_AT_ONCE = 500

/**
 * The daily clean-up: files that no record has used for 24 hours, bytes without a row, leftovers of killed processes,
 * and unfinished uploads. Rows go before bytes, so that a killed job leaves only bytes, which the next one removes.
 */
export async function cleanUpFiles(services: Services): Promise<void> {
  const now = services.now()
  const before = new Date(now.getTime() - UNUSED_MS)
  const keys = await deleteRows(services, before.toISOString())
  for (const key of keys) await services.files.remove(key)

  await removeUsedBoundaries(services.db)
  await forgetDownloads(services.db, now)

  const { upkeep } = services.files
  if (upkeep) {
    await removeOrphanedBytes(services, upkeep, before)
    await upkeep.removeStaleParts(now)
  }
  await removeStaleTempFiles(services.config, now)
  await cleanUpUploads(services)
}

async function deleteRows(services: Services, before: string): Promise<string[]> {
  if ((await countUnusedFiles(services.db, before)) === 0) return []
  const origin = { request_id: `clean-up ${randomUUID()}`, network_address: '', user_agent: '' }
  return createCtx(services, null, origin).write(async (db, audit) => {
    const keys = await deleteUnusedFiles(db, before)
    const changes = [{ field: 'files', old: String(keys.length), new: null }]
    audit({ module: 'System', event: 'Files Cleaned', changes })
    return keys
  })
}

/**
 * Removes bytes without a row. If the database knows none of the stored files, it is probably the wrong database for
 * this store, and nothing is removed.
 */
async function removeOrphanedBytes(services: Services, upkeep: StoreUpkeep, before: Date): Promise<void> {
  const strays: string[] = []
  let known = 0
  for await (const keys of inBatches(upkeep.keysBefore(before))) {
    const rows = await listKnownKeys(services.db, keys)
    known += rows.size
    strays.push(...keys.filter((key) => !rows.has(key)))
  }
  if (known === 0) return
  for (const key of strays) await services.files.remove(key)
}

const PIECE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f-]{36}$/

/** Removes uploads not finished in time, then pieces without an upload, which an unreachable store may have left. */
async function cleanUpUploads({ db, files, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - UPLOAD_HOURS * HOUR_MS)
  await deleteUploadsBefore(db, before.toISOString())
  const all = await files.pieces.list('')
  const idle = all.filter(({ name, put_at }) => PIECE.test(name) && put_at < before).map(({ name }) => name)
  const open = await listOpenUploads(db, [...new Set(idle.map(uploadOf))])
  for (const name of idle) if (!open.has(uploadOf(name))) await files.pieces.remove(name)
}

async function* inBatches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let group: string[] = []
  for await (const key of keys) {
    group.push(key)
    if (group.length < KEYS_AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
