/** The drawing of the country, in its own units (region-outlines.ts). */
export const MAP_WIDTH = 417
export const MAP_HEIGHT = 680

export type Point = { x: number; y: number }

/**
 * The fixed point of each region's marker (S-93) in the drawing, in the order of the regions' ids; a test has their
 * places on the ground.
 */
const PLACES = [
  111.1, 278, 180.5, 158, 159.1, 188, 214.5, 172, 175.5, 236, 187.6, 289.6, 183.3, 336, 278, 322, 235.5,
  405.6, 259.3, 456, 292.5, 440, 334.2, 398, 261.3, 530.8, 333.8, 524.4, 364.6, 554, 329.5, 592, 366.5, 496,
  306.1, 542.8,
]

/** Three markers would overlap at the capital, so its own is in the sea, with a leader line to the region. */
const CAPITAL = { id: 1, at: { x: 180.5, y: 268 } }

/** Returns the place of a region's marker and the end of its leader line; null for an unknown region. */
export function markerOf(regionId: number): { at: Point; anchor: Point | null } | null {
  const [x, y] = PLACES.slice(2 * (regionId - 1))
  if (x === undefined || y === undefined || regionId < 1) return null
  return { at: { x, y }, anchor: regionId === CAPITAL.id ? CAPITAL.at : null }
}

export const SMALLEST_RADIUS = 11
export const LARGEST_RADIUS = 16

/** Returns a radius whose area grows with the count; the region with the most sites gets the largest marker. */
export function radiusOf(count: number, most: number): number {
  if (count <= 0 || most <= 0) return SMALLEST_RADIUS
  const radius = SMALLEST_RADIUS + (LARGEST_RADIUS - SMALLEST_RADIUS) * Math.sqrt(Math.min(count / most, 1))
  return Math.round(radius * 10) / 10
}
