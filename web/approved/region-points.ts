/** The area of the drawing in degrees: the whole archipelago with a margin of sea. */
const FRAME = { west: 116.4, east: 127.1, south: 4.3, north: 21.3 }
const UNITS_PER_DEGREE = 40
/** a degree of longitude in degrees of latitude, in the middle of the country */
const SQUEEZE = Math.cos((12.88 * Math.PI) / 180)

export const MAP_WIDTH = Math.round((FRAME.east - FRAME.west) * SQUEEZE * UNITS_PER_DEGREE)
export const MAP_HEIGHT = Math.round((FRAME.north - FRAME.south) * UNITS_PER_DEGREE)

export type Point = { x: number; y: number }

const tenth = (value: number) => Math.round(value * 10) / 10

/** Converts a latitude and longitude in degrees to a point of the drawing, in its units. */
export const project = (lat: number, lon: number): Point => ({
  x: tenth((lon - FRAME.west) * SQUEEZE * UNITS_PER_DEGREE),
  y: tenth((FRAME.north - lat) * UNITS_PER_DEGREE),
})

type Place = { at: readonly [lat: number, lon: number]; anchor?: readonly [lat: number, lon: number] }

/**
 * The fixed point of each region's marker (S-93), by region id. Three markers would overlap at the capital, so its own
 * is in the sea, with a leader line to the region.
 */
const PLACES: Record<number, Place> = {
  1: { at: [14.35, 119.25], anchor: [14.6, 121.03] },
  2: { at: [17.35, 121.03] },
  3: { at: [16.6, 120.48] },
  4: { at: [17.0, 121.9] },
  5: { at: [15.4, 120.9] },
  6: { at: [14.06, 121.21] },
  7: { at: [12.9, 121.1] },
  8: { at: [13.25, 123.53] },
  9: { at: [11.16, 122.44] },
  10: { at: [9.9, 123.05] },
  11: { at: [10.3, 123.9] },
  12: { at: [11.35, 124.97] },
  13: { at: [8.03, 123.1] },
  14: { at: [8.19, 124.96] },
  15: { at: [7.45, 125.75] },
  16: { at: [6.5, 124.85] },
  17: { at: [8.9, 125.8] },
  18: { at: [7.73, 124.25] },
}

/** Returns the place of a region's marker and the end of its leader line; null for an unknown region. */
export function markerOf(regionId: number): { at: Point; anchor: Point | null } | null {
  const place = PLACES[regionId]
  if (!place) return null
  return { at: project(...place.at), anchor: place.anchor ? project(...place.anchor) : null }
}

export const SMALLEST_RADIUS = 11
export const LARGEST_RADIUS = 16

/** Returns a radius whose area grows with the count; the region with the most sites gets the largest marker. */
export function radiusOf(count: number, most: number): number {
  if (count <= 0 || most <= 0) return SMALLEST_RADIUS
  return tenth(SMALLEST_RADIUS + (LARGEST_RADIUS - SMALLEST_RADIUS) * Math.sqrt(Math.min(count / most, 1)))
}
