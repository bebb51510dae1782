import type { BoundaryGeometry, Position, Ring } from './boundary.schema.ts'

/** the most decimals of a degree: a tenth of a metre */
const DECIMALS = 6

const countOf = (parts: readonly Ring[][]): number =>
  parts.flat().reduce((sum, { length }) => sum + length, 0)

/** Rounds the corners of a ring to multiples of `cell` and counts in cells; null for a ring without area. */
function thinRing(ring: Ring, cell: number): Ring | null {
  const kept: Ring = []
  for (const [lon, lat] of ring) {
    const [x, y] = [Math.round(lon / cell), Math.round(lat / cell)]
    const last = kept.at(-1)
    if (last?.[0] !== x || last[1] !== y) kept.push([x, y])
  }
  return kept.length < 4 ? null : kept
}

/** One cell in the place of a part that is smaller. */
function cellOf([shell]: Ring[], cell: number): Ring {
  const [x, y] = (shell?.[0] ?? [0, 0]).map((degrees) => Math.floor(degrees / cell)) as Position
  return [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ]
}

function thinParts(parts: readonly Ring[][], cell: number): Ring[][] {
  const cells = new Set<string>()
  return parts.flatMap((part) => {
    const [shell, ...holes] = part.map((ring) => thinRing(ring, cell))
    if (shell) return [[shell, ...holes.filter((hole) => hole !== null)]]
    const only = cellOf(part, cell)
    const key = String(only[0])
    if (cells.has(key)) return []
    cells.add(key)
    return [[only]]
  })
}

/** a grid of one cell */
const WIDEST = 360
/** a ring with fewer corners than this is not thinned further on the same grid */
const FEW = 24

/** Leaves out every second corner of the longer rings. */
const halved = (parts: readonly Ring[][]): Ring[][] =>
  parts.map((part) =>
    part.map((ring) =>
      ring.length < FEW ? ring : ring.filter((_, index) => index % 2 === 0 || index === ring.length - 1),
    ),
  )

/**
 * Returns a shape for a picture: its corners on a grid of degrees, and of those at most `most`. It leaves out every
 * second corner, and doubles the grid where the parts themselves are too many. Every part remains, if only as one cell
 * of the grid. The work grows with the corners alone, whatever they draw; the result may cross itself, so nothing is
 * computed from it.
 */
export function thinned(
  { coordinates }: BoundaryGeometry,
  { grid, most }: { grid: number; most: number },
): BoundaryGeometry {
  let cell = grid
  let parts = thinParts(coordinates, cell)
  for (let count = countOf(parts); count > most && cell < WIDEST; ) {
    parts = halved(parts)
    const fewer = countOf(parts)
    if (fewer === count) {
      cell *= 2
      parts = thinParts(parts, 2)
    }
    count = countOf(parts)
  }
  const inDegrees = (cells: number) => Number((cells * cell).toFixed(DECIMALS))
  return {
    type: 'MultiPolygon',
    coordinates: parts.map((part) =>
      part.map((ring) => ring.map(([x, y]): Position => [inDegrees(x), inDegrees(y)])),
    ),
  }
}
