import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import {
  type BoundaryCheckInput,
  type BoundaryJudgement,
  judgeBoundary,
  TOO_DETAILED,
} from '../../../shared/boundary/boundary-checks.ts'
import { countsOf } from '../../../shared/boundary/shape.ts'
import { isTangled } from '../../../shared/boundary/tangle.ts'
import { isRefusal } from '../../lib/errors.ts'
import type { Turn } from '../../lib/fair-turns.ts'
import { BACKGROUND, runAside } from '../../lib/run-aside.ts'
import type { KmlJob } from './kml-worker.ts'
import { kmlWorkerFile } from './read-kml.ts'

/** Up to here a check takes well under a tenth of a second and is not worth a process. */
const VERTICES_IN_PASSING = 8_000
/** What its count of steps lets through ends long before, also on a busy machine. */
const DEADLINE_MS = 60_000
const MEMORY_MB = 768

/**
 * `judgeBoundary` without holding up the server: large or tangled shapes are checked in a process of their own, when
 * it is the turn of whoever asks. Refused when the shape is too tangled, or the check does not end by its deadline.
 */
export async function checkBoundaryAside(
  input: BoundaryCheckInput,
  turn: Turn = BACKGROUND,
): Promise<BoundaryJudgement> {
  const shapes = [input.geometry, ...input.neighbours.map((neighbour) => neighbour.geometry)]
  const outlines = [input.province, input.municipality].flatMap((place) =>
    place && place !== 'none' && place.outline ? [place.outline] : [],
  )
  if (vertexCount([...shapes, ...outlines]) <= VERTICES_IN_PASSING && !isTangled(shapes))
    return judgeBoundary(input)
  const job: KmlJob = { check: input }
  try {
    const limits = { deadline_ms: DEADLINE_MS, memory_mb: MEMORY_MB }
    return await runAside<BoundaryJudgement>(await kmlWorkerFile(), job, limits, turn)
  } catch (error) {
    if (!isRefusal(error, 'exhausted')) throw error
    return { ok: false, reason: TOO_DETAILED }
  }
}

const vertexCount = (shapes: BoundaryGeometry[]): number =>
  shapes.reduce((sum, shape) => sum + countsOf(shape).vertex_count, 0)
