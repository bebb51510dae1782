import type { Ring } from '../../../shared/boundary/boundary.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { isRefusal } from '../../lib/errors.ts'
import { type ElementCounts, whyNoPolygon } from './kml-element-counts.ts'
import { refusedMap } from './kml-refused.ts'
import { KML_LIMITS, type KmlLimits, type KmlRefusal, type KmlResult } from './kml-result.ts'
import { readRing, type RingResult } from './kml-ring.ts'
import { placemarkReader } from './placemark-reader.ts'

const NAMES_KEPT = 100

/**
 * Reads KML documents piece by piece: all polygons of all placemarks become one multi-polygon; where there is none, the
 * lines that are closed. Keeps no description. After a refusal it ignores further pieces.
 */
export function kmlReader(limits: KmlLimits = KML_LIMITS, encoding = 'utf-8') {
  const polygons: Ring[][] = []
  const names: string[] = []
  const lines: { text: string; name: string }[] = []
  const found: ElementCounts = {}
  let vertex_count = 0
  /** the first fault of a shape; reported only if the rest of the file is readable */
  let fault: string | null = null

  function ring(text: string): RingResult {
    const result = readRing(text, limits.vertices - vertex_count)
    if (result.ok) vertex_count += result.ring.length
    else if (result.too_many) {
      throw refusedMap(
        'too_much',
        `The boundary has more than ${formatCount(limits.vertices)} points; simplify it and export it again.`,
      )
    }
    return result
  }

  const open = (letters: string) =>
    placemarkReader(
      {
        limits,
        encoding: letters,
        found,
        too_large: 'File size exceeds the maximum limit of 50MB.',
        too_many: `The file contains more than ${formatCount(limits.placemarks)} placemarks; export only the boundary of this site.`,
      },
      {
        ring,
        take(placemark) {
          for (const polygon of placemark.polygons) polygons.push(polygon)
          for (const text of placemark.lines) lines.push({ text, name: placemark.name })
          fault ??= placemark.fault
          if (placemark.polygon_count > 0 && placemark.name && names.length < NAMES_KEPT)
            names.push(placemark.name)
          return fault === null
        },
      },
    )

  let reader = open(encoding)
  let refusal: KmlRefusal | null = null
  let isBegun = false

  /** Takes the closed lines as polygons, and what is wrong with one as the fault. */
  function takeLines() {
    for (const { text, name } of lines) {
      const line = ring(text)
      if (line.ok) {
        polygons.push([line.ring])
        if (name && names.length < NAMES_KEPT) names.push(name)
      } else if (!line.no_ring) fault ??= line.reason
    }
    if (polygons.length > 0) fault = null
  }

  return {
    /** Begins the next document. */
    begin(letters: string) {
      if (isBegun) refusal ??= reader.end()
      isBegun = true
      reader = open(letters)
    },

    /** Returns false once nothing further in the file can change the result. */
    write: (chunk: Uint8Array | string): boolean => refusal === null && reader.write(chunk),

    end(): KmlResult {
      refusal ??= reader.end()
      if (refusal) return refusal
      try {
        if (!fault && polygons.length === 0) takeLines()
      } catch (error) {
        if (!isRefusal(error, 'no_map')) throw error
        return { ok: false, ...error.params }
      }
      if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
      if (polygons.length === 0) {
        return { ok: false, kind: 'no_boundary', reason: whyNoPolygon(found) }
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
