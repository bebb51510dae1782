import Flatbush from 'flatbush'
import type { Bbox, BoundaryGeometry, Position, Ring } from './boundary.schema.ts'

/** a millimetre: ten times what a division into faces can move a corner */
const MARGIN = 1e-8
/** the most corners of a hole whose sides are compared pair by pair; larger holes are few */
const MOST_CORNERS = 64
/** a closed ring of fewer positions encloses nothing */
const FEWEST_CORNERS = 4

type Edge = readonly [from: Position, to: Position]
type Hole = { ring: Ring; polygon: number; box: Bbox }

/** A shape without its isolated holes, and these holes. */
export type HolesApart = { shape: BoundaryGeometry; holes: Ring[] }

/**
 * Takes the isolated holes out of a shape: those that certainly meet no other line of it or of `other`, do not cross
 * themselves, and lie in their own polygon alone. JTS compares each hole with all that lie above and below it: 40,000 of
 * them cost minutes. Without them a shape has the same faults and, with `withHoles`, the same land.
 */
export function holesApart(shape: BoundaryGeometry, other?: BoundaryGeometry): HolesApart {
  const holes = holesOf(shape)
  if (holes.length === 0) return { shape, holes: [] }
  const windings = windingsAround(shape.coordinates.map(([shell = []]) => [shell]))
  const isAlone = aloneAmong([...holes, ...(other ? holesOf(other) : [])])
  const isClear = clearOf([shape, ...(other ? [other] : [])].flatMap(shellEdges))
  const isolated = new Set(
    holes
      .filter(
        ({ ring, polygon, box }) =>
          isSimple(ring) && isAlone(box) && isClear(box) && isIn(windings(ring[0] as Position), polygon),
      )
      .map(({ ring }) => ring),
  )
  if (isolated.size === 0) return { shape, holes: [] }
  return {
    shape: {
      type: 'MultiPolygon',
      coordinates: shape.coordinates.map(([shell = [], ...rings]) => [
        shell,
        ...rings.filter((ring) => !isolated.has(ring)),
      ]),
    },
    holes: [...isolated],
  }
}

/** The valid shape with each hole in the polygon whose land is around it; a hole that lies on no land is dropped. */
export function withHoles(shape: BoundaryGeometry, holes: readonly Ring[]): BoundaryGeometry {
  if (holes.length === 0) return shape
  const polygonAt = landAt(shape)
  const added = shape.coordinates.map((): Ring[] => [])
  for (const hole of holes) {
    const polygon = polygonAt(hole[0] as Position)
    if (polygon !== null) added[polygon]?.push(hole)
  }
  return {
    type: 'MultiPolygon',
    coordinates: shape.coordinates.map((rings, at) => [...rings, ...(added[at] ?? [])]),
  }
}

/** Returns a function that says on which polygon of a valid shape a point lies that is on none of its lines, or null. */
export function landAt(shape: BoundaryGeometry): (point: Position) => number | null {
  const windings = windingsAround(shape.coordinates)
  return (point) => {
    for (const [polygon, winding] of windings(point)) if (winding % 2 !== 0) return polygon
    return null
  }
}

const holesOf = ({ coordinates }: BoundaryGeometry): Hole[] =>
  coordinates.flatMap(([, ...holes], polygon) =>
    holes.map((ring) => ({ ring, polygon, box: boxAround(ring) })),
  )

const edgesOf = (ring: Ring): Edge[] => ring.slice(1).map((to, at) => [ring[at] as Position, to])

const shellEdges = ({ coordinates }: BoundaryGeometry): Edge[] =>
  coordinates.flatMap(([shell = []]) => edgesOf(shell))

/** Whether a point with these windings is in one polygon, where that does not cross itself, and in no other. */
const isIn = (windings: ReadonlyMap<number, number>, polygon: number): boolean =>
  Math.abs(windings.get(polygon) ?? 0) === 1 &&
  [...windings].every(([other, winding]) => other === polygon || winding === 0)

/** Returns a function that says how often the rings of each polygon wind around a point; without those at its west. */
function windingsAround(polygons: readonly (readonly Ring[])[]): (point: Position) => Map<number, number> {
  const edges = polygons.flatMap((rings, polygon) =>
    rings.flatMap((ring) => edgesOf(ring).map((edge) => ({ edge, polygon }))),
  )
  const search = searchBoxes(edges.map(({ edge }) => boxAround(edge)))
  return ([lon, lat]) => {
    const windings = new Map<number, number>()
    for (const at of search([lon, lat, Infinity, lat])) {
      const { edge, polygon } = edges[at] as (typeof edges)[number]
      const [[, lat1], [, lat2]] = edge
      if (lat1 > lat === lat2 > lat || side(edge, [lon, lat]) > 0 !== lat2 > lat1) continue
      windings.set(polygon, (windings.get(polygon) ?? 0) + (lat2 > lat1 ? 1 : -1))
    }
    return windings
  }
}

/** Returns a function that says whether the box of a hole meets the box of no other hole. */
function aloneAmong(holes: readonly Hole[]): (box: Bbox) => boolean {
  const search = searchBoxes(holes.map(({ box }) => box))
  // its own is found as well
  return (box) => search(box).length === 1
}

/** Returns a function that says whether a box certainly meets none of the edges. */
function clearOf(edges: readonly Edge[]): (box: Bbox) => boolean {
  const search = searchBoxes(edges.map(boxAround))
  return (box) => search(box).every((at) => isBeside(edges[at] as Edge, box))
}

/** Whether all of a box lies on one side of the line through an edge. */
function isBeside(edge: Edge, [west, south, east, north]: Bbox): boolean {
  const corners: Position[] = [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
  ]
  return corners.every((at) => side(edge, at) > 0) || corners.every((at) => side(edge, at) < 0)
}

/** Whether a closed ring touches itself nowhere; a ring of many corners is not looked at, and false. */
function isSimple(ring: Ring): boolean {
  if (ring.length < FEWEST_CORNERS || ring.length > MOST_CORNERS) return false
  const edges = edgesOf(ring)
  return edges.every((edge, at) =>
    edges.every((other, where) => {
      if (where <= at) return true
      const isNext = where === at + 1 || (at === 0 && where === edges.length - 1)
      if (!isNext) return areApart(edge, other)
      return where === at + 1 ? !isFolded(edge, other) : !isFolded(other, edge)
    }),
  )
}

/** Whether an edge may go back over the one before it. */
function isFolded(before: Edge, edge: Edge): boolean {
  const [[x1, y1], [x2, y2]] = before
  const [, [x, y]] = edge
  return side(before, [x, y]) === 0 && (x2 - x1) * (x - x2) + (y2 - y1) * (y - y2) <= 0
}

/** Whether all of one edge lies on one side of the other. */
function areApart([a, b]: Edge, [c, d]: Edge): boolean {
  return side([a, b], c) * side([a, b], d) > 0 || side([c, d], a) * side([c, d], b) > 0
}

/** 1 where a point is to the left of the edge, -1 to its right, and 0 where rounding could hide which. */
function side([[x1, y1], [x2, y2]]: Edge, [x, y]: Position): number {
  const left = (x2 - x1) * (y - y1)
  const right = (y2 - y1) * (x - x1)
  const doubt = (Math.abs(left) + Math.abs(right)) * 4 * Number.EPSILON
  return Math.abs(left - right) <= doubt ? 0 : Math.sign(left - right)
}

function boxAround(positions: readonly Position[]): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of positions) {
    if (lon - MARGIN < box[0]) box[0] = lon - MARGIN
    if (lat - MARGIN < box[1]) box[1] = lat - MARGIN
    if (lon + MARGIN > box[2]) box[2] = lon + MARGIN
    if (lat + MARGIN > box[3]) box[3] = lat + MARGIN
  }
  return box
}

function searchBoxes(boxes: readonly Bbox[]): (box: Bbox) => number[] {
  if (boxes.length === 0) return () => []
  const index = new Flatbush(boxes.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  return (box) => index.search(...box)
}
