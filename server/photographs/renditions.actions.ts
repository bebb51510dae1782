import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { mayHaveOriginal } from '../../shared/file-access/file-access.policy.ts'
import type { Ctx, Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { OwnedFile } from '../store/files.queries.ts'
import { withTempFile } from '../store/temp-file.ts'
import { withCleanPhoto, withWholePhoto } from './clean-photo.ts'
import { type Bytes, findRendition, saveRendition } from '../store/renditions.queries.ts'

/**
 * Returns the file as the caller may see it: outside its office a photograph without location and camera data. Throws
 * `photo_kept_back` when a picture cannot be cleaned, so that the original is never sent instead.
 */
export async function renditionFor(ctx: Ctx, file: OwnedFile): Promise<OwnedFile> {
  if (file.kind !== 'image' || mayHaveOriginal(ctx.actor, file)) return file
  const known = (await findRendition(ctx.db, file.id)) ?? (await makeOnce(ctx.services, file))
  if (known === 'unreadable') throw new AppError('photo_kept_back')
  return { ...file, ...known }
}

const inProgress = new Map<string, Promise<Bytes | 'unreadable'>>()

/** Makes the copy once: requests that arrive meanwhile wait for the same one. */
function makeOnce(services: Services, file: OwnedFile): Promise<Bytes | 'unreadable'> {
  const making =
    inProgress.get(file.storage_key) ??
    make(services, file).finally(() => inProgress.delete(file.storage_key))
  inProgress.set(file.storage_key, making)
  return making
}

/** Makes and stores the copy and adds its row. It changes no record, so there is nothing to log. */
async function make(services: Services, file: OwnedFile): Promise<Bytes | 'unreadable'> {
  const original = await services.files.get(file.storage_key)
  const made = await withTempFile(services.config, original, (path) =>
    withCleanPhoto(path, (clean) => store(services, clean)),
  )
  await saveRendition(services.db, file.id, made)
  const existing = await findRendition(services.db, file.id)
  // another instance was first: its copy stays
  if (made && existing !== 'unreadable' && existing?.storage_key !== made.storage_key)
    await services.files.remove(made.storage_key)
  return existing ?? 'unreadable'
}

/**
 * Makes and stores the copy of a large picture being uploaded; the caller adds its row with the file. Returns null when
 * the picture is incomplete.
 */
export const storeWholeCopy = (services: Services, path: string, turn: Turn): Promise<Bytes | null> =>
  withWholePhoto(path, (clean) => store(services, clean), turn)

async function store(services: Services, path: string): Promise<Bytes> {
  const storage_key = randomUUID()
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await services.files.put(storage_key, Readable.from(counted(), { objectMode: false }))
  return { storage_key, size, sha256: hash.digest('hex') }
}
