import type { Ring } from '../../../shared/boundary/boundary.schema.ts'
import type { ElementCounts } from './kml-element-counts.ts'
import { refusedMap } from './kml-refused.ts'
import type { KmlLimits } from './kml-result.ts'
import type { RingResult } from './kml-ring.ts'
import { xmlReader } from './xml-reader.ts'

const GEOMETRIES = ['Polygon', 'MultiGeometry', 'Point', 'LineString', 'LinearRing', 'Track', 'MultiTrack']
const FEATURES = ['Document', 'Folder', 'Placemark', 'NetworkLink', 'GroundOverlay']

const CHILDREN: Record<string, readonly string[]> = {
  kml: FEATURES,
  Document: FEATURES,
  Folder: FEATURES,
  Placemark: ['name', 'ExtendedData', ...GEOMETRIES],
  MultiGeometry: GEOMETRIES,
  Polygon: ['outerBoundaryIs', 'innerBoundaryIs'],
  outerBoundaryIs: ['LinearRing'],
  innerBoundaryIs: ['LinearRing'],
  LinearRing: ['coordinates'],
  LineString: ['coordinates'],
  MultiTrack: ['Track'],
  Track: ['coord'],
  ExtendedData: ['Data', 'SchemaData'],
  Data: ['value'],
  SchemaData: ['SimpleData'],
}

const NAME_LENGTH = 200

/** A placemark, with the first fault of its shapes; its polygons are then incomplete. */
export type Placemark = {
  name: string
  /** of its ExtendedData */
  properties: Map<string, string>
  polygons: Ring[][]
  /** the coordinates of its paths, tracks and rings without polygon */
  lines: string[]
  /** how many elements of each kind it has, also those that could not be read */
  found: ElementCounts
  polygon_count: number
  fault: string | null
}

type Handlers = {
  /** reads the text of a ring */
  ring: (text: string) => RingResult
  /** Is given each placemark. After it returned false, rings are counted and no longer read. */
  take: (placemark: Placemark) => boolean
}

/** Reads the placemarks of a KML file piece by piece. Keeps no description and follows no link. */
export function placemarkReader(
  {
    limits,
    encoding,
    found,
    too_large,
    too_many,
  }: {
    limits: KmlLimits
    encoding: string
    /** counts all elements, of several documents together */
    found: ElementCounts
    /** the sentences for a file above the limit of bytes, or of placemarks */
    too_large: string
    too_many: string
  },
  { ring, take }: Handlers,
) {
  let isWanted = true
  let placemark = emptyPlacemark()
  let polygon: { shell: Ring | null; holes: Ring[] } | null = null
  /** the name of the property that is being read */
  let key = ''
  /** the points of the track that is being read */
  let points: string[] = []

  function open(element: string) {
    if (element === 'Placemark') {
      if ((found.Placemark ?? 0) >= limits.placemarks) throw refusedMap('too_much', too_many)
      placemark = emptyPlacemark()
    }
    if (element === 'Track') points = []
    if (element === 'Polygon') polygon = { shell: null, holes: [] }
    if (element === 'Data' || element === 'SimpleData') key = ''
    for (const counts of [found, placemark.found]) counts[element] = (counts[element] ?? 0) + 1
  }

  function close(element: string, text: string, path: readonly string[]) {
    if (element === 'coordinates' && polygon) addRing(text, path.at(-3) === 'outerBoundaryIs')
    else if (element === 'coordinates') placemark.lines.push(text)
    if (element === 'coord') points.push(text.trim().replace(/\s+/g, ','))
    if (element === 'Track') placemark.lines.push(points.join(' '))
    if (element === 'name') placemark.name = text.replace(/\s+/g, ' ').trim().slice(0, NAME_LENGTH)
    if ((element === 'value' || element === 'SimpleData') && key !== '') placemark.properties.set(key, text)
    if (element === 'Polygon') addPolygon()
    if (element === 'Placemark') isWanted = take(placemark)
  }

  function addRing(text: string, is_outer: boolean) {
    if (!polygon || !isWanted || placemark.fault) return
    const result = ring(text)
    if (!result.ok) placemark.fault = result.reason
    else if (!is_outer) polygon.holes.push(result.ring)
    else if (polygon.shell)
      placemark.fault = 'A polygon in the file has two outer boundaries; draw them as two polygons.'
    else polygon.shell = result.ring
  }

  function addPolygon() {
    if (polygon?.shell) placemark.polygons.push([polygon.shell, ...polygon.holes])
    else placemark.fault ??= 'A polygon in the file has no outer boundary.'
    placemark.polygon_count++
    polygon = null
  }

  const reader = xmlReader(
    {
      format: 'KML',
      encoding,
      limits,
      too_large,
      children: CHILDREN,
      texts: ['coordinates', 'coord', 'name', 'value', 'SimpleData'],
    },
    {
      open,
      close,
      attribute(name, value) {
        if (name === 'name') key = value
      },
    },
  )
  return reader
}

const emptyPlacemark = (): Placemark => ({
  name: '',
  properties: new Map(),
  polygons: [],
  lines: [],
  found: {},
  polygon_count: 0,
  fault: null,
})
