import type { Bbox, Position, Ring } from '../../../shared/boundary/boundary.schema.ts'

type Sized = { ring: Ring; area: number; box: Bbox }

/**
 * Puts the rings of a shapefile together as polygons: outer rings run clockwise, holes the other way. A hole belongs to
 * the smallest outer ring around it, and is land of its own where there is none. Some programs write all rings the
 * wrong way round: where that leaves fewer holes alone, it is so.
 */
export function nestRings(rings: readonly Ring[]): Ring[][] {
  const sized = rings.map(sizedRing)
  const usual = nested(sized, 1)
  if (usual.orphans === 0) return usual.polygons
  const reversed = nested(sized, -1)
  return reversed.orphans < usual.orphans ? reversed.polygons : usual.polygons
}

/** `outwards` is the sign of the area of outer rings. */
function nested(rings: readonly Sized[], outwards: 1 | -1): { polygons: Ring[][]; orphans: number } {
  const shells = rings
    .filter(({ area }) => area * outwards > 0)
    .map((shell) => ({ shell, holes: [] as Ring[] }))
    .sort((a, b) => Math.abs(a.shell.area) - Math.abs(b.shell.area))
  const orphans: Ring[][] = []
  for (const hole of rings.filter(({ area }) => area * outwards <= 0)) {
    const around = shells.find(({ shell }) => isInside(hole, shell))
    if (around) around.holes.push(hole.ring)
    else orphans.push([hole.ring])
  }
  return {
    polygons: [...shells.map(({ shell, holes }) => [shell.ring, ...holes]), ...orphans],
    orphans: orphans.length,
  }
}

/** The area is positive clockwise, in square units of the coordinates. */
function sizedRing(ring: Ring): Sized {
  const [[x0, y0]] = ring as [Position]
  const box: Bbox = [x0, y0, x0, y0]
  let area = 0
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1] as Position
    const [x2, y2] = ring[i] as Position
    // relative to the first point: coordinates in metres are large
    area += (x2 - x0) * (y1 - y0) - (x1 - x0) * (y2 - y0)
    box[0] = Math.min(box[0], x2)
    box[1] = Math.min(box[1], y2)
    box[2] = Math.max(box[2], x2)
    box[3] = Math.max(box[3], y2)
  }
  return { ring, area: area / 2, box }
}

/** Whether most of three points of a ring are inside the other: one may lie on its line. */
function isInside(inner: Sized, outer: Sized): boolean {
  const fits =
    outer.box[0] <= inner.box[0] &&
    outer.box[1] <= inner.box[1] &&
    outer.box[2] >= inner.box[2] &&
    outer.box[3] >= inner.box[3]
  if (!fits) return false
  const { length } = inner.ring
  const samples = [0, Math.floor(length / 3), Math.floor((2 * length) / 3)]
  const inside = samples.filter((at) => surrounds(outer.ring, inner.ring[at] as Position))
  return inside.length >= 2
}

function surrounds(ring: Ring, [x, y]: Position): boolean {
  let isWithin = false
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1] as Position
    const [x2, y2] = ring[i] as Position
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isWithin = !isWithin
  }
  return isWithin
}
