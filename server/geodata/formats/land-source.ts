import type { Crs } from '../../../shared/land/boundary-answers.ts'
import type { ElementCounts } from '../kml/kml-element-counts.ts'
import type { Property } from './land-result.ts'

/** x and y in the coordinates of the file, perhaps followed by height and measure; from JSON not checked yet. */
export type RawPosition = readonly unknown[]
export type RawLine = readonly RawPosition[]
/** the outer ring, then the holes */
export type RawPolygon = readonly RawLine[]

/** A feature as its file has it. `fault` says why it cannot be used; its polygons are then incomplete. */
export type RawFeature = {
  /** the position in the file, from 1 */
  number: number
  properties: Record<string, Property>
  polygons: readonly RawPolygon[]
  /** its lines; one that ends where it began can be the boundary */
  lines?: readonly RawLine[]
  /** how many geometries of each kind it has, by KML's names */
  found: ElementCounts
  fault: string | null
}

/** An opened file: its features are read one after another. */
export type LandSource = {
  /** null where the file names no coordinate system */
  crs: Crs | null
  columns: string[]
  /** its lines are tracks of a receiver or routes: of an open one it is asked whether it is closed */
  has_tracks?: true
  features: Iterable<RawFeature> | AsyncIterable<RawFeature>
}
