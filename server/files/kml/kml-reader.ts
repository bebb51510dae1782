import type { Ring } from '../../../shared/boundary/boundary.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { whyNoPolygon } from './kml-element-counts.ts'
import { refusedMap } from './kml-refused.ts'
import { KML_LIMITS, type KmlLimits, type KmlResult } from './kml-result.ts'
import { readRing } from './kml-ring.ts'
import { placemarkReader } from './placemark-reader.ts'

const NAMES_KEPT = 100

/**
 * Reads a KML file piece by piece: all polygons of all placemarks become one multi-polygon. Keeps no description. After
 * a refusal it ignores further pieces.
 */
export function kmlReader(limits: KmlLimits = KML_LIMITS, encoding = 'utf-8') {
  const polygons: Ring[][] = []
  const names: string[] = []
  let vertex_count = 0
  /** the first fault of a shape; reported only if the rest of the file is readable */
  let fault: string | null = null

  const reader = placemarkReader(
    {
      limits,
      encoding,
      too_large: 'File size exceeds the maximum limit of 50MB.',
      too_many: `The file contains more than ${formatCount(limits.placemarks)} placemarks; export only the boundary of this site.`,
    },
    {
      ring(text) {
        const result = readRing(text, limits.vertices - vertex_count)
        if (result.ok) vertex_count += result.ring.length
        else if (result.too_many) {
          throw refusedMap(
            'too_much',
            `The boundary has more than ${formatCount(limits.vertices)} points; simplify it and export it again.`,
          )
        }
        return result
      },
      take(placemark) {
        for (const polygon of placemark.polygons) polygons.push(polygon)
        fault ??= placemark.fault
        if (placemark.polygon_count > 0 && placemark.name && names.length < NAMES_KEPT)
          names.push(placemark.name)
        return fault === null
      },
    },
  )

  return {
    /** Returns false once nothing further in the file can change the result. */
    write: (chunk: Uint8Array | string): boolean => reader.write(chunk),

    end(): KmlResult {
      const refusal = reader.end()
      if (refusal) return refusal
      if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
      if (polygons.length === 0) {
        return { ok: false, kind: 'no_boundary', reason: whyNoPolygon(reader.found) }
      }
      return {
        ok: true,
        geometry: { type: 'MultiPolygon', coordinates: polygons },
        polygon_count: polygons.length,
        vertex_count,
        names,
      }
    },
  }
}
