import { closeSync, openSync, readSync } from 'node:fs'
import type { BoundaryCheckInput } from '../../../shared/boundary/boundary-checks.ts'
import { answerAside } from '../../lib/run-aside.ts'
import { kmlReader } from './kml-reader.ts'
import type { KmlLimits, KmlResult } from './kml-result.ts'

/** What this process can be asked: to read a KML file, or to check a boundary too large to check in passing. */
export type KmlJob = { read: { path: string; limits: KmlLimits } } | { check: BoundaryCheckInput }

const CHUNK = 256 * 1024

function readFile(path: string, limits: KmlLimits): KmlResult {
  const reader = kmlReader(limits)
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, null)
      if (length === 0 || !reader.write(buffer.subarray(0, length))) break
    }
  } finally {
    closeSync(file)
  }
  return reader.end()
}

answerAside(async (job: KmlJob) => {
  if ('read' in job) return readFile(job.read.path, job.read.limits)
  // Loaded only when asked for: the geometry library is large, and reading a file does not need it.
  const { judgeBoundary } = await import('../../../shared/boundary/boundary-checks.ts')
  return judgeBoundary(job.check)
})
