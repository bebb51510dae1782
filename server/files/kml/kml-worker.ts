import { closeSync, openSync, readSync } from 'node:fs'
import type { BoundaryCheckInput } from '../../../shared/boundary/boundary-checks.ts'
import { serveJobs } from '../../worker-processes/worker-process.ts'
import { isRefusal } from '../../lib/errors.ts'
import { kmlReader } from './kml-reader.ts'
import { kmlEncoding } from './kml-text.ts'
import { isZip } from '../zip-reader.ts'
import { kmlOfKmz } from './kmz.ts'
import type { KmlLimits, KmlResult } from './kml-result.ts'

/** The jobs of this process: read a KML file, or check a boundary that is too large for the server's own process. */
export type KmlJob = { read: { path: string; limits: KmlLimits } } | { check: BoundaryCheckInput }

const CHUNK = 256 * 1024

function* piecesOf(file: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ; ) {
    const length = readSync(file, buffer, 0, CHUNK, at)
    if (length === 0) return
    at += length
    yield buffer.subarray(0, length)
  }
}

/** Reads a KML file, or the KML inside a KMZ; the content decides which, not the name. */
async function readFile(path: string, limits: KmlLimits): Promise<KmlResult> {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(4)
    readSync(file, head, 0, head.length, 0)
    const pieces = () => (isZip(head) ? kmlOfKmz(file, limits.bytes) : piecesOf(file))
    const letters = kmlEncoding()
    for await (const piece of pieces()) letters.write(piece)
    const reader = kmlReader(limits, letters.end())
    for await (const piece of pieces()) if (!reader.write(piece)) break
    return reader.end()
  } catch (error) {
    if (isRefusal(error, 'no_map')) return { ok: false, ...error.params }
    throw error
  } finally {
    closeSync(file)
  }
}

serveJobs(async (job: KmlJob) => {
  if ('read' in job) return readFile(job.read.path, job.read.limits)
  // loaded lazily: the geometry library is large, and reading a file does not need it
  const { judgeBoundary } = await import('../../../shared/boundary/boundary-checks.ts')
  return judgeBoundary(job.check)
})
