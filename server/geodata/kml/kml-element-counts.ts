/** How often each known element occurred. */
export type ElementCounts = Record<string, number>

const NO_POLYGON = 'No polygon was found in the file'

/** Explains why a readable KML file without a polygon is no boundary, by what it contains instead. */
export function whyNoPolygon(found: ElementCounts): string {
  if (found.LineString || found.LinearRing) {
    return `${NO_POLYGON}: it contains only a path; draw the boundary as a polygon and export it again.`
  }
  if (found.Track || found.MultiTrack) {
    return `${NO_POLYGON}: it contains only a GPS track; draw the boundary as a polygon and export it again.`
  }
  if (found.Point) {
    return `${NO_POLYGON}: it contains only points; draw the boundary as a polygon and export it again.`
  }
  if (found.NetworkLink) {
    return `${NO_POLYGON}: it contains only a network link to another file; open that file and save the polygon itself as KML.`
  }
  if (found.GroundOverlay) {
    return `${NO_POLYGON}: it contains only an image laid over the map; draw the boundary as a polygon and export it again.`
  }
  return `${NO_POLYGON}; draw the boundary as a polygon and export it again.`
}
