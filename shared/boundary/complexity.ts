import Flatbush from 'flatbush'
import type { Bbox, BoundaryGeometry, Position } from './boundary.schema.ts'
import { bboxOf, boxesMeet } from './shape.ts'

/** On average, the edges of a surveyed boundary meet the boxes of two or three others. */
const USUAL_ENCOUNTERS = 20
/** A few long edges can all meet each other at little cost. */
const ALLOWANCE = 200

/** A hand-drawn line crosses itself now and then; a line with more crossings is not the outline of a site. */
export const MAX_CROSSINGS = 1_000
/** The limit of encounters between the edges of one boundary: per edge, and in addition. */
const MAX_NEAR_EACH = 100
const MAX_NEAR_BESIDES = 1_000_000
/** The same for the edges of two boundaries that are compared. */
const MAX_BETWEEN_EACH = 20
const MAX_BETWEEN_BESIDES = 20_000
/** A crossing splits two edges into four and joins them again, which costs as much as many edges without one. */
const STEPS_OF_CROSSING = 50

type Edge = readonly [from: Position, to: Position]

/**
 * Returns true when the edges of all the shapes together meet so often that exact checks could take seconds; a hundred
 * random points are enough for that. This test itself is cheap for any shape.
 */
export function isTooComplex(shapes: BoundaryGeometry[]): boolean {
  const edges = shapes.flatMap(edgesOf)
  const most = USUAL_ENCOUNTERS * edges.length + ALLOWANCE
  return countEncounters(edges, edges, most, () => undefined) === null
}

/**
 * Why a boundary is too tangled to be measured or compared, or null. The limits count steps, not seconds, so that the
 * same shape gets the same answer on every machine.
 */
export function complexityReason(shape: BoundaryGeometry): 'crossings' | 'detail' | null {
  const edges = edgesOf(shape)
  let crossings = 0
  const most = MAX_NEAR_EACH * edges.length + MAX_NEAR_BESIDES
  const steps = countEncounters(edges, edges, most, (one, other) => {
    // every pair is visited twice
    if (cross(one, other)) crossings += 0.5
    return crossings > MAX_CROSSINGS
  })
  if (crossings > MAX_CROSSINGS) return 'crossings'
  return steps === null ? 'detail' : null
}

/** The number of steps to compare two shapes; null if it is out of proportion to their size. */
export function stepsBetween(a: BoundaryGeometry, b: BoundaryGeometry): number | null {
  const [ours, theirs] = [edgesOf(a), edgesOf(b)]
  const count = ours.length + theirs.length
  let crossings = 0
  const encounters = countEncounters(
    ours,
    theirs,
    MAX_BETWEEN_EACH * count + MAX_BETWEEN_BESIDES,
    (one, other) => {
      if (cross(one, other)) crossings += 1
      return crossings > count + MAX_CROSSINGS
    },
  )
  return encounters === null ? null : count + encounters + STEPS_OF_CROSSING * crossings
}

/** Whether an edge of one shape crosses an edge of the other between their ends. */
export function linesCross(a: BoundaryGeometry, b: BoundaryGeometry): boolean {
  const [ours, theirs] = [edgesIn(a, bboxOf(b)), edgesIn(b, bboxOf(a))]
  return countEncounters(ours, theirs, Number.POSITIVE_INFINITY, cross) === null
}

const edgesIn = (shape: BoundaryGeometry, box: Bbox): Edge[] =>
  edgesOf(shape).filter((edge) => boxesMeet(boxOf(edge), box))

/** How often boxes of the first edges meet boxes of the others; null beyond `most`, or when `stop` returns true. */
function countEncounters(
  edges: Edge[],
  others: Edge[],
  most: number,
  stop: (one: Edge, other: Edge) => boolean | undefined,
): number | null {
  if (edges.length === 0 || others.length === 0) return 0
  const index = new Flatbush(others.length)
  for (const other of others) index.add(...boxOf(other))
  index.finish()

  let encounters = 0
  for (const edge of edges) {
    const found = index.search(...boxOf(edge))
    encounters += found.length
    if (encounters > most) return null
    for (const at of found) if (stop(edge, others[at] as Edge)) return null
  }
  return encounters
}

const edgesOf = (shape: BoundaryGeometry): Edge[] =>
  shape.coordinates.flat().flatMap((ring) => ring.slice(1).map((to, at): Edge => [ring[at] as Position, to]))

function boxOf([[x1, y1], [x2, y2]]: Edge): [number, number, number, number] {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** True when two edges cross between their ends; edges that only touch do not. */
function cross([a, b]: Edge, [c, d]: Edge): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

const side = ([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
