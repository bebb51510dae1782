type Pair = [number, number]

/** The view of the country with its regions; the centre in degrees of latitude and longitude (001 §9). */
export const REGIONS_VIEW = { center: [12.88, 121.77] as Pair, zoom: 6.5, zoomSnap: 0.5 }

/** the zoom for a chosen place without a boundary: the land around a city, most of a province */
const CITY_ZOOM = 11
const PROVINCE_ZOOM = 9

export type PlaceView = { name: string; point: Pair; zoom: number }

/** `point` is null if none is known, undefined while loading */
type Chosen = { name: string; point: Pair | null | undefined } | undefined

/**
 * The view for the chosen places (S-124): the municipality if a point in it is known, else its province; null if
 * neither is, so that the region is shown. `missing` names a municipality without a known point.
 */
export function viewOfPlace(
  province: Chosen,
  city: Chosen,
): { view: PlaceView | null; missing: string | null } {
  const missing = city && city.point === null ? city.name : null
  if (city?.point) return { view: { name: city.name, point: city.point, zoom: CITY_ZOOM }, missing }
  if (province?.point)
    return { view: { name: province.name, point: province.point, zoom: PROVINCE_ZOOM }, missing }
  return { view: null, missing }
}

/** How close the map zooms to one site, with a margin in pixels (001 §9). */
export const SITE_FIT = { maxZoom: 15, padding: [28, 28] as Pair, animate: false }
