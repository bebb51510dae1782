import type { Position, Ring } from '../../../shared/boundary/boundary.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { closedRing, printable } from '../kml/kml-ring.ts'
import type { RawPolygon, RawPosition } from './land-source.ts'
import type { Placed } from './projection.ts'

export type Polygons = { ok: true; polygons: Ring[][]; vertex_count: number } | { ok: false; reason: string }

export const tooManyPoints = (most: number): string =>
  `The boundary has more than ${formatCount(most)} points; simplify it and export it again.`

/** Turns polygons in the coordinates of their file into closed rings in WGS 84, or says why that cannot be done. */
export function placePolygons(
  raw: readonly RawPolygon[],
  place: (x: number, y: number) => Placed,
  most_vertices: number,
): Polygons {
  const polygons: Ring[][] = []
  let vertex_count = 0
  for (const rings of raw) {
    const polygon: Ring[] = []
    for (const positions of rings) {
      vertex_count += positions.length
      if (vertex_count > most_vertices) return refused(tooManyPoints(most_vertices))
      const line = placeLine(positions, place)
      if (typeof line === 'string') return refused(line)
      const closed = closedRing(line)
      if (!closed.ok) return refused(closed.reason)
      polygon.push(closed.ring)
    }
    if (polygon.length > 0) polygons.push(polygon)
  }
  return { ok: true, polygons, vertex_count }
}

/** The points of a line in WGS 84, or why one has no place there. */
export function placeLine(
  positions: readonly RawPosition[],
  place: (x: number, y: number) => Placed,
): Position[] | string {
  const line: Position[] = []
  for (const position of positions) {
    const [x, y] = Array.isArray(position) ? (position as unknown[]) : []
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      return `The point (${shown(x)}, ${shown(y)}) in the boundary is not two numbers.`
    }
    const placed = place(x as number, y as number)
    if (typeof placed === 'string') return placed
    line.push(placed)
  }
  return line
}

const shown = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? printable(String(value)) : 'nothing'

const refused = (reason: string): Polygons => ({ ok: false, reason })
