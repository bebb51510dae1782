import type { BoundaryGeometry, BoundaryReport } from '../../../shared/boundary/boundary.schema.ts'
import { type BoundaryCheckInput, checkBoundary } from '../../../shared/boundary/boundary-checks.ts'
import { countsOf } from '../../../shared/boundary/shape.ts'
import { isTangled } from '../../../shared/boundary/tangle.ts'
import { Exhausted, runAside } from '../../lib/run-aside.ts'
import type { KmlJob } from './kml-worker.ts'
import { kmlWorkerFile } from './read-kml.ts'

/** Up to here a check takes well under a tenth of a second and is not worth a process. */
const VERTICES_IN_PASSING = 8_000
const DEADLINE_MS = 60_000
const MEMORY_MB = 768

export type BoundaryCheckResult = { ok: true; report: BoundaryReport } | { ok: false; reason: string }

/**
 * `checkBoundary` without holding up the server: large or tangled shapes are checked in a process of their own.
 * Refused only when the shape is so tangled that the check does not end by its deadline, after a minute.
 */
export async function checkBoundaryAside(
  input: BoundaryCheckInput,
  deadline_ms = DEADLINE_MS,
): Promise<BoundaryCheckResult> {
  const shapes = [input.geometry, ...input.neighbours.map((neighbour) => neighbour.geometry)]
  if (vertexCount(shapes) <= VERTICES_IN_PASSING && !isTangled(shapes)) {
    return { ok: true, report: checkBoundary(input) }
  }
  const job: KmlJob = { check: input }
  try {
    const limits = { deadline_ms, memory_mb: MEMORY_MB }
    return { ok: true, report: await runAside<BoundaryReport>(await kmlWorkerFile(), job, limits) }
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error
    return { ok: false, reason: 'The boundary is too detailed to check; simplify it and export it again.' }
  }
}

const vertexCount = (shapes: BoundaryGeometry[]): number =>
  shapes.reduce((sum, shape) => sum + countsOf(shape).vertex_count, 0)
