import { formatDate } from '../lib/dates.ts'
import { formatCount, formatDecimals } from '../lib/format.ts'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { lineBetween } from './distance.ts'
import { checkRegion, measureOutside, partWords } from './region-check.ts'
import { middleOf } from './shape.ts'

/** A known point is only where a map prints the name, so a site this close to one can be on any side of it. */
const NEAR_KM = 30

type KnownPoint = { name: string; point: Position }

/**
 * `outline` is null unless the bureau has loaded one that holds. `according_to`: "PSA, Mar 01, 2026", of one from a
 * layer. `not_used`: why a loaded one is not used.
 */
type PlaceWithOutline = {
  outline: BoundaryGeometry | null
  according_to?: string | null
  not_used?: string | null
}

/** An outline that the bureau has loaded; `source_date` is null of one that no layer names. */
export type LoadedOutline = {
  geometry: BoundaryGeometry
  source: string
  source_date: string | null
  valid_from: string | null
  valid_until: string | null
  /** on the day of the check */
  holds: boolean
}

/** What a check needs of the outline that was loaded for a place, if any. */
export function usableOutline(loaded: LoadedOutline | null, name: string): PlaceWithOutline {
  if (!loaded) return { outline: null }
  const { source, source_date, valid_from, valid_until } = loaded
  const according_to = source_date === null ? null : `${source}, ${formatDate(source_date)}`
  if (loaded.holds) return { outline: loaded.geometry, according_to }
  const days = [
    ...(valid_from ? [`from ${formatDate(valid_from)}`] : []),
    ...(valid_until ? [`until ${formatDate(valid_until)}`] : []),
  ]
  return {
    outline: null,
    not_used: `The map of ${name} here (${according_to ?? source}) holds ${days.join(' ')}`,
  }
}

/** The chosen province with its outline or known point, and the points of all others. */
export type KnownProvince = KnownPoint & PlaceWithOutline & { others: KnownPoint[] }

/** The chosen municipality: its outline, its known point and the distance it reaches from there, as far as known. */
export type KnownMunicipality = PlaceWithOutline & {
  name: string
  known: { point: Position; reach_km: number } | null
}

/** The result of a place check: a warning, a sentence on what was checked, or why it could not be checked. */
export type PlaceCheck = { warning: string } | { checked: string } | { not_checked: string }

/** How far a line of a loaded outline can be from the real one. */
const OUTLINE_ERROR_KM = 0.5

/** less than both is the noise of two surveys of one border */
const SLIVER = { ha: 0.1, share: 0.001 }

/** By an outline whose source is known: inside, across the border by hectares and share, or outside. */
function checkBySource(
  shape: BoundaryGeometry,
  outline: BoundaryGeometry,
  { label, name, by }: { label: string; name: string; by: string },
): PlaceCheck {
  const { outside_ha, outside_share, reach_km } = measureOutside(shape, outline)
  if (outside_share === 1) return { warning: `The whole boundary lies outside ${name}, ${by}.` }
  if (outside_ha < SLIVER.ha && outside_share < SLIVER.share)
    return { checked: `${label}: inside ${name}, ${by}` }
  const percent = outside_share < 0.01 ? 'less than 1' : formatDecimals(outside_share * 100, 0)
  const part = `${formatDecimals(outside_ha, outside_ha < 1 ? 2 : 1)} ha (${percent} %)`
  if (reach_km > OUTLINE_ERROR_KM) return { warning: `${part} lie outside ${name}, ${by}.` }
  const metres = formatCount(OUTLINE_ERROR_KM * 1000)
  return {
    checked: `${label}: at the border of ${name}; ${part} lie outside it, by less than ${metres} m, ${by}`,
  }
}

/** The check by outline, the only one that can confirm a place (S-138). */
function checkByOutline(
  shape: BoundaryGeometry,
  label: string,
  { name, according_to }: PlaceWithOutline & { name: string },
  outline: BoundaryGeometry,
): PlaceCheck {
  if (according_to) return checkBySource(shape, outline, { label, name, by: `according to ${according_to}` })
  const { outside, outside_share } = checkRegion(shape, outline, OUTLINE_ERROR_KM)
  if (!outside) return { checked: `${label}: inside ${name} or at its border, by its map` }
  return { warning: `${partWords(outside_share)} lies outside ${name}.` }
}

const notChecked = (
  label: string,
  { name, not_used }: PlaceWithOutline & { name: string },
  distance: string | null,
): PlaceCheck => ({
  not_checked: `${label}: ${not_used ?? `There is no map of ${name} here`}, so this was not checked.${
    distance === null ? '' : ` The boundary lies ${distance} from the known point of ${name}.`
  }`,
})

/**
 * Checks the province by its outline. Without an outline, a distance cannot confirm anything (S-138): it only warns if
 * the known point of another province is less than half as far as that of the chosen one.
 */
export function checkProvince(shape: BoundaryGeometry, province: KnownProvince): PlaceCheck {
  const { name, outline } = province
  if (outline) return checkByOutline(shape, 'Province', province, outline)
  const middle = middleOf(shape)
  const own = lineBetween(middle, province.point).km
  const [nearest] = province.others
    .map((other) => ({ name: other.name, km: lineBetween(middle, other.point).km }))
    .sort((a, b) => a.km - b.km)
  if (!nearest || own <= NEAR_KM || nearest.km * 2 >= own) return notChecked('Province', province, inKm(own))
  return {
    warning: `The boundary lies ${inKm(own)} from the known point of ${name} and only ${inKm(nearest.km)} from that of ${nearest.name}; please check province and map.`,
  }
}

/** The same for a municipality; without an outline it warns beyond the reach of its known point, if there is one. */
export function checkMunicipality(shape: BoundaryGeometry, municipality: KnownMunicipality): PlaceCheck {
  const { name, known, outline } = municipality
  if (outline) return checkByOutline(shape, 'Municipality', municipality, outline)
  if (!known) return notChecked('Municipality', municipality, null)
  const km = lineBetween(middleOf(shape), known.point).km
  if (km <= known.reach_km) return notChecked('Municipality', municipality, inKm(km))
  return {
    warning: `The boundary lies ${inKm(km)} from the known point of ${name}; please check municipality and map.`,
  }
}

const inKm = (km: number): string => `${formatCount(Math.round(km))} km`
