import { appendFileSync, closeSync, openSync } from 'node:fs'
import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import { complexityReason } from '../../../shared/boundary/complexity.ts'
import { countsOf } from '../../../shared/boundary/shape.ts'
import { repairedIfFaulty } from '../../../shared/boundary/validity.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'
import type { FeatureLine, LandLimits, LayerAnswers, LayerLine, LayerReading } from './land-result.ts'
import { placePolygons } from './land-ring.ts'
import type { RawFeature } from './land-source.ts'
import { agreedCrs } from './named-crs.ts'
import { openLand, withLandFile } from './open-land.ts'
import { type Placed, placesFrom } from './projection.ts'
import { guessCodeColumn, guessNameColumn, textOf } from './properties.ts'

/** Reads a layer and writes its lines to the file `to`. Throws `no_map` with one sentence where it is refused. */
export const layerOf = (
  path: string,
  to: string,
  answers: LayerAnswers,
  limits: LandLimits,
): Promise<LayerReading> =>
  withLandFile(path, limits, async (file): Promise<LayerReading> => {
    const source = await openLand(file, limits)
    const { columns } = source
    const crs = agreedCrs(source.crs, answers.crs)
    if (!crs) return { ok: false, question: 'crs', columns }
    const code_column = columnOf(columns, answers.code_column, guessCodeColumn)
    const name_column = columnOf(columns, answers.name_column, guessNameColumn)
    const place = placesFrom(crs)
    const written = lineWriter(to)
    const counts = { feature_count: 0, fault_count: 0, vertex_count: 0 }
    let first: string | null = null
    try {
      for await (const feature of source.features) {
        const { number, properties } = feature
        if (counts.feature_count + counts.fault_count === limits.features) throw tooManyFeatures(limits)
        const name = name_column ? textOf(properties[name_column]) : null
        const code = code_column ? textOf(properties[code_column]) : null
        const land = landOf(feature, place, limits)
        if (typeof land === 'string') {
          counts.fault_count += 1
          first ??= land
          written.write({ number, name: name ?? code, reason: land })
          continue
        }
        counts.feature_count += 1
        counts.vertex_count += countsOf(land.geometry).vertex_count
        if (counts.vertex_count > limits.vertices) throw tooManyVertices(limits)
        written.write({ number, code, name, ...land, properties })
      }
    } finally {
      written.end()
    }
    if (counts.feature_count === 0) return { ok: false, reason: noneUsable(counts.fault_count, first) }
    return { ok: true, crs, columns, code_column, name_column, ...counts }
  })

/** The column that a person named, which must exist, else the one that fits best. */
function columnOf(
  columns: readonly string[],
  named: string | null | undefined,
  guess: (columns: readonly string[]) => string | null,
): string | null {
  if (!named) return guess(columns)
  if (columns.includes(named)) return named
  throw refusedMap('no_boundary', `The file has no column "${printable(named)}".`)
}

const tooManyFeatures = ({ features }: LandLimits) =>
  refusedMap('too_much', `The layer has more than ${formatCount(features)} features; divide it.`)
const tooManyVertices = ({ vertices }: LandLimits) =>
  refusedMap('too_much', `The layer has more than ${formatCount(vertices)} points; simplify or divide it.`)

function noneUsable(fault_count: number, first: string | null): string {
  if (first === null) return 'The file has no features.'
  return fault_count === 1 ? first : `None of the ${formatCount(fault_count)} features can be used: ${first}`
}

/** The land of a feature as a valid shape in WGS 84, or why it cannot be used. */
function landOf(
  { polygons, found, fault }: RawFeature,
  place: (x: number, y: number) => Placed,
  limits: LandLimits,
): Pick<FeatureLine, 'geometry' | 'is_repaired'> | string {
  if (fault) return fault
  const placed = placePolygons(polygons, place, limits.feature_vertices)
  if (!placed.ok) return placed.reason
  if (placed.polygons.length === 0) return whyNoLand(found)
  const geometry: BoundaryGeometry = { type: 'MultiPolygon', coordinates: placed.polygons }
  const complexity = complexityReason(geometry)
  if (complexity === 'crossings') return 'The feature crosses itself too often to be repaired.'
  if (complexity === 'detail') return 'The feature is too tangled to be measured; simplify it.'
  const valid = withoutFault(geometry)
  if (!valid || valid.coordinates.length === 0) return 'The feature crosses itself and encloses no land.'
  return { geometry: valid, is_repaired: valid !== geometry }
}

/** Null where the shape is beyond repair. */
function withoutFault(geometry: BoundaryGeometry): BoundaryGeometry | null {
  try {
    return repairedIfFaulty(geometry)
  } catch {
    return null
  }
}

function whyNoLand(found: RawFeature['found']): string {
  if (found.LineString || found.LinearRing || found.Track || found.MultiTrack)
    return 'The feature is a line, not a polygon.'
  if (found.Point) return 'The feature is a point, not a polygon.'
  return 'The feature has no polygon.'
}

const BUFFERED = 1_048_576

/** Writes lines of JSON in large pieces. */
function lineWriter(path: string) {
  const file = openSync(path, 'w', 0o600)
  let text = ''
  const flush = () => {
    if (text !== '') appendFileSync(file, text)
    text = ''
  }
  return {
    write(line: LayerLine) {
      text += `${JSON.stringify(line)}\n`
      if (text.length > BUFFERED) flush()
    },
    end() {
      flush()
      closeSync(file)
    },
  }
}
