import { formatCount, formatDecimals, formatList } from '../lib/format.ts'
import { type Bbox, type BoundaryGeometry, type NearbyTown, type Position, WINDS } from './boundary.schema.ts'
import { lineBetween } from './distance.ts'
import { bboxOf, boxesMeet, middleOf, surrounds } from './shape.ts'

export type Town = { name: string; point: Position }

/** closer than this, a site is in the town: a known point is only where maps write the name */
const IN_TOWN_KM = 1

const KM_PER_DEGREE = 111.2
/** what is so much farther on a plane is farther on the ellipsoid too */
const FARTHER = 1.03

/** The wind that a direction in degrees clockwise from north is closest to. */
const windOf = (bearing: number) => WINDS[Math.round(bearing / 45) % WINDS.length] ?? 'north'

/** the least angle, seen from a boundary, between the two towns that say where it is */
const APART = 60
const angleBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

/** the degrees around a boundary within which towns are looked for first */
const REACH = 1.5
/** nearer than any town out of that reach, up to 50 degrees from the equator */
const SURE_KM = 100

/**
 * Returns the nearest town, and the nearest one on another side, so that the two say where on a map a boundary is. The
 * distance is measured from the point of the town to the middle of the boundary, the direction seen from the town.
 */
export function nearestTowns(shape: BoundaryGeometry, towns: readonly Town[]): NearbyTown[] {
  const [west, south, east, north] = bboxOf(shape)
  const around: Bbox = [west - REACH, south - REACH, east + REACH, north + REACH]
  const found = nearestAmong(
    shape,
    towns.filter(({ point: [lon, lat] }) => boxesMeet(around, [lon, lat, lon, lat])),
  )
  return (found[1]?.km ?? Number.POSITIVE_INFINITY) < SURE_KM ? found : nearestAmong(shape, towns)
}

function nearestAmong(shape: BoundaryGeometry, towns: readonly Town[]): NearbyTown[] {
  const middle = middleOf(shape)
  const box = bboxOf(shape)
  const holds = ([lon, lat]: Position) => boxesMeet(box, [lon, lat, lon, lat]) && surrounds(shape, [lon, lat])
  const measured = ({ town, isHeld }: Sorted) => {
    const line = lineBetween(town.point, middle)
    return { ...town, ...line, isIn: isHeld || line.km <= IN_TOWN_KM }
  }
  const sorted = towns
    .map((town): Sorted => ({ town, isHeld: holds(town.point), km: kmOnPlane(town.point, middle) }))
    .sort((a, b) => a.km - b.km)
  const held = sorted.filter(({ isHeld }) => isHeld)
  const first = nearestOf(held.length > 0 ? held : sorted, measured, () => true)
  if (!first) return []
  const second = nearestOf(
    sorted,
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

type Sorted = { town: Town; isHeld: boolean; km: number }

/** Between two points of the country, as if the earth were flat around the latitude in their middle: at most 1 % off. */
function kmOnPlane([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const narrowing = Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot((lon2 - lon1) * narrowing, lat2 - lat1)
}

/**
 * The nearest of the right ones; null if none is. Of more than a thousand only those that may be nearer than the nearest
 * found so far are measured on the ellipsoid.
 */
function nearestOf<Measured extends { km: number }>(
  sorted: readonly Sorted[],
  measured: (one: Sorted) => Measured,
  isRight: (one: Measured) => boolean,
): Measured | null {
  let nearest: Measured | null = null
  for (const one of sorted) {
    if (nearest && one.km > nearest.km * FARTHER) break
    const found = measured(one)
    if (isRight(found) && (!nearest || found.km < nearest.km)) nearest = found
  }
  return nearest
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
