import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
import type { Polygon } from 'jsts/org/locationtech/jts/geom/Geometry.js'
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js'
import IntArrayList from 'jsts/org/locationtech/jts/util/IntArrayList.js'
import type { BoundaryGeometry, Ring } from './boundary.schema.ts'

/*
 * jsts 2.12 copies this list at every `add` beyond its first capacity, because its Arrays.copyOf cannot lengthen an
 * array: checking 100,000 vertices took 12 s instead of 0.3 s. JavaScript arrays need no reserved capacity.
 */
IntArrayList.prototype.ensureCapacity = () => {}

export const factory = new GeometryFactory()

/** The shape as a jsts geometry: a Polygon for one polygon, otherwise a MultiPolygon. */
export function toJsts(geometry: BoundaryGeometry): Geometry {
  const polygons = geometry.coordinates.map(([shell = [], ...holes]) =>
    factory.createPolygon(toRing(shell), holes.map(toRing)),
  )
  return polygons.length === 1 ? (polygons[0] as Polygon) : factory.createMultiPolygon(polygons)
}

/** The polygons of a jsts geometry; points and lines, such as where two shapes only touch, are dropped. */
export function fromJsts(geometry: Geometry): BoundaryGeometry {
  return { type: 'MultiPolygon', coordinates: polygonsIn(geometry).map(ringsOf) }
}

function polygonsIn(geometry: Geometry): Polygon[] {
  if (geometry.isEmpty()) return []
  if (geometry.getGeometryType() === 'Polygon') return [geometry as Polygon]
  const count = geometry.getNumGeometries()
  if (count === 1 && geometry.getGeometryN(0) === geometry) return []
  return Array.from({ length: count }, (_, i) => polygonsIn(geometry.getGeometryN(i))).flat()
}

function ringsOf(polygon: Polygon): Ring[] {
  const holes = Array.from({ length: polygon.getNumInteriorRing() }, (_, i) => polygon.getInteriorRingN(i))
  return [polygon.getExteriorRing(), ...holes].map((ring) => ring.getCoordinates().map(({ x, y }) => [x, y]))
}

const toRing = (ring: Ring): Geometry =>
  factory.createLinearRing(ring.map(([lon, lat]) => new Coordinate(lon, lat)))
