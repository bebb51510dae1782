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

/** Up to here a check takes well under a tenth of a second and is not worth a process. */
const MAX_VERTICES_INLINE = 8_000
/** What its count of steps lets through ends long before, also on a busy machine. */
const DEADLINE_MS = 60_000
const MEMORY_MB = 768

/**
 * `judgeBoundary` without holding up the server: large or tangled shapes are checked in a process of their own, when it is the
 * caller's turn. Refused when the shape is too tangled, or the check does not end by its deadline.
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
