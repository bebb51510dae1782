import type { Bbox, BoundaryGeometry, Position, Ring } from '../boundary/boundary.schema.ts'
import { polygonsInBox } from '../boundary/overlap.ts'

/** a tenth of a metre, so that nothing is cut where the box itself ends */
const MARGIN = 0.000_001

/** The sides of a box that a position lies beyond, one bit each; 0 inside. */
function sidesBeyond([lon, lat]: Position, [west, south, east, north]: Bbox): number {
  return (lon < west ? 1 : 0) | (lon > east ? 2 : 0) | (lat < south ? 4 : 0) | (lat > north ? 8 : 0)
}

/** The ring with one straight line for each stretch that lies beyond one side of the box. */
function ringNear(ring: Ring, box: Bbox): Ring {
  const kept: Ring = []
  let common = 0
  let last: Position | null = null
  for (const position of ring) {
    const sides = sidesBeyond(position, box)
    if ((common & sides) !== 0) {
      common &= sides
      last = position
      continue
    }
    if (last) kept.push(last)
    kept.push(position)
    common = sides
    last = null
  }
  if (last) kept.push(last)
  return kept
}

/** a closed ring of fewer positions encloses nothing */
const FEWEST = 4

/**
 * A shape that has the same land inside the box and fewer corners outside, in which its lines may cross: the outline of
 * a province is compared with a site at the cost of what lies around the site. The work grows with the corners alone.
 */
export function nearBox(geometry: BoundaryGeometry, [west, south, east, north]: Bbox): BoundaryGeometry {
  const box: Bbox = [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN]
  const coordinates = polygonsInBox(geometry, box).coordinates.flatMap(([shell = [], ...holes]) => {
    const near = ringNear(shell, box)
    if (near.length < FEWEST) return []
    return [[near, ...holes.map((hole) => ringNear(hole, box)).filter(({ length }) => length >= FEWEST)]]
  })
  return { type: 'MultiPolygon', coordinates }
}
