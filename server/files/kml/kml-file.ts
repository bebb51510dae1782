import { closeSync, openSync, readSync } from 'node:fs'
import { isRefusal } from '../../lib/errors.ts'
import { piecesOf } from '../pieces.ts'
import { isZip } from '../zip-reader.ts'
import { kmlReader } from './kml-reader.ts'
import type { KmlLimits, KmlResult } from './kml-result.ts'
import { kmlEncoding } from './kml-text.ts'
import { kmlOfKmz } from './kmz.ts'

/** Yields the bytes of a KML file, or of the KML inside a KMZ; the content decides which, not the name. */
function kmlPieces(file: number, most_bytes: number): Iterable<Buffer> | AsyncIterable<Buffer> {
  const head = Buffer.alloc(4)
  readSync(file, head, 0, head.length, 0)
  return isZip(head) ? kmlOfKmz(file, most_bytes) : piecesOf(file)
}

/** Reads the boundary in a KML or KMZ file. */
export async function readKmlFile(path: string, limits: KmlLimits): Promise<KmlResult> {
  const file = openSync(path, 'r')
  try {
    const letters = kmlEncoding()
    for await (const piece of kmlPieces(file, limits.bytes)) letters.write(piece)
    const reader = kmlReader(limits, letters.end())
    for await (const piece of kmlPieces(file, limits.bytes)) if (!reader.write(piece)) break
    return reader.end()
  } catch (error) {
    if (isRefusal(error, 'no_map')) return { ok: false, ...error.params }
    throw error
  } finally {
    closeSync(file)
  }
}
