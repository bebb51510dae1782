import type { BoundaryGeometry } from './boundary.schema.ts'
import { linesCross } from './complexity.ts'
import { bboxOf, boxesMeet, surrounds } from './shape.ts'

/**
 * Whether two shapes have land in common, without computing it: their lines cross, or a part of one is inside the other.
 * Neither needs a corner in the other.
 */
export const landsMeet = (a: BoundaryGeometry, b: BoundaryGeometry): boolean =>
  boxesMeet(bboxOf(a), bboxOf(b)) && (linesCross(a, b) || hasPartIn(a, b) || hasPartIn(b, a))

/** Where no lines cross, a part is inside if any corner of it is. */
function hasPartIn({ coordinates }: BoundaryGeometry, whole: BoundaryGeometry): boolean {
  const [west, south, east, north] = bboxOf(whole)
  return coordinates.some(([shell = []]) => {
    const [corner] = shell
    if (!corner) return false
    const [lon, lat] = corner
    return lon >= west && lon <= east && lat >= south && lat <= north && surrounds(whole, corner)
  })
}
