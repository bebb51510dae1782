import { formatCount } from '../../../shared/lib/format.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import type { ElementCounts } from '../kml/kml-element-counts.ts'
import { readRing } from '../kml/kml-ring.ts'
import { type KmlMap, kmlMaps } from '../kml/kml-maps.ts'
import { type Placemark, placemarkReader } from '../kml/placemark-reader.ts'
import type { LandLimits } from './land-result.ts'
import { tooManyPoints } from './land-ring.ts'
import type { LandSource, RawFeature } from './land-source.ts'
import { columnsOf, propertiesOf } from './properties.ts'

/** Opens a KML or KMZ file as a layer: each placemark is a feature, its name and its ExtendedData are its columns. */
export async function openKml(file: number, limits: LandLimits): Promise<LandSource> {
  const maps = await kmlMaps(file, limits)
  const columns = new Set<string>()
  // a column may first occur in the last placemark
  for await (const { properties } of placemarks(maps, limits))
    for (const column of Object.keys(properties)) columns.add(column)
  return { crs: 'EPSG:4326', columns: columnsOf(columns), features: placemarks(maps, limits) }
}

async function* placemarks(maps: readonly KmlMap[], limits: LandLimits): AsyncGenerator<RawFeature> {
  const found: ElementCounts = {}
  let number = 0
  for (const { pieces, encoding } of maps) {
    const queue: Placemark[] = []
    const reader = readerOf(encoding, { limits, found, queue })
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

function readerOf(
  encoding: string,
  { limits, found, queue }: { limits: LandLimits; found: ElementCounts; queue: Placemark[] },
) {
  return placemarkReader(
    {
      limits,
      encoding,
      found,
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
