type Pair = [number, number]

/** The country with its regions: the middle in degrees of latitude and longitude (001 §9). */
export const REGIONS_VIEW = { center: [12.88, 121.77] as Pair, zoom: 6.5, zoomSnap: 0.5 }

/** How near a map goes to show one site, with a margin in pixels (001 §9). */
export const SITE_FIT = { maxZoom: 15, padding: [28, 28] as Pair, animate: false }
