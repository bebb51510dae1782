import { formatCount } from '../lib/format.ts'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { lineBetween } from './distance.ts'
import { checkRegion, partWords } from './region-check.ts'
import { middleOf } from './shape.ts'

/** A known point is only where a map prints the name, so a site this close to one can be on any side of it. */
const NEAR_KM = 30

type KnownPoint = { name: string; point: Position }

/** `outline` is null unless the bureau has loaded one. */
type PlaceWithOutline = { outline: BoundaryGeometry | null }

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

/** The check by outline, the only one that can confirm a place (S-138). */
function checkByOutline(
  shape: BoundaryGeometry,
  label: string,
  name: string,
  outline: BoundaryGeometry,
): PlaceCheck {
  const { outside, outside_share } = checkRegion(shape, outline, OUTLINE_ERROR_KM)
  if (!outside) return { checked: `${label}: inside ${name} or at its border, by its map` }
  return { warning: `${partWords(outside_share)} lies outside ${name}.` }
}

const notChecked = (label: string, name: string, distance: string | null): PlaceCheck => ({
  not_checked: `${label}: There is no map of ${name} here, so this was not checked.${
    distance === null ? '' : ` The boundary lies ${distance} from the known point of ${name}.`
  }`,
})

/**
 * Checks the province by its outline. Without an outline, a distance cannot confirm anything (S-138): it only warns if
 * the known point of another province is less than half as far as that of the chosen one.
 */
export function checkProvince(shape: BoundaryGeometry, province: KnownProvince): PlaceCheck {
  const { name, outline } = province
  if (outline) return checkByOutline(shape, 'Province', name, outline)
  const middle = middleOf(shape)
  const own = lineBetween(middle, province.point).km
  const [nearest] = province.others
    .map((other) => ({ name: other.name, km: lineBetween(middle, other.point).km }))
    .sort((a, b) => a.km - b.km)
  if (!nearest || own <= NEAR_KM || nearest.km * 2 >= own) return notChecked('Province', name, inKm(own))
  return {
    warning: `The boundary lies ${inKm(own)} from the known point of ${name} and only ${inKm(nearest.km)} from that of ${nearest.name}; please check province and map.`,
  }
}

/** The same for a municipality; without an outline it warns beyond the reach of its known point, if there is one. */
export function checkMunicipality(
  shape: BoundaryGeometry,
  { name, known, outline }: KnownMunicipality,
): PlaceCheck {
  if (outline) return checkByOutline(shape, 'Municipality', name, outline)
  if (!known) return notChecked('Municipality', name, null)
  const km = lineBetween(middleOf(shape), known.point).km
  if (km <= known.reach_km) return notChecked('Municipality', name, inKm(km))
  return {
    warning: `The boundary lies ${inKm(km)} from the known point of ${name}; please check municipality and map.`,
  }
}

const inKm = (km: number): string => `${formatCount(Math.round(km))} km`
