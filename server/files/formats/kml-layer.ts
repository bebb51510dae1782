import { formatCount } from '../../../shared/lib/format.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { readRing } from '../kml/kml-ring.ts'
import { kmlEncoding } from '../kml/kml-text.ts'
import { kmlCount, kmlOfKmz } from '../kml/kmz.ts'
import { type Placemark, placemarkReader } from '../kml/placemark-reader.ts'
import { piecesOf } from '../pieces.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'
import type { LandSource, RawFeature } from './land-source.ts'
import { columnsOf, propertiesOf } from './properties.ts'

type Pieces = () => Iterable<Buffer> | AsyncIterable<Buffer>
type Kml = { pieces: Pieces; encoding: string }

/** The KML files of an archive beyond these are not looked at. */
const MOST_FILES = 20

/** Opens a KML or KMZ file as a layer: each placemark is a feature, its name and its ExtendedData are its columns. */
export async function openKml(file: number, limits: LandLimits, is_archive: boolean): Promise<LandSource> {
  const files = is_archive ? Math.min(await kmlCount(file), MOST_FILES) : 1
  const columns = new Set<string>()
  const maps: Kml[] = []
  for (let at = 0; at < Math.max(1, files); at++) {
    const pieces = () => (is_archive ? kmlOfKmz(file, limits.bytes, at) : piecesOf(file))
    const letters = kmlEncoding()
    for await (const piece of pieces()) letters.write(piece)
    const map = { pieces, encoding: letters.end() }
    maps.push(map)
    let count = 0
    // a column may first occur in the last placemark
    for await (const { properties } of placemarks([map], limits)) {
      count++
      for (const column of Object.keys(properties)) columns.add(column)
    }
    // the others of an archive are read only where the first has links to them, as GDAL and QGIS write it
    if (at === 0 && count > 0) break
  }
  return { crs: 'EPSG:4326', columns: columnsOf(columns), features: placemarks(maps, limits) }
}

async function* placemarks(maps: readonly Kml[], limits: LandLimits): AsyncGenerator<RawFeature> {
  let number = 0
  for (const { pieces, encoding } of maps) {
    const queue: Placemark[] = []
    const reader = readerOf(encoding, limits, queue)
    for await (const piece of pieces()) {
      const isWanted = reader.write(piece)
      for (const placemark of queue.splice(0)) yield featureOf(placemark, ++number)
      if (!isWanted) break
    }
    const refusal = reader.end()
    if (refusal) throw refusedMap(refusal.kind, refusal.reason)
    for (const placemark of queue.splice(0)) yield featureOf(placemark, ++number)
  }
}

function readerOf(encoding: string, limits: LandLimits, queue: Placemark[]) {
  return placemarkReader(
    {
      limits,
      encoding,
      too_large: `The map is larger than ${limits.bytes / 1_048_576} MB; simplify it and export it again.`,
      too_many: `The file contains more than ${formatCount(limits.placemarks)} placemarks; divide the layer.`,
    },
    {
      ring(text) {
        const result = readRing(text, limits.feature_vertices)
        const isTooMany = !result.ok && result.too_many
        return isTooMany ? { ...result, reason: tooManyPoints(limits.feature_vertices) } : result
      },
      take(placemark) {
        queue.push(placemark)
        return true
      },
    },
  )
}

const featureOf = ({ name, properties, polygons, found, fault }: Placemark, number: number): RawFeature => ({
  number,
  properties: propertiesOf([['name', name], ...properties]),
  polygons,
  found,
  fault,
})
