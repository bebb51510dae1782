import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'
import type { RawFeature } from './land-source.ts'
import { nestRings } from './nest-rings.ts'

const FILE_CODE = 9994
const HEADER = 100
const RECORD_HEADER = 8
const INDEX_RECORD = 8
/** type and box, then the numbers of parts and of points */
const PARTS_AT = 36
const POINTS_AT = 40
const LIST_AT = 44

/** The shapes by their code; those with heights (+10) and measures (+20) have them behind the points. */
const KINDS: Record<number, string> = { 1: 'Point', 3: 'LineString', 5: 'Polygon', 8: 'Point' }
const MULTIPATCH = 31

export type Shape = Pick<RawFeature, 'polygons' | 'lines' | 'found' | 'fault'>

const nothing = (found: Shape['found'], fault: string | null = null): Shape => ({
  polygons: [],
  found,
  fault,
})
const damaged = (why: string) => refusedMap('damaged', `The shapefile is damaged: ${why}; export it again.`)

/**
 * Reads the shapes of a .shp file in the order of its index (.shx), which alone says where they are: there can be gaps
 * between them, and a shape can have no bytes. A shape that cannot be read has a fault; files that do not fit each
 * other throw.
 */
export function* readShapes(shp: Buffer, shx: Buffer, limits: LandLimits): Generator<Shape> {
  if (shp.length < HEADER || shp.readInt32BE(0) !== FILE_CODE) {
    throw refusedMap('damaged', 'The .shp file in the archive is not a shapefile; export it again.')
  }
  const places = placesIn(shx)
  requireApart(shp, places)
  for (const at of places) {
    const start = at + RECORD_HEADER
    const length = at === 0 ? 0 : contentLength(shp, at)
    yield length === 0 ? nothing({}) : shapeOf(shp.subarray(start, start + length), limits)
  }
}

/** Where the records begin, by the index; 0 stands for a shape without bytes. */
function placesIn(shx: Buffer): Float64Array {
  if (shx.length < HEADER || shx.readInt32BE(0) !== FILE_CODE) {
    throw refusedMap(
      'damaged',
      'The .shx file in the archive is not the index of a shapefile; export it again.',
    )
  }
  const size = shx.readInt32BE(24) * 2
  const count = (size - HEADER) / INDEX_RECORD
  if (size > shx.length || count < 0 || !Number.isInteger(count)) throw damaged('its .shx ends too early')
  return Float64Array.from({ length: count }, (_, at) => shx.readUInt32BE(HEADER + INDEX_RECORD * at) * 2)
}

/** The length of the content of a record, in bytes. */
const contentLength = (shp: Buffer, at: number): number => shp.readInt32BE(at + 4) * 2

/** Each record must be inside the file and not share bytes with another: a few bytes could be read a million times. */
function requireApart(shp: Buffer, places: Float64Array): void {
  let end = HEADER
  for (const at of places.filter((place) => place !== 0).sort()) {
    if (at < HEADER || at + RECORD_HEADER > shp.length) throw damaged('its .shx points outside its .shp')
    if (at < end) throw damaged('its .shx points twice to the same bytes')
    const length = contentLength(shp, at)
    end = at + RECORD_HEADER + length
    if ((length !== 0 && length < 4) || end > shp.length) throw damaged('its .shp ends too early')
  }
}

function shapeOf(record: Buffer, limits: LandLimits): Shape {
  const code = record.readInt32LE(0)
  if (code === 0) return nothing({})
  if (code === MULTIPATCH) return nothing({}, 'The feature is a multipatch, not a polygon.')
  const kind = code > 0 && code < 30 ? KINDS[code % 10] : undefined
  if (!kind) return nothing({}, 'The feature has an unknown shape type.')
  return kind === 'Point' ? nothing({ [kind]: 1 }) : partsOf(record, kind, limits)
}

/** A polygon or a line: both are lists of parts. */
function partsOf(record: Buffer, kind: string, limits: LandLimits): Shape {
  const found = { [kind]: 1 }
  const isShort = record.length < LIST_AT
  const [parts, points] = isShort ? [0, 0] : [record.readInt32LE(PARTS_AT), record.readInt32LE(POINTS_AT)]
  const points_at = LIST_AT + 4 * parts
  if (isShort || parts < 0 || points < 0 || points_at + 16 * points > record.length)
    return nothing(found, DAMAGED)
  if (points > limits.feature_vertices) return nothing(found, tooManyPoints(limits.feature_vertices))
  if (parts > limits.parts) return nothing(found, 'The feature has too many parts; simplify it.')
  const rings: Position[][] = []
  for (let part = 0; part < parts; part++) {
    const from = record.readInt32LE(LIST_AT + 4 * part)
    const to = part + 1 < parts ? record.readInt32LE(LIST_AT + 4 * (part + 1)) : points
    if (from < 0 || to < from || to > points) return nothing(found, DAMAGED)
    const ring: Position[] = []
    for (let point = from; point < to; point++) {
      const x_at = points_at + 16 * point
      ring.push([record.readDoubleLE(x_at), record.readDoubleLE(x_at + 8)])
    }
    if (ring.length > 0) rings.push(ring)
  }
  if (kind === 'LineString') return { ...nothing(found), lines: rings }
  // a point that is no number is named when it is placed
  const isFinite = rings.every((ring) => ring.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
  return { polygons: isFinite ? nestRings(rings) : [rings], found, fault: null }
}

const DAMAGED = 'The geometry of the feature is damaged.'
