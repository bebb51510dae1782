import { formatCount } from '../../../shared/lib/format.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { kmlEncoding } from '../kml/kml-text.ts'
import { xmlReader } from '../kml/xml-reader.ts'
import { piecesOf } from '../../lib/pieces.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'
import type { LandSource, RawFeature, RawPosition } from './land-source.ts'
import { propertiesOf } from './properties.ts'

/** the elements with a place, except waypoints, which are counted only */
const POINTS = ['trkpt', 'rtept', 'rpt']

const CHILDREN: Record<string, readonly string[]> = {
  gpx: ['trk', 'rte', 'wpt'],
  trk: ['name', 'trkseg'],
  trkseg: ['trkpt'],
  rte: ['name', 'rtept'],
  // Garmin's planner writes the shape of a route between its points
  rtept: ['extensions'],
  extensions: ['RoutePointExtension'],
  RoutePointExtension: ['rpt'],
}

/** Opens a GPX file, which is in WGS 84: its tracks and routes. */
export async function openGpx(file: number, limits: LandLimits): Promise<LandSource> {
  const letters = kmlEncoding('GPX')
  for (const piece of piecesOf(file)) letters.write(piece)
  const features: RawFeature[] = []
  const reader = gpxReader(limits, letters.end(), (feature) => features.push(feature))
  for (const piece of piecesOf(file)) if (!reader.write(piece)) break
  const refusal = reader.end()
  if (refusal) throw refusedMap(refusal.kind, refusal.reason)
  return { crs: 'EPSG:4326', columns: ['name'], features, has_tracks: true }
}

function gpxReader(limits: LandLimits, encoding: string, take: (feature: RawFeature) => void) {
  let current = ''
  let name = ''
  let lines: RawPosition[][] = []
  let point: [lon: unknown, lat: unknown] = ['', '']
  let points = 0
  let count = 0

  function open(element: string) {
    current = element
    if (element === 'trk' || element === 'rte') {
      name = ''
      lines = element === 'rte' ? [[]] : []
    }
    if (element === 'trkseg') lines.push([])
    if (POINTS.includes(element)) {
      if (++points > limits.vertices) throw refusedMap('too_much', tooManyPoints(limits.vertices))
      point = ['', '']
      lines.at(-1)?.push(point)
    }
  }

  function close(element: string, text: string) {
    if (element === 'name') name = text
    if (element === 'wpt') emit({ found: { Point: 1 } })
    if (element === 'trk' || element === 'rte') emit({ lines, found: { Track: 1 } })
  }

  function emit(feature: Pick<RawFeature, 'found' | 'lines'>) {
    if (++count > limits.features) {
      throw refusedMap(
        'too_much',
        `The file contains more than ${formatCount(limits.features)} tracks and points; export only the boundary of this site.`,
      )
    }
    take({ number: count, properties: propertiesOf([['name', name]]), polygons: [], fault: null, ...feature })
  }

  function attribute(attribute_name: string, value: string) {
    const at = ['lon', 'lat'].indexOf(attribute_name)
    if (at !== -1 && POINTS.includes(current)) point[at] = numberOf(value)
  }

  return xmlReader(
    {
      format: 'GPX',
      encoding,
      limits,
      children: CHILDREN,
      texts: ['name'],
      too_large: 'File size exceeds the maximum limit of 50MB.',
    },
    { open, attribute, close },
  )
}

/** A text that is no number stays one, for the sentence that refuses it. */
function numberOf(text: string): number | string {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : text
}
