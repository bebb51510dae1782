import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'
import type { ZipEntry } from '../../lib/zip-reader.ts'
import { openGeojson } from './geojson.ts'
import { openGpx } from './gpx.ts'
import { openKml } from './kml-layer.ts'
import { LAND_HEAD, type LandFormat, landFormatOf } from './land-format.ts'
import type { LandLimits } from './land-result.ts'
import type { LandSource } from './land-source.ts'
import { archiveEntries, namesOf, openShapefile } from './shapefile.ts'

/** An open file of a known format; `kmz` and `shapefile` are archives. */
export type LandFile = {
  path: string
  file: number
  format: Exclude<LandFormat, 'zip'> | 'kmz' | 'shapefile'
}

/** Opens a file, finds its format by its content, lets `read` read it and closes it. Throws `no_map` if it is no map. */
export async function withLandFile<T>(
  path: string,
  limits: LandLimits,
  read: (file: LandFile) => Promise<T>,
): Promise<T> {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size > limits.bytes)
      throw refusedMap(
        'too_much',
        `The file is larger than ${limits.bytes / 1_048_576} MB; simplify the boundary.`,
      )
    return await read({ path, file, format: await formatOf(file) })
  } finally {
    closeSync(file)
  }
}

async function formatOf(file: number): Promise<LandFile['format']> {
  const head = Buffer.alloc(LAND_HEAD)
  const format = landFormatOf(head.subarray(0, readSync(file, head, 0, head.length, 0)))
  if (!format)
    throw refusedMap('damaged', 'The file is not a map in KML, GeoJSON, GPX, zipped shapefile or GeoPackage.')
  if (format !== 'zip') return format
  const entries = await archiveEntries(file)
  requireOneMap(entries)
  return namesOf(entries, 'shp').length === 0 && namesOf(entries, 'kml').length > 0 ? 'kmz' : 'shapefile'
}

const MAPS = ['shp', 'kml', 'kmz', 'geojson', 'gpx', 'gpkg']

/** Refuses an archive with maps of several formats, or several KML files without the main one of a KMZ. */
function requireOneMap(entries: readonly ZipEntry[]): void {
  const found = MAPS.map((extension) => namesOf(entries, extension)).filter(({ length }) => length > 0)
  const kml = namesOf(entries, 'kml')
  const isKmz = kml.some((name) => /(?:^|[/\\])doc\.kml$/i.test(name))
  const names = found.length === 1 && !isKmz ? kml : found.map(([first = '']) => first)
  if (names.length < 2) return
  throw refusedMap(
    'no_boundary',
    `The archive contains several maps (${names.slice(0, 3).map(printable).join(', ')}); zip only one of them.`,
  )
}

/** Opens the features of a file for reading one after another. */
export async function openLand({ path, file, format }: LandFile, limits: LandLimits): Promise<LandSource> {
  switch (format) {
    case 'geojson':
      return openGeojson(path, limits)
    case 'gpx':
      return openGpx(file, limits)
    case 'geopackage': {
      // loaded lazily with its database
      const { openGeopackage } = await import('./geopackage.ts')
      return openGeopackage(path, limits)
    }
    case 'shapefile':
      return openShapefile(file, await archiveEntries(file), limits)
    default:
      return openKml(file, limits)
  }
}
