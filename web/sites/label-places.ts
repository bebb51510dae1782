import type { Bbox, BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, surrounds } from '../../shared/boundary/shape.ts'

/** how many steps of a grid lie on each side of its middle */
const SIDE = 3
const STEPS = Array.from({ length: 2 * SIDE + 1 }, (_, index) => index - SIDE)
/** the points of the grid, those near its middle first */
const GRID = STEPS.flatMap((x) => STEPS.map((y): Position => [x, y])).toSorted(
  ([x1, y1], [x2, y2]) => Math.hypot(x1, y1) - Math.hypot(x2, y2),
)

/** Where the name of a shape can be written in a view: in it, near the middle of what is seen of it first; often nowhere. */
export function labelPlaces(shape: BoundaryGeometry, view: Bbox): Position[] {
  const [west, south, east, north] = bboxOf(shape)
  const [left, bottom] = [Math.max(west, view[0]), Math.max(south, view[1])]
  const [right, top] = [Math.min(east, view[2]), Math.min(north, view[3])]
  if (left > right || bottom > top) return []
  const [stepX, stepY] = [(right - left) / (2 * SIDE + 2), (top - bottom) / (2 * SIDE + 2)]
  const points = GRID.map(
    ([x, y]): Position => [(left + right) / 2 + x * stepX, (bottom + top) / 2 + y * stepY],
  )
  return points.filter((point) => surrounds(shape, point))
}
