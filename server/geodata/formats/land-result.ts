import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import type {
  BoundaryAnswers,
  BoundaryQuestion,
  BoundaryTrack,
  Crs,
} from '../../../shared/land/boundary-answers.ts'
import { KML_LIMITS, type KmlLimits, type KmlResult } from '../kml/kml-result.ts'

/** The boundary in a file of any format, why there is none, or what must be answered first. */
export type BoundaryReading =
  | KmlResult
  | { ok: false; question: Exclude<BoundaryQuestion, 'close'> }
  | { ok: false; question: 'close'; tracks: BoundaryTrack[] }

/** What a person says of a layer's file; a column that is not named is guessed. */
export type LayerAnswers = {
  crs?: Crs | null | undefined
  code_column?: string | null | undefined
  name_column?: string | null | undefined
}

/**
 * The result of reading a layer. `columns` are those of the file, from which a person can choose. `reason` is one
 * sentence why the whole file is refused.
 */
export type LayerReading =
  | {
      ok: true
      crs: Crs
      columns: string[]
      /** the columns that were used; null where there is none */
      code_column: string | null
      name_column: string | null
      feature_count: number
      fault_count: number
      vertex_count: number
    }
  | { ok: false; reason: string }
  | { ok: false; question: 'crs'; columns: string[] }

/** The value of a column: a text is one line, cut at the limit. */
export type Property = string | number | boolean | null

/**
 * A line of the written file: a feature. Its geometry is valid, in WGS 84, and `is_repaired` where it crossed itself;
 * `number` is its position in the file.
 */
export type FeatureLine = {
  number: number
  code: string | null
  name: string | null
  geometry: BoundaryGeometry
  is_repaired: boolean
  properties: Record<string, Property>
}

/** A line of the written file: a feature that is left out, and why. */
export type FaultLine = { number: number; name: string | null; reason: string }

export type LayerLine = FeatureLine | FaultLine

export type LandLimits = KmlLimits & {
  parts: number
  features: number
  /** of one feature */
  feature_vertices: number
  /** characters of a text */
  text: number
}

/** the parts of a boundary are the placemarks of a KML file */
export const BOUNDARY_LIMITS: LandLimits = {
  ...KML_LIMITS,
  parts: KML_LIMITS.placemarks,
  features: KML_LIMITS.placemarks,
  feature_vertices: KML_LIMITS.vertices,
  text: 200,
}

export const LAYER_LIMITS: LandLimits = {
  bytes: 256 * 1024 * 1024,
  depth: 64,
  placemarks: 20_000,
  features: 20_000,
  vertices: 2_000_000,
  feature_vertices: 200_000,
  parts: 200_000,
  text: 200,
  deadline_ms: 300_000,
}

/** The jobs of the land worker. */
export type LandJob =
  | { boundary: { path: string; answers: BoundaryAnswers; limits: LandLimits } }
  | { layer: { path: string; to: string; answers: LayerAnswers; limits: LandLimits } }
