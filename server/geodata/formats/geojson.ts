import { readFileSync } from 'node:fs'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import type { ElementCounts } from '../kml/kml-element-counts.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { scanJson } from './json-scan.ts'
import type { LandLimits } from './land-result.ts'
import type { LandSource, RawFeature, RawLine, RawPolygon } from './land-source.ts'
import { crsOfUrn } from './named-crs.ts'
import { columnsOf, propertiesOf } from './properties.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Opens a GeoJSON file: a collection of features, one feature, or a geometry by itself. */
export function openGeojson(path: string, limits: LandLimits): LandSource {
  const root = parse(readFileSync(path), limits)
  const features = featuresOf(root)
  return {
    crs: crsOf(root),
    columns: columnsOf(columnNames(features)),
    features: rawFeatures(features),
  }
}

/** UTF-16 is turned into UTF-8, which is counted before it is parsed. */
function inUtf8(bytes: Buffer): Buffer {
  const start = bytes.toString('latin1', 0, 2)
  const encoding = /^(?:\xff\xfe|[{\s]\0)/.test(start)
    ? 'utf-16le'
    : /^(?:\xfe\xff|\0[{\s])/.test(start)
      ? 'utf-16be'
      : null
  if (!encoding) return bytes
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    throw refusedMap('not_kml', 'The file is not encoded in UTF-8 or UTF-16; save it again as UTF-8.')
  }
}

function parse(file: Buffer, limits: LandLimits): Json {
  const bytes = inUtf8(file)
  scanJson(bytes, limits)
  let root: unknown
  try {
    root = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw refusedMap('damaged', 'The file is not complete or not valid JSON; export it again as GeoJSON.')
    }
    throw refusedMap('not_kml', 'The file is not encoded in UTF-8; save it again as UTF-8.')
  }
  if (isObject(root)) return root
  throw notGeojson()
}

const notGeojson = () =>
  refusedMap('no_boundary', 'The file is JSON, but not GeoJSON; export the boundary again as GeoJSON.')

const GEOMETRIES = [
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
]

function featuresOf(root: Json): unknown[] {
  const { type, features } = root
  if (type === 'FeatureCollection' && Array.isArray(features)) return features
  if (type === 'Feature') return [root]
  if (GEOMETRIES.includes(String(type))) return [{ type: 'Feature', geometry: root }]
  throw notGeojson()
}

/** GeoJSON is in WGS 84, unless the file has the `crs` member of its first edition, where null means unknown. */
function crsOf(root: Json): Crs | null {
  const { crs } = root
  if (crs === undefined) return 'EPSG:4326'
  if (crs === null) return null
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined
  return crsOfUrn(typeof name === 'string' ? name : '')
}

function* columnNames(features: readonly unknown[]): Generator<string> {
  for (const feature of features) for (const [name] of columnsOfFeature(feature)) yield name
}

/** The properties of a feature, and the `id` that stands beside them. */
function columnsOfFeature(feature: unknown): [name: string, value: unknown][] {
  if (!isObject(feature)) return []
  const properties = isObject(feature.properties) ? Object.entries(feature.properties) : []
  return feature.id === undefined ? properties : [...properties, ['id', feature.id]]
}

function* rawFeatures(features: readonly unknown[]): Generator<RawFeature> {
  for (const [at, feature] of features.entries()) {
    const found: ElementCounts = {}
    const polygons: RawPolygon[] = []
    const lines: RawLine[] = []
    const geometry = isObject(feature) ? feature.geometry : null
    const isRight = isObject(geometry) ? collect(geometry, { polygons, lines, found }) : geometry === null
    const fault = isRight ? null : 'The geometry of the feature is not valid GeoJSON.'
    const properties = propertiesOf(columnsOfFeature(feature))
    yield { number: at + 1, properties, polygons, lines, found, fault }
  }
}

const isListOfLists = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one))
const isPolygon = (value: unknown): value is RawPolygon => isListOfLists(value) && value.every(isListOfLists)

type Collected = { polygons: RawPolygon[]; lines: RawLine[]; found: ElementCounts }

/** Collects the polygons and lines of a geometry; returns false where it is not valid. Its depth was limited before. */
function collect({ type, coordinates, geometries }: Json, into: Collected): boolean {
  if (type === 'GeometryCollection') {
    return Array.isArray(geometries) && geometries.every((one) => isObject(one) && collect(one, into))
  }
  if (!GEOMETRIES.includes(String(type))) return false
  const kind = String(type).replace('Multi', '')
  into.found[kind] = (into.found[kind] ?? 0) + 1
  const list = type === kind ? [coordinates] : coordinates
  if (kind === 'LineString' && Array.isArray(list))
    for (const line of list) if (isListOfLists(line)) into.lines.push(line)
  if (kind !== 'Polygon') return true
  if (!Array.isArray(list) || !list.every(isPolygon)) return false
  for (const polygon of list) if (polygon.length > 0) into.polygons.push(polygon)
  return true
}
