import { isRefusal } from '../../lib/errors.ts'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'
import { unzip, type ZipEntry, zipEntries } from '../../lib/zip-reader.ts'
import { type DbfRow, type Dbf, openDbf } from './dbf.ts'
import type { LandLimits } from './land-result.ts'
import type { LandSource, RawFeature } from './land-source.ts'
import { crsOfWkt } from './named-crs.ts'
import { columnsOf, propertiesOf } from './properties.ts'
import { readShapes, type Shape } from './shp.ts'

const MEGABYTE = 1_048_576
/** what is unpacked of each file, whatever the archive says of its size */
const MOST_BYTES = {
  shp: 128 * MEGABYTE,
  dbf: 128 * MEGABYTE,
  shx: 16 * MEGABYTE,
  prj: MEGABYTE / 16,
  cpg: 1_024,
}
type Part = keyof typeof MOST_BYTES

const MOST_ENTRIES = 10_000

const AGAIN = 'zip all files of the shapefile together'

/** Puts the fault of an archive into words. */
function asRefusal(error: unknown): unknown {
  if (!isRefusal(error, 'no_archive')) return error
  const { fault } = error.params
  if (fault === 'too_large')
    return refusedMap('too_much', `A file in the archive is too large; simplify the boundary and ${AGAIN}.`)
  if (fault === 'too_many')
    return refusedMap('too_much', `The archive contains too many files; ${AGAIN}, and nothing else.`)
  if (fault === 'locked')
    return refusedMap('not_kml', 'The archive is locked with a password; save it without one.')
  return refusedMap('damaged', `The archive is damaged; ${AGAIN}.`)
}

/** Macs add a hidden copy of every file. */
const isShadow = (name: string) => /(?:^|[/\\])(?:__MACOSX|\._[^/\\]*)(?:[/\\]|$)/.test(name)

/** The files of an archive by name; nothing is unpacked, and no archive inside it is opened. */
export async function archiveEntries(file: number): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  try {
    for await (const entry of zipEntries(file, MOST_ENTRIES)) if (!isShadow(entry.name)) entries.push(entry)
  } catch (error) {
    throw asRefusal(error)
  }
  return entries
}

/** The files of an archive with this extension. */
export const namesOf = (entries: readonly ZipEntry[], extension: string): string[] =>
  entries.map(({ name }) => name).filter((name) => name.toLowerCase().endsWith(`.${extension}`))

/** Opens the one shapefile of an archive. */
export async function openShapefile(
  file: number,
  entries: readonly ZipEntry[],
  limits: LandLimits,
): Promise<LandSource> {
  const parts = partsOf(entries)
  const bytes = async (part: Part): Promise<Buffer | null> => {
    const entry = parts.get(part)
    return entry ? unpack(file, entry, MOST_BYTES[part]) : null
  }
  const [shp, shx] = [(await bytes('shp')) as Buffer, (await bytes('shx')) as Buffer]
  const prj = (await bytes('prj'))?.toString('utf8').trim()
  const crs: Crs | null = prj ? crsOfWkt(prj) : null
  const cpg = (await bytes('cpg'))?.toString('utf8').trim() ?? null
  const dbf = openDbf((await bytes('dbf')) as Buffer, cpg)
  return { crs, columns: columnsOf(dbf.columns), features: features(readShapes(shp, shx, limits), dbf) }
}

/** The files of the one shapefile, by extension. Refuses several shapefiles, and one without its table or index. */
function partsOf(entries: readonly ZipEntry[]): Map<string, ZipEntry> {
  const shapes = entries.filter(({ name }) => name.toLowerCase().endsWith('.shp'))
  const [only] = shapes
  if (!only) throw refusedMap('no_boundary', `The archive contains no shapefile (.shp) and no KML; ${AGAIN}.`)
  if (shapes.length > 1) {
    throw refusedMap(
      'no_boundary',
      `The archive contains ${shapes.length} shapefiles; zip the files of only one shapefile.`,
    )
  }
  const stem = only.name.slice(0, -'shp'.length).toLowerCase()
  const parts = new Map<string, ZipEntry>()
  for (const entry of entries) {
    const name = entry.name.toLowerCase()
    if (name.startsWith(stem)) parts.set(name.slice(stem.length), entry)
  }
  for (const missing of ['dbf', 'shx']) {
    if (!parts.has(missing)) {
      throw refusedMap(
        'no_boundary',
        `The archive has no .${missing} file beside ${printable(lastPart(only.name))}; ${AGAIN}.`,
      )
    }
  }
  return parts
}

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) ?? name

async function unpack(file: number, entry: ZipEntry, most_bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of unzip(file, entry, most_bytes)) pieces.push(piece)
  } catch (error) {
    throw asRefusal(error)
  }
  return Buffer.concat(pieces)
}

function* features(shapes: Iterable<Shape>, dbf: Dbf): Generator<RawFeature> {
  const rows = dbf.rows()
  let number = 0
  for (const shape of shapes) {
    const next = rows.next()
    if (next.done) throw unequal()
    number++
    const row: DbfRow = next.value
    if (row.is_deleted) continue
    yield { number, properties: propertiesOf(row.values), ...shape }
  }
  if (!rows.next().done) throw unequal()
}

const unequal = () =>
  refusedMap(
    'damaged',
    'The shapefile has different numbers of shapes (.shp) and rows (.dbf); export it again.',
  )
