import { setImmediate as others } from 'node:timers/promises'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { metresOutside } from '../../shared/boundary/distance.ts'
import type { Services } from '../context/context.ts'
import {
  findBoundaryOf,
  listUnmeasuredPhotos,
  savePhotoDistances,
  type UnmeasuredPhoto,
} from './photo-distances.queries.ts'

const AT_ONCE = 200

/**
 * Measures how far outside the boundary of its site each photograph says that it was taken, of one profile or of all:
 * once for each photograph and map, so that no page measures anything. Measured twice, the number is the same.
 */
export async function measurePhotos(
  { db }: Services,
  site_profile_id: number | null,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const photos = await listUnmeasuredPhotos(db, { site_profile_id, most: AT_ONCE })
    const [first] = photos
    if (!first) return
    const boundary = await findBoundaryOf(db, first)
    const ofSite = photos.filter((photo) => photo.site_profile_id === first.site_profile_id)
    // with a new map meanwhile, the next round finds them again
    if (boundary) await savePhotoDistances(db, first.map_kml_id, await measured(ofSite, boundary))
  }
}

/** One point against the largest boundary takes some tens of milliseconds; requests have their turn between two. */
async function measured(photos: readonly UnmeasuredPhoto[], boundary: BoundaryGeometry) {
  const found: { file_id: number; metres: number }[] = []
  for (const { file_id, longitude, latitude } of photos) {
    found.push({ file_id, metres: Math.round(metresOutside([longitude, latitude], boundary)) })
    await others()
  }
  return found
}
