import type { Bbox, Position } from '../../shared/boundary/boundary.schema.ts'
import type { RankedTown } from './country.ts'

/* Which towns a map names, and where. All in pixels of the map, from its upper left corner. */

export type Box = { left: number; right: number; top: number; bottom: number }

/** A town that may be named, with the place of its dot and the width of its name. */
export type TownSpot = { name: string; point: Position; x: number; y: number; width: number }

type Side = 'right' | 'left' | 'above' | 'below'
export type PlacedTown = TownSpot & { side: Side; box: Box }

const NAME_HEIGHT = 14
/** from the middle of the dot to the name */
const GAP = 6
const DOT = 4
/** between two names */
const CLEAR = 2

/** Returns the towns that a view names at a zoom, the larger first. */
export function townsInView(
  towns: readonly RankedTown[],
  [west, south, east, north]: Bbox,
  zoom: number,
): { name: string; point: Position }[] {
  return towns.flatMap(([name, lon, lat, from_zoom]) =>
    from_zoom <= zoom && lon >= west && lon <= east && lat >= south && lat <= north
      ? { name, point: [lon, lat] }
      : [],
  )
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const isInside = (box: Box, frame: Box): boolean =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom

const grown = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
})

const dotBox = ({ x, y }: TownSpot): Box => grown({ left: x, right: x, top: y, bottom: y }, DOT)

/** Where the name of a town is written on each side of its dot, the best side first. */
function sidesOf({ x, y, width }: TownSpot): [Side, Box][] {
  const [half, middle] = [width / 2, NAME_HEIGHT / 2]
  return [
    ['right', { left: x + GAP, right: x + GAP + width, top: y - middle, bottom: y + middle }],
    ['left', { left: x - GAP - width, right: x - GAP, top: y - middle, bottom: y + middle }],
    ['above', { left: x - half, right: x + half, top: y - GAP - NAME_HEIGHT, bottom: y - GAP }],
    ['below', { left: x - half, right: x + half, top: y + GAP, bottom: y + GAP + NAME_HEIGHT }],
  ]
}

/**
 * Places the names of towns in the frame, those that come first before the others: none covers what is taken, another name
 * or another dot. A town without room for its name is left out.
 */
export function placeTowns(
  spots: readonly TownSpot[],
  { frame, taken }: { frame: Box; taken: readonly Box[] },
): PlacedTown[] {
  const used = [...taken]
  const isFree = (box: Box) => isInside(box, frame) && !used.some((other) => overlap(box, other))
  return spots.flatMap((spot): PlacedTown[] => {
    const dot = dotBox(spot)
    if (!isFree(dot)) return []
    const found = sidesOf(spot).find(([, box]) => isFree(grown(box, CLEAR)))
    if (!found) return []
    const [side, box] = found
    used.push(dot, grown(box, CLEAR))
    return [{ ...spot, side, box }]
  })
}
