import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson'
import outlines from '../../shared/boundary/region-outlines.json'
import { MAP_HEIGHT, MAP_WIDTH, project } from './region-points.ts'

type Outlines = FeatureCollection<Polygon | MultiPolygon, { region_id: number }>

function ringPath(ring: Position[]): string {
  const points = ring.map(([lon = 0, lat = 0]) => project(lat, lon)).map(({ x, y }) => `${x} ${y}`)
  return `M${[...new Set(points)].join('L')}Z`
}

function shapePath(shape: Polygon | MultiPolygon): string {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return polygons.flat().map(ringPath).join('')
}

/** A line every five degrees, so that the eye finds its bearings without a base map. */
function graticule(): string {
  const parallels = [5, 10, 15, 20].map((lat) => `M0 ${project(lat, 120).y}H${MAP_WIDTH}`)
  const meridians = [120, 125].map((lon) => `M${project(10, lon).x} 0V${MAP_HEIGHT}`)
  return [...parallels, ...meridians].join('')
}

/** The outline of every region as a path of the drawing. */
export const regionPaths = (): { region_id: number; d: string }[] =>
  (outlines as Outlines).features.map(({ properties, geometry }) => ({
    region_id: properties.region_id,
    d: shapePath(geometry),
  }))

/**
 * The drawing behind the markers as an SVG document: one path per region with the id `region-{id}`, all of them in the group
 * `land`, and the lines `graticule`. It has no colours; who uses a part of it gives them.
 */
export function outlinesDocument(): string {
  const regions = regionPaths().map(({ region_id, d }) => `<path id="region-${region_id}" d="${d}"/>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">` +
    `<path id="graticule" d="${graticule()}"/><g id="land">${regions.join('')}</g></svg>`
  )
}
