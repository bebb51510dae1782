/**
 * Places in the coordinate systems of the Philippines, computed by hand, with none of the product's code: the seven
 * parameters as NAMRIA publishes them in both directions (namria.gov.ph/prs92, "Official PRS92 Transformation
 * Parameters"; the same as EPSG 15708, a coordinate frame rotation), geocentric coordinates (EPSG guidance note 7-2,
 * 4.1.1), and the series of the transverse Mercator projection (Snyder, USGS Professional Paper 1395, page 61).
 */

type Ellipsoid = { a: number; e2: number }
const ellipsoid = (a: number, inverse_flattening: number): Ellipsoid => {
  const f = 1 / inverse_flattening
  return { a, e2: f * (2 - f) }
}
const WGS84 = ellipsoid(6_378_137, 298.257223563)
const CLARKE_1866 = ellipsoid(6_378_206.4, 294.978698213898)

const RADIANS = Math.PI / 180
const SECONDS = RADIANS / 3600

export type Degrees = readonly [lon: number, lat: number]
type Geocentric = readonly [x: number, y: number, z: number]
export type Parameters = {
  shift: Geocentric
  /** seconds, coordinate frame */
  rotation: Geocentric
  /** parts per million */
  scale: number
}

export const PRS92_TO_WGS84: Parameters = {
  shift: [-127.622, -67.245, -47.0433],
  rotation: [3.068, -4.903, -1.578],
  scale: -1.06002,
}
export const WGS84_TO_PRS92: Parameters = {
  shift: [127.62153, 67.24339, 47.04738],
  rotation: [-3.06803, 4.90297, 1.57807],
  scale: 1.06002,
}

function toGeocentric([lon, lat]: Degrees, { a, e2 }: Ellipsoid): Geocentric {
  const [l, p] = [lon * RADIANS, lat * RADIANS]
  const n = a / Math.sqrt(1 - e2 * Math.sin(p) ** 2)
  return [n * Math.cos(p) * Math.cos(l), n * Math.cos(p) * Math.sin(l), n * (1 - e2) * Math.sin(p)]
}

function toDegrees([x, y, z]: Geocentric, { a, e2 }: Ellipsoid): Degrees {
  const r = Math.hypot(x, y)
  let lat = Math.atan2(z, r * (1 - e2))
  for (let i = 0; i < 10; i++) {
    const n = a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2)
    lat = Math.atan2(z + e2 * n * Math.sin(lat), r)
  }
  return [Math.atan2(y, x) / RADIANS, lat / RADIANS]
}

/** Coordinate frame rotation, EPSG method 1032. */
function rotated([x, y, z]: Geocentric, { shift, rotation, scale }: Parameters): Geocentric {
  const [rx, ry, rz] = rotation.map((seconds) => seconds * SECONDS) as [number, number, number]
  const m = 1 + scale * 1e-6
  return [
    shift[0] + m * (x + rz * y - ry * z),
    shift[1] + m * (-rz * x + y + rx * z),
    shift[2] + m * (ry * x - rx * y + z),
  ]
}

/** WGS 84 to PRS92, degrees. */
export const toPrs92 = (place: Degrees, parameters: Parameters = WGS84_TO_PRS92): Degrees =>
  toDegrees(rotated(toGeocentric(place, WGS84), parameters), CLARKE_1866)

/** PRS92 to WGS 84, degrees. */
export const fromPrs92 = (place: Degrees, parameters: Parameters = PRS92_TO_WGS84): Degrees =>
  toDegrees(rotated(toGeocentric(place, CLARKE_1866), parameters), WGS84)

/** Degrees to metres of a transverse Mercator zone with false easting 500,000 m, by Snyder's series. */
function toZone(
  [lon, lat]: Degrees,
  { meridian, scale, on }: { meridian: number; scale: number; on: Ellipsoid },
): [easting: number, northing: number] {
  const { a, e2 } = on
  const p = lat * RADIANS
  const second = e2 / (1 - e2)
  const n = a / Math.sqrt(1 - e2 * Math.sin(p) ** 2)
  const t = Math.tan(p) ** 2
  const c = second * Math.cos(p) ** 2
  const A = (lon - meridian) * RADIANS * Math.cos(p)
  const m =
    a *
    ((1 - e2 / 4 - (3 * e2 ** 2) / 64 - (5 * e2 ** 3) / 256) * p -
      ((3 * e2) / 8 + (3 * e2 ** 2) / 32 + (45 * e2 ** 3) / 1024) * Math.sin(2 * p) +
      ((15 * e2 ** 2) / 256 + (45 * e2 ** 3) / 1024) * Math.sin(4 * p) -
      ((35 * e2 ** 3) / 3072) * Math.sin(6 * p))
  const x =
    scale *
    n *
    (A + ((1 - t + c) * A ** 3) / 6 + ((5 - 18 * t + t ** 2 + 72 * c - 58 * second) * A ** 5) / 120)
  const y =
    scale *
    (m +
      n *
        Math.tan(p) *
        (A ** 2 / 2 +
          ((5 - t + 9 * c + 4 * c ** 2) * A ** 4) / 24 +
          ((61 - 58 * t + t ** 2 + 600 * c - 330 * second) * A ** 6) / 720))
  return [500_000 + x, y]
}

export const toPtm = (place: Degrees, meridian: number): [number, number] =>
  toZone(toPrs92(place), { meridian, scale: 0.99995, on: CLARKE_1866 })

export const toUtm = (place: Degrees, meridian: number): [number, number] =>
  toZone(place, { meridian, scale: 0.9996, on: WGS84 })

/** Metres between two places that are close to each other. */
export function metresBetween([lon, lat]: Degrees, [other_lon, other_lat]: Degrees): number {
  const p = lat * RADIANS
  const n = WGS84.a / Math.sqrt(1 - WGS84.e2 * Math.sin(p) ** 2)
  const m = (n * (1 - WGS84.e2)) / (1 - WGS84.e2 * Math.sin(p) ** 2)
  return Math.hypot((other_lon - lon) * RADIANS * n * Math.cos(p), (other_lat - lat) * RADIANS * m)
}

/** Hectares between two meridians and two parallels on WGS 84, in closed form. */
export function hectaresBetween(west: number, south: number, east: number, north: number): number {
  const e = Math.sqrt(WGS84.e2)
  const q = (lat: number) => {
    const s = Math.sin(lat * RADIANS)
    return s / (1 - WGS84.e2 * s ** 2) + Math.log((1 + e * s) / (1 - e * s)) / (2 * e)
  }
  const half = (WGS84.a ** 2 * (1 - WGS84.e2)) / 2
  return (half * (east - west) * RADIANS * (q(north) - q(south))) / 10_000
}
