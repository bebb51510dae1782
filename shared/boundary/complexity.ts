import Flatbush from 'flatbush'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'

/** The edges of a surveyed boundary meet the boxes of two or three others on average. */
const USUAL_ENCOUNTERS = 20
/** A few long edges may all meet each other without being work. */
const ALLOWANCE = 200

/** A line drawn by hand crosses itself here and there; one that does so more often is no line around a site. */
export const MAX_CROSSINGS = 1_000
/** How often the edges of one boundary may come near each other: so many times for each, and so many besides. */
const MAX_NEAR_EACH = 100
const MAX_NEAR_BESIDES = 1_000_000
/** The same for the edges of two boundaries that are laid over each other. */
const MAX_BETWEEN_EACH = 20
const MAX_BETWEEN_BESIDES = 20_000
/** A crossing cuts two edges into four and joins them anew, which costs as much as many edges that are left alone. */
const STEPS_OF_CROSSING = 50

type Edge = readonly [from: Position, to: Position]

/**
 * True when the edges of the shapes, taken together, get in each other's way so much that exact checks may
 * take seconds: a hundred random points are enough for that. Itself cheap, whatever the shapes.
 */
export function isTooComplex(shapes: BoundaryGeometry[]): boolean {
  const edges = shapes.flatMap(edgesOf)
  const most = USUAL_ENCOUNTERS * edges.length + ALLOWANCE
  return countEncounters(edges, edges, most, () => undefined) === null
}

/**
 * Why a boundary is too tangled to be measured or laid over others, or null. Counted in steps, not in seconds: the
 * same shape gets the same answer on every machine.
 */
export function complexityReason(shape: BoundaryGeometry): 'crossings' | 'detail' | null {
  const edges = edgesOf(shape)
  let crossings = 0
  const most = MAX_NEAR_EACH * edges.length + MAX_NEAR_BESIDES
  const steps = countEncounters(edges, edges, most, (one, other) => {
    // each pair is met from both sides
    if (cross(one, other)) crossings += 0.5
    return crossings > MAX_CROSSINGS
  })
  if (crossings > MAX_CROSSINGS) return 'crossings'
  return steps === null ? 'detail' : null
}

/** How many steps it takes to lay two shapes over each other; null when it is more than their size can explain. */
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

/** How often boxes of the first edges meet boxes of the others; null beyond `most`, or when `stop` says so. */
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
