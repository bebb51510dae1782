import { formatCount, formatDecimals, formatList } from '../lib/format.ts'
import { type BoundaryGeometry, type NearbyTown, type Position, WINDS } from './boundary.schema.ts'
import { lineBetween } from './distance.ts'
import { bboxOf, boxesMeet, middleOf, surrounds } from './shape.ts'

export type Town = { name: string; point: Position }

/** closer than this, a site is in the town: a known point is only where maps write the name */
const IN_TOWN_KM = 1

/** The wind that a direction in degrees clockwise from north is closest to. */
const windOf = (bearing: number) => WINDS[Math.round(bearing / 45) % WINDS.length] ?? 'north'

/** the least angle, seen from a boundary, between the two towns that say where it is */
const APART = 60
const angleBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

/**
 * Returns the nearest town, and the nearest one on another side, so that the two say where on a map a boundary is. The
 * distance is measured from the point of the town to the middle of the boundary, the direction seen from the town.
 */
export function nearestTowns(shape: BoundaryGeometry, towns: readonly Town[]): NearbyTown[] {
  const middle = middleOf(shape)
  const box = bboxOf(shape)
  const holds = ([lon, lat]: Position) => boxesMeet(box, [lon, lat, lon, lat]) && surrounds(shape, [lon, lat])
  const [first, ...others] = towns
    .map((town) => ({ ...town, ...lineBetween(town.point, middle) }))
    .map((town) => ({ ...town, isIn: town.km <= IN_TOWN_KM || holds(town.point) }))
    .sort((a, b) => Number(b.isIn) - Number(a.isIn) || a.km - b.km)
  if (!first) return []
  const second = others.find(
    (town) => !town.isIn && (first.isIn || angleBetween(town.bearing, first.bearing) >= APART),
  )
  return [first, ...(second ? [second] : [])].map(({ name, point, km, bearing, isIn }) => ({
    name,
    point,
    km: Math.round(km * 1000) / 1000,
    direction: isIn ? null : windOf(bearing),
  }))
}

/** "4.2 km", "38 km": one decimal below ten kilometres, else whole ones. */
export const distanceWords = (km: number): string =>
  `${km < 9.95 ? formatDecimals(km, 1) : formatCount(Math.round(km))} km`

/** "12 km north-east of Lucena and 31 km south of Pasig"; "" if no town is known. */
export const townWords = (towns: readonly NearbyTown[]): string =>
  formatList(
    towns.map(({ name, km, direction }) =>
      direction === null ? `in ${name}` : `${distanceWords(km)} ${direction} of ${name}`,
    ),
  )
