import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import {
  type BoundaryCheckInput,
  type BoundaryJudgement,
  judgeBoundary,
  TOO_DETAILED,
} from '../../../shared/boundary/boundary-checks.ts'
import { countsOf } from '../../../shared/boundary/shape.ts'
import { isTooComplex } from '../../../shared/boundary/complexity.ts'
import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-queue.ts'
import { BACKGROUND, runInWorkerProcess } from '../../worker-processes/run-in-worker-process.ts'
import type { KmlJob } from './kml-worker.ts'
import { kmlWorkerFile } from './read-kml.ts'

/** up to here a check takes well under a tenth of a second, too short for a worker process */
const MAX_VERTICES_INLINE = 8_000
/** the limit on steps ends a check long before, even on a busy machine */
const DEADLINE_MS = 60_000
const MEMORY_MB = 768

/**
 * Runs `judgeBoundary` without blocking the server: large or tangled shapes are checked in a worker process, at the
 * caller's turn in its queue. Rejects a shape that is too tangled, or whose check exceeds the deadline.
 */
export async function checkBoundaryInWorker(
  input: BoundaryCheckInput,
  turn: Turn = BACKGROUND,
): Promise<BoundaryJudgement> {
  const shapes = [input.geometry, ...input.neighbours.map((neighbour) => neighbour.geometry)]
  const outlines = [input.province, input.municipality].flatMap((place) =>
    place && place !== 'none' && place.outline ? [place.outline] : [],
  )
  if (vertexCount([...shapes, ...outlines]) <= MAX_VERTICES_INLINE && !isTooComplex(shapes))
    return judgeBoundary(input)
  const job: KmlJob = { check: input }
  try {
    const limits = { deadline_ms: DEADLINE_MS, memory_mb: MEMORY_MB }
    return await runInWorkerProcess<BoundaryJudgement>(await kmlWorkerFile(), job, limits, turn)
  } catch (error) {
    if (!isRefusal(error, 'exhausted')) throw error
    return { ok: false, reason: TOO_DETAILED }
  }
}

const vertexCount = (shapes: BoundaryGeometry[]): number =>
  shapes.reduce((sum, shape) => sum + countsOf(shape).vertex_count, 0)
