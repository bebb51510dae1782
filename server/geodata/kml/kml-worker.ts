import type { BoundaryCheckInput } from '../../../shared/boundary/boundary-checks.ts'
import { serveJobs } from '../../worker-processes/worker-process.ts'
import type { KmlLimits } from './kml-result.ts'
import { readKmlFile } from './kml-file.ts'

/** The jobs of this process: read a KML file, or check a boundary that is too large for the server's own process. */
export type KmlJob = { read: { path: string; limits: KmlLimits } } | { check: BoundaryCheckInput }

serveJobs(async (job: KmlJob) => {
  if ('read' in job) return readKmlFile(job.read.path, job.read.limits)
  // loaded lazily: the geometry library is large, and reading a file does not need it
  const { judgeBoundary } = await import('../../../shared/boundary/boundary-checks.ts')
  return judgeBoundary(job.check)
})
