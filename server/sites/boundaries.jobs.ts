import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { Services } from '../context/context.ts'
import { BACKGROUND } from '../worker-processes/run-in-worker-process.ts'
import { findChosenPlaces } from '../places/places.queries.ts'
import { checkOutlines } from '../land/outlines.actions.ts'
import { lockBoundaries } from '../land/measuring.queries.ts'
import { storeSiteWarnings } from '../land/site-warnings.queries.ts'
import { replaceBoundary } from './boundaries.queries.ts'
import { listUnmeasuredChanges, measureChange } from './changes.queries.ts'
import { measure } from './measure.ts'
import { forgetOverlaps, isWaiting, listWaiting, setOverlapState } from './overlaps.queries.ts'

const PER_QUERY = 20

/**
 * Measures each waiting boundary once, such as one next to which another was saved at the same time; one that waits
 * again meanwhile is for the next run; one in a place whose outline begins or ends to hold today waits too. Then computes the land that each new boundary shares with the submitted one.
 */
export async function measureWaiting(services: Services, signal?: AbortSignal): Promise<void> {
  await checkOutlines(services)
  for (let last = 0; ; ) {
    const waiting = await listWaiting(services.db, last, PER_QUERY)
    for (const one of waiting) {
      if (signal?.aborted) return
      await measureOne(services, one)
      last = one.site_profile_id
    }
    if (waiting.length < PER_QUERY) break
  }
  for (;;) {
    const changes = await listUnmeasuredChanges(services.db, PER_QUERY)
    for (const change of changes) {
      if (signal?.aborted) return
      await measureChange(services.db, change)
    }
    if (changes.length < PER_QUERY) return
  }
}

async function measureOne(
  services: Services,
  { map_kml_id, geometry, ...wanted }: Awaited<ReturnType<typeof listWaiting>>[number],
): Promise<void> {
  const shape = geometry as unknown as BoundaryGeometry
  const places = await findChosenPlaces(services.db, wanted)
  const drawn = await measure(services.db, shape, places, wanted, BACKGROUND)
  const { site_profile_id } = wanted
  await services.db.transaction().execute(async (db) => {
    await lockBoundaries(db)
    // saved again meanwhile, and measured by that save
    if (!(await isWaiting(db, site_profile_id, map_kml_id))) return
    const met = drawn.ok
      ? await replaceBoundary(db, site_profile_id, map_kml_id, drawn)
      : await forgetOverlaps(db, site_profile_id)
    if (!drawn.ok) await setOverlapState(db, site_profile_id, 'tangled')
    await storeSiteWarnings(db, [site_profile_id, ...met], services.now())
  })
}
