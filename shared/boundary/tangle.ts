import Flatbush from 'flatbush'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'

/** The edges of a surveyed boundary meet the boxes of two or three others on average. */
const USUAL_MEETINGS = 20
/** A few long edges may all meet each other without being work. */
const ALLOWANCE = 200

/**
 * True when the edges of the shapes, taken together, get in each other's way so much that exact checks may
 * take seconds: a hundred random points are enough for that. Itself cheap, whatever the shapes.
 */
export function isTangled(shapes: BoundaryGeometry[]): boolean {
  const rings = shapes.flatMap((shape) => shape.coordinates.flat())
  const count = rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 1), 0)
  if (count === 0) return false

  const index = new Flatbush(count)
  for (const ring of rings) for (let i = 1; i < ring.length; i++) index.add(...edgeBox(ring, i))
  index.finish()

  let left = USUAL_MEETINGS * count + ALLOWANCE
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      left -= index.search(...edgeBox(ring, i)).length
      if (left < 0) return true
    }
  }
  return false
}

function edgeBox(ring: Position[], i: number): [number, number, number, number] {
  const [x1, y1] = ring[i - 1] as Position
  const [x2, y2] = ring[i] as Position
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}
