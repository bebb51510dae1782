import type { BoundaryGeometry, Position } from './boundary.schema.ts'

/** A coarse outline: each ring as its first point and the way from each point to the next, in thousandths of a degree. */
export type PackedOutline = number[][][]

/** of a degree: about 110 m, the grid of the coarse outlines */
const STEPS = 1000

function packRing(ring: readonly Position[]): number[] {
  const points = ring.map(([lon, lat]) => [Math.round(lon * STEPS), Math.round(lat * STEPS)] as const)
  return points.flatMap(([x, y], at) => {
    const [fromX, fromY] = points[at - 1] ?? [0, 0]
    return [x - fromX, y - fromY]
  })
}

function unpackRing(packed: readonly number[]): Position[] {
  const ring: Position[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < packed.length; at += 2) {
    x += packed[at] ?? 0
    y += packed[at + 1] ?? 0
    ring.push([x / STEPS, y / STEPS])
  }
  return ring
}

/** Packs an outline, so that a map loads a third less of it than of the coordinates themselves. */
export const packOutline = ({ coordinates }: Pick<BoundaryGeometry, 'coordinates'>): PackedOutline =>
  coordinates.map((rings) => rings.map(packRing))

/** The outline that `packOutline` has packed, to the thousandth of a degree. */
export const unpackOutline = (packed: PackedOutline): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates: packed.map((rings) => rings.map(unpackRing)),
})
