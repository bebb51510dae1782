import type { Position } from './boundary.schema.ts'

/** Known points say where a name is written on a map, so a site this near to one can lie anywhere around it. */
const NEAR_KM = 30

type KnownPoint = { name: string; point: Position }

/** The chosen province by its known point, beside those of all others. */
export type KnownProvince = KnownPoint & { others: KnownPoint[] }

/** The chosen municipality: where its point is and how far it reaches from there, or that neither is known. */
export type KnownMunicipality = { name: string; known: { point: Position; reach_km: number } | null }

/** What a check of a place found: something to look at, a sentence on what was looked at, or that it could not be. */
export type PlaceCheck = { warning: string } | { checked: string } | { not_checked: string }

/**
 * Whether a place lies where another province is known to be. No outline of provinces is at hand, and they are of
 * every length and shape; so this warns only when the point of another is less than half as far as that of the
 * chosen one.
 */
export function checkProvince(middle: Position, province: KnownProvince): PlaceCheck {
  const own = kilometres(middle, province.point)
  const away = `${inKm(own)} from the known point of ${province.name}`
  const [nearest] = province.others
    .map(({ name, point }) => ({ name, km: kilometres(middle, point) }))
    .sort((a, b) => a.km - b.km)
  if (!nearest || own <= NEAR_KM || nearest.km * 2 >= own) return { checked: `Province: ${away}` }
  return {
    warning: `The boundary lies ${away} and only ${inKm(nearest.km)} from that of ${nearest.name}; please check province and map.`,
  }
}

/** Whether a place lies within reach of the known point of its municipality. */
export function checkMunicipality(middle: Position, { name, known }: KnownMunicipality): PlaceCheck {
  if (!known)
    return { not_checked: `Municipality: neither an outline of ${name} nor a point in it is known here` }
  const km = kilometres(middle, known.point)
  const away = `${inKm(km)} from the known point of ${name}`
  return km > known.reach_km
    ? { warning: `The boundary lies ${away}; please check municipality and map.` }
    : { checked: `Municipality: ${away}` }
}

const inKm = (km: number): string => `${Math.round(km).toLocaleString('en-US')} km`

const EARTH_RADIUS_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Along the great circle of a sphere, which is right to half a per cent. */
function kilometres([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const cosines = Math.cos(radians(lat1)) * Math.cos(radians(lat2))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half(lat1, lat2) + cosines * half(lon1, lon2)))
}
