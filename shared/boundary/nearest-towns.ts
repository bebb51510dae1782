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
  const narrowing = Math.cos((middle[1] * Math.PI) / 180)
  // on a plane, so that only the nearest of more than a thousand are measured on the ellipsoid
  const sorted = towns
    .map((town) => {
      const [x, y] = [(town.point[0] - middle[0]) * narrowing, town.point[1] - middle[1]]
      return { town, isHeld: holds(town.point), apart: x * x + y * y }
    })
    .sort((a, b) => Number(b.isHeld) - Number(a.isHeld) || a.apart - b.apart)
  const measured = ({ town, isHeld }: (typeof sorted)[number]) => {
    const line = lineBetween(town.point, middle)
    return { ...town, ...line, isIn: isHeld || line.km <= IN_TOWN_KM }
  }
  const [nearest, ...others] = sorted
  if (!nearest) return []
  const first = measured(nearest)
  const second = firstOf(
    others,
    measured,
    (town) => !town.isIn && (first.isIn || angleBetween(town.bearing, first.bearing) >= APART),
  )
  return [first, ...(second ? [second] : [])].map(({ name, point, km, bearing, isIn }) => ({
    name,
    point,
    km: Math.round(km * 1000) / 1000,
    direction: isIn ? null : windOf(bearing),
  }))
}

/** Makes one after another until one is right; null if none is. */
function firstOf<From, To>(all: readonly From[], make: (one: From) => To, isRight: (one: To) => boolean) {
  for (const one of all) {
    const made = make(one)
    if (isRight(made)) return made
  }
  return null
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
