import { readFile } from 'node:fs/promises'
import type { Services } from '../context/context.ts'
import { cacheFiles } from '../lib/cached-files.ts'
import { AppError } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { StoredFile } from '../store/files.queries.ts'
import { withTempFile } from '../store/temp-file.ts'
import { withThumbnail } from './clean-photo.ts'

/** A few kilobytes each, by storage key: a picture never changes, so it is drawn once per start of the server. */
const thumbnails = cacheFiles<Buffer | null>(2_000)

/**
 * Returns a small JPEG of a picture, of its pixels alone, so that everybody who may open the file gets the same one.
 * Throws `photo_kept_back` when the picture cannot be read.
 */
export async function thumbnailOf(
  { config, files }: Services,
  { storage_key }: StoredFile,
  turn: Turn,
): Promise<Buffer> {
  const picture = await thumbnails(storage_key, async () =>
    withTempFile(config, await files.get(storage_key), (path) =>
      withThumbnail(path, (small) => readFile(small), turn),
    ),
  )
  if (!picture) throw new AppError('photo_kept_back')
  return picture
}
