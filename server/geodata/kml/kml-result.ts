import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import type { MapFault } from '../../../shared/lib/refusals.ts'

/**
 * The result of reading a KML file. `reason` is a sentence that the encoder can act on. `damaged`: not what the name
 * promises, or only a part of it (S-44, S-116); `not_kml`: a sort of KML that is not read; `no_boundary`: KML without
 * the boundary of a site; `too_much`: above a limit of size, count or time.
 */
export type KmlResult =
  | {
      ok: true
      geometry: BoundaryGeometry
      polygon_count: number
      /** The repeated closing point of each ring is counted. */
      vertex_count: number
      /** Names of the placemarks with polygons, as plain text. */
      names: string[]
    }
  | KmlRefusal

export type KmlRefusal = {
  ok: false
  kind: MapFault
  reason: string
}

export type KmlLimits = {
  bytes: number
  depth: number
  placemarks: number
  vertices: number
  /** Milliseconds for reading the whole file. */
  deadline_ms: number
}

export const KML_LIMITS: KmlLimits = {
  bytes: 50 * 1024 * 1024,
  depth: 64,
  placemarks: 5_000,
  vertices: 500_000,
  deadline_ms: 30_000,
}
