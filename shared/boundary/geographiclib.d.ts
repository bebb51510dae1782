/** The package's own types name exports that a CommonJS package cannot offer to ES modules; only the default exists. */
declare module 'geographiclib-geodesic' {
  interface PolygonArea {
    AddPoint(lat: number, lon: number): void
    /** Square metres. */
    Compute(reverse: boolean, sign: boolean): { area: number }
  }
  interface Geodesic {
    Polygon(polyline: boolean): PolygonArea
    /** Metres, and the direction at the first point in degrees clockwise from north, -180 to 180. */
    Inverse(lat1: number, lon1: number, lat2: number, lon2: number): { s12: number; azi1: number }
  }
  const geographiclib: { Geodesic: { WGS84: Geodesic } }
  export default geographiclib
}
