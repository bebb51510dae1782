import type { BoundaryAnswers } from '../../../shared/land/boundary-answers.ts'
import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-queue.ts'
import { BACKGROUND, runInWorkerProcess } from '../../worker-processes/run-in-worker-process.ts'
import type { KmlLimits } from '../kml/kml-result.ts'
import { TOO_SLOW } from '../kml/xml-reader.ts'
import { BOUNDARY_LIMITS, type BoundaryReading, type LandJob } from './land-result.ts'
import { LAND_MEMORY_MB, landWorkerFile } from './land-worker-file.ts'

/**
 * Reads the boundary in the file at `path` in a worker process: KML, KMZ, GeoJSON, GPX, zipped Shapefile or GeoPackage,
 * whichever its content is. All polygons become one multi-polygon in WGS 84. Returns a question if the file leaves open
 * what `answers` do not say. Throws only if the file cannot be opened, or too much work is waiting.
 */
export async function readBoundary(
  path: string,
  { answers, limits, turn = BACKGROUND }: { answers: BoundaryAnswers; limits?: KmlLimits; turn?: Turn },
): Promise<BoundaryReading> {
  const bounds = { ...BOUNDARY_LIMITS, ...limits }
  const job: LandJob = { boundary: { path, answers, limits: bounds } }
  try {
    const process = { deadline_ms: bounds.deadline_ms, memory_mb: LAND_MEMORY_MB }
    return await runInWorkerProcess<BoundaryReading>(await landWorkerFile(), job, process, turn)
  } catch (error) {
    if (isRefusal(error, 'exhausted')) return { ok: false, kind: 'too_much', reason: TOO_SLOW }
    throw error
  }
}
