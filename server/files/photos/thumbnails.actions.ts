import { readFile } from 'node:fs/promises'
import type { Services } from '../../context/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { StoredFile } from '../files.queries.ts'
import { withTempFile } from '../temp-file.ts'
import { withThumbnail } from './clean-photo.ts'

/** a few kilobytes each; the least recently requested makes room */
const MOST_HELD = 2_000

/** By storage key: a picture never changes, so its thumbnail is drawn once per start of the server. */
const held = new Map<string, Promise<Buffer | null>>()

/**
 * Returns a small JPEG of a picture, of its pixels alone, so that everybody who may open the file gets the same one.
 * Throws `photo_kept_back` when the picture cannot be read.
 */
export async function thumbnailOf(services: Services, { storage_key }: StoredFile): Promise<Buffer> {
  const drawing = held.get(storage_key) ?? draw(services, storage_key)
  held.delete(storage_key)
  held.set(storage_key, drawing)
  const [oldest] = held.keys()
  if (oldest !== undefined && held.size > MOST_HELD) held.delete(oldest)
  const picture = await drawing.catch((error: unknown) => {
    held.delete(storage_key)
    throw error
  })
  if (!picture) throw new AppError('photo_kept_back')
  return picture
}

const draw = async (services: Services, storage_key: string): Promise<Buffer | null> =>
  withTempFile(services.config, await services.files.get(storage_key), (path) =>
    withThumbnail(path, (small) => readFile(small)),
  )
