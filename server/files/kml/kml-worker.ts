import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { BoundaryCheckInput } from '../../../shared/boundary/boundary-checks.ts'
import { answerAside } from '../../lib/answer-aside.ts'
import { kmlReader } from './kml-reader.ts'
import { KmlRefused } from './kml-refused.ts'
import { isZip } from '../../lib/zip-reading.ts'
import { kmlOfKmz } from './kmz.ts'
import type { KmlLimits, KmlResult } from './kml-result.ts'

/** What this process can be asked: to read a KML file, or to check a boundary too large to check in passing. */
export type KmlJob = { read: { path: string; limits: KmlLimits } } | { check: BoundaryCheckInput }

const CHUNK = 256 * 1024

function* piecesOf(file: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const length = readSync(file, buffer, 0, CHUNK, null)
    if (length === 0) return
    yield buffer.subarray(0, length)
  }
}

/** Reads a KML file, or the KML inside a KMZ: the content decides, not the name. */
async function readFile(path: string, limits: KmlLimits): Promise<KmlResult> {
  const reader = kmlReader(limits)
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(4)
    readSync(file, head, 0, head.length, 0)
    const pieces = isZip(head) ? kmlOfKmz(file, fstatSync(file).size, limits.bytes) : piecesOf(file)
    for await (const piece of pieces) if (!reader.write(piece)) break
  } catch (error) {
    if (error instanceof KmlRefused) return error.refusal
    throw error
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
