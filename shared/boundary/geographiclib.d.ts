/** The package's own types name exports that a CommonJS package cannot offer to ES modules; only the default exists. */
declare module 'geographiclib-geodesic' {
  interface PolygonArea {
    AddPoint(lat: number, lon: number): void
    /** Square metres. */
    Compute(reverse: boolean, sign: boolean): { area: number }
  }
  const geographiclib: { Geodesic: { WGS84: { Polygon(polyline: boolean): PolygonArea } } }
  export default geographiclib
}
