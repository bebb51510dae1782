import { isRefusal } from '../../lib/errors.ts'
import { serveJobs } from '../../worker-processes/worker-process.ts'
import { boundaryOf } from './boundary-of.ts'
import type { BoundaryReading, LandJob, LayerReading } from './land-result.ts'

/** WebAssembly is outside JavaScript's own limit: a GeoPackage of 100 MB needs about 400 MB */
const MOST_RESIDENT_MB = 1_100

serveJobs(async (job: LandJob): Promise<BoundaryReading | LayerReading> => {
  try {
    if ('boundary' in job) {
      const { path, answers, limits } = job.boundary
      return await boundaryOf(path, answers, limits)
    }
    // loaded lazily: the geometry library is large, and reading a boundary does not need it
    const { layerOf } = await import('./layer-of.ts')
    const { path, to, answers, limits } = job.layer
    return await layerOf(path, to, answers, limits)
  } catch (error) {
    if (isRefusal(error, 'no_map')) return { ok: false, ...error.params }
    throw error
  }
}, MOST_RESIDENT_MB)
