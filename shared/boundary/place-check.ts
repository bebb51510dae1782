import { formatDate } from '../lib/dates.ts'
import { formatCount, formatDecimals } from '../lib/format.ts'
import type { BoundaryGeometry, Position } from './boundary.schema.ts'
import { lineBetween, metresOutside } from './distance.ts'
import { COARSE_ERROR_KM, checkRegion, distancesFrom, measureOutside, partWords } from './region-check.ts'
import { middleOf } from './shape.ts'

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

/** The outline of a province that comes with the product (decision 05). */
export type CoarseOutline = {
  /** of all provinces that have it together */
  name: string
  geometry: BoundaryGeometry
  /** the other province on whose land the middle of the boundary lies; null if on that of none */
  lies_in: string | null
}

/** The chosen province with its outlines. */
export type KnownProvince = PlaceWithOutline & { name: string; coarse: CoarseOutline | null }

/** The chosen municipality with its outline and its known point, as far as known. */
export type KnownMunicipality = PlaceWithOutline & { name: string; point: Position | null }

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
  besides = '',
): PlaceCheck => ({
  not_checked: `${label}: ${not_used ?? `There is no map of ${name} here`}, so this was not checked.${besides}`,
})

const BY_COARSE = 'by a coarse outline (Natural Earth)'

/** By a coarse outline: inside, outside, or so near its line that it cannot tell. */
function checkCoarsely(shape: BoundaryGeometry, { name, geometry, lies_in }: CoarseOutline): PlaceCheck {
  const { outside, outside_share, reach_km } = checkRegion(shape, geometry)
  if (outside) {
    const away_km = outside_share === 1 ? metresOutside(middleOf(shape), geometry) / 1000 : reach_km
    const away = outside_share === 1 ? `${inKm(away_km)} from it` : `up to ${inKm(away_km)} from it`
    const there = lies_in ? `, in ${lies_in}` : ''
    return { warning: `${partWords(outside_share)} lies outside ${name}: ${away}${there}, ${BY_COARSE}.` }
  }
  if (outside_share === 0 && distancesFrom(geometry, shape).least > COARSE_ERROR_KM)
    return { checked: `Province: inside ${name}, ${BY_COARSE}` }
  return {
    not_checked: `Province: near the border of ${name}, ${BY_COARSE}, which cannot tell on which side`,
  }
}

/** Checks the province by its outline, and by the coarse one until the bureau has loaded one that can be used. */
export function checkProvince(shape: BoundaryGeometry, province: KnownProvince): PlaceCheck {
  const { outline, coarse, not_used } = province
  if (outline) return checkByOutline(shape, 'Province', province, outline)
  const found = coarse && checkCoarsely(shape, coarse)
  // why the bureau's own outline is not used says more than that of a coarse one
  return found && ('warning' in found || !not_used) ? found : notChecked('Province', province)
}

/** Checks the municipality by its outline; a distance from its known point cannot confirm anything (S-138). */
export function checkMunicipality(shape: BoundaryGeometry, municipality: KnownMunicipality): PlaceCheck {
  const { name, point, outline } = municipality
  if (outline) return checkByOutline(shape, 'Municipality', municipality, outline)
  if (!point) return notChecked('Municipality', municipality)
  const distance = inKm(lineBetween(middleOf(shape), point).km)
  return notChecked(
    'Municipality',
    municipality,
    ` The boundary lies ${distance} from the known point of ${name}.`,
  )
}

const inKm = (km: number): string => `${formatCount(Math.round(km))} km`
