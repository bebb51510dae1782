import { closeSync, openSync } from 'node:fs'
import { isRefusal } from '../../lib/errors.ts'
import { kmlMaps } from './kml-maps.ts'
import { kmlReader } from './kml-reader.ts'
import type { KmlLimits, KmlResult } from './kml-result.ts'

/** Reads the boundary in a KML or KMZ file. */
export async function readKmlFile(path: string, limits: KmlLimits): Promise<KmlResult> {
  const file = openSync(path, 'r')
  try {
    const reader = kmlReader(limits)
    for (const { pieces, encoding } of await kmlMaps(file, limits)) {
      reader.begin(encoding)
      for await (const piece of pieces()) if (!reader.write(piece)) break
    }
    return reader.end()
  } catch (error) {
    if (isRefusal(error, 'no_map')) return { ok: false, ...error.params }
    throw error
  } finally {
    closeSync(file)
  }
}
