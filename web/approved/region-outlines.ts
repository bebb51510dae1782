import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { REGION_OUTLINES } from '../../shared/boundary/region-outlines.ts'
import { MAP_HEIGHT, MAP_WIDTH, type Point } from './region-points.ts'

/** The western and northern edge of the drawing in degrees: the whole archipelago with a margin of sea. */
const FRAME = { west: 116.4, north: 21.3 }
const UNITS_PER_DEGREE = 40
/** a degree of longitude in degrees of latitude, in the middle of the country */
const SQUEEZE = Math.cos((12.88 * Math.PI) / 180)

const tenth = (value: number) => Math.round(value * 10) / 10

/** Converts a latitude and longitude in degrees to a point of the drawing, in its units. */
export const project = (lat: number, lon: number): Point => ({
  x: tenth((lon - FRAME.west) * SQUEEZE * UNITS_PER_DEGREE),
  y: tenth((FRAME.north - lat) * UNITS_PER_DEGREE),
})

/** Converts a point of the drawing back to degrees. */
export const placeAt = ({ x, y }: Point): [lon: number, lat: number] => [
  FRAME.west + x / SQUEEZE / UNITS_PER_DEGREE,
  FRAME.north - y / UNITS_PER_DEGREE,
]

function ringPath(ring: Position[]): string {
  const points = ring.map(([lon, lat]) => project(lat, lon)).map(({ x, y }) => `${x} ${y}`)
  return `M${[...new Set(points)].join('L')}Z`
}

const shapePath = ({ coordinates }: BoundaryGeometry): string => coordinates.flat().map(ringPath).join('')

/** A line every five degrees, for orientation without a base map. */
function graticule(): string {
  const parallels = [5, 10, 15, 20].map((lat) => `M0 ${project(lat, 120).y}H${MAP_WIDTH}`)
  const meridians = [120, 125].map((lon) => `M${project(10, lon).x} 0V${MAP_HEIGHT}`)
  return [...parallels, ...meridians].join('')
}

/** Returns the outline of every region as an SVG path. */
export const regionPaths = (): { region_id: number; d: string }[] =>
  REGION_OUTLINES.map(({ region_id, geometry }) => ({ region_id, d: shapePath(geometry) }))

/**
 * Returns the drawing behind the markers as an SVG document: one path per region with the id `region-{id}`, in the
 * group `land`, and the lines `graticule`. It has no colours: the page that uses a part sets them.
 */
export function outlinesDocument(): string {
  const regions = regionPaths().map(({ region_id, d }) => `<path id="region-${region_id}" d="${d}"/>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">` +
    `<path id="graticule" d="${graticule()}"/><g id="land">${regions.join('')}</g></svg>`
  )
}
