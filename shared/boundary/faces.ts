import ArrayList from 'jsts/java/util/ArrayList.js'
import InteriorPointArea from 'jsts/org/locationtech/jts/algorithm/InteriorPointArea.js'
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
import PrecisionModel from 'jsts/org/locationtech/jts/geom/PrecisionModel.js'
import NodedSegmentString from 'jsts/org/locationtech/jts/noding/NodedSegmentString.js'
import MCIndexSnapRounder from 'jsts/org/locationtech/jts/noding/snapround/MCIndexSnapRounder.js'
import Polygonizer from 'jsts/org/locationtech/jts/operation/polygonize/Polygonizer.js'
import UnaryUnionOp from 'jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js'
import type { BoundaryGeometry, Position, Ring } from './boundary.schema.ts'
import { factory, fromJsts } from './jsts-geometry.ts'

/** A billionth of a degree is 0.1 mm: coarse enough to be robust, far finer than any survey. */
const GRID = 1e9

/**
 * The land where `keep` is true. The rings together divide the plane into faces; `keep` decides on each by a point
 * inside it, and adjacent kept faces are joined. Works with rings that cross themselves or each other.
 */
export function facesWhere(rings: Ring[], keep: (inside: Position) => boolean): BoundaryGeometry {
  const polygonizer = new Polygonizer()
  for (const [from, to] of nodedSegments(rings)) polygonizer.add(factory.createLineString([from, to]))

  const stored = polygonizer
    .getPolygons()
    .toArray()
    .filter((face) => {
      const { x, y } = new InteriorPointArea(face).getInteriorPoint()
      return keep([x, y])
    })
  if (stored.length === 0) return { type: 'MultiPolygon', coordinates: [] }
  return fromJsts(UnaryUnionOp.union(factory.createMultiPolygon(stored)))
}

/** True when the ring has a non-zero winding number around the point, in either direction: both lobes of an 8 count. */
function winds(ring: Ring, [lon, lat]: Position): boolean {
  let winding = 0
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1] as Position
    const [x2, y2] = ring[i] as Position
    if (y1 <= lat === y2 <= lat) continue
    const side = (x2 - x1) * (lat - y1) - (lon - x1) * (y2 - y1)
    if (y1 <= lat && side > 0) winding++
    if (y1 > lat && side < 0) winding--
  }
  return winding !== 0
}

/** True when a polygon surrounds the point and none of its holes does. */
export const covers = (geometry: BoundaryGeometry, point: Position): boolean =>
  geometry.coordinates.some(
    ([shell, ...holes]) =>
      shell !== undefined && winds(shell, point) && !holes.some((hole) => winds(hole, point)),
  )

/** The rings cut at every crossing into straight segments, each listed once. */
function nodedSegments(rings: Ring[]): Array<[Coordinate, Coordinate]> {
  const lines = new ArrayList<NodedSegmentString>()
  for (const ring of rings) {
    const coordinates = onGrid(ring)
    if (coordinates.length > 1) lines.add(new NodedSegmentString(coordinates, null))
  }
  const noder = new MCIndexSnapRounder(new PrecisionModel(GRID))
  noder.computeNodes(lines)

  const segments = new Map<string, [Coordinate, Coordinate]>()
  for (const line of noder.getNodedSubstrings().toArray()) {
    const points = line.getCoordinates()
    for (let i = 1; i < points.length; i++) {
      const from = points[i - 1] as Coordinate
      const to = points[i] as Coordinate
      const forward = from.x < to.x || (from.x === to.x && from.y < to.y)
      const [a, b] = forward ? [from, to] : [to, from]
      segments.set(`${a.x} ${a.y} ${b.x} ${b.y}`, [a, b])
    }
  }
  return [...segments.values()]
}

function onGrid(ring: Ring): Coordinate[] {
  const coordinates: Coordinate[] = []
  for (const [lon, lat] of ring) {
    const next = new Coordinate(Math.round(lon * GRID) / GRID, Math.round(lat * GRID) / GRID)
    const last = coordinates.at(-1)
    if (!last || last.x !== next.x || last.y !== next.y) coordinates.push(next)
  }
  return coordinates
}
