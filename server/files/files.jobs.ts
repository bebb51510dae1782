import { randomUUID } from 'node:crypto'
import { createCtx, type Services } from '../context/context.ts'
import type { StoreUpkeep } from '../store/file-store.ts'
import { forgetDownloads } from './downloads.ts'
import { countUnusedFiles, deleteUnusedFiles, listKnownKeys } from './files.queries.ts'
import { removeUsedBoundaries } from './kml/file-boundaries.queries.ts'
import { removeStaleTempFiles } from './temp-file.ts'
import { cleanUpUploads } from './uploads.jobs.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'

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
