import { readFileSync } from 'node:fs'
import type { Database } from 'sql.js/dist/sql-wasm-inline.js'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { isRefusal } from '../../lib/errors.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { printable } from '../kml/kml-ring.ts'
import type { LandLimits } from './land-result.ts'
import type { LandSource, RawFeature } from './land-source.ts'
import { crsOfCode, crsOfWkt } from './named-crs.ts'
import { columnsOf, propertiesOf } from './properties.ts'
import { readWkb } from './wkb.ts'

const AGAIN = 'export it again'
/** above this a text is cut before it leaves the database */
const LONGEST_TEXT = 1_600
/** of one geometry: more than the most points with height and measure need */
const LARGEST_GEOMETRY = 64 * 1_048_576
const LONGEST_DEFINITION = 70_000
const MOST_TABLES = 1_000
/** some files list every coordinate system there is */
const MOST_SYSTEMS = 20_000
const MOST_COLUMNS = 100
/** where the header says that changes wait in a second file, which was not uploaded; SQLite would not open it */
const WAL_FLAGS = [18, 19]

type Table = { name: string; geometry: string; srs_id: number }

const refuse = (reason: string) => refusedMap('no_boundary', reason)

/** Any error of SQLite means that the file is damaged; the reader itself asks nothing that can fail. */
function asRefusal(error: unknown): unknown {
  if (isRefusal(error, 'no_map')) return error
  return refusedMap('damaged', `The GeoPackage is damaged; ${AGAIN}.`)
}

/**
 * Opens the one table of features in a GeoPackage. Only tables are read, those of the format as well: no view, trigger,
 * virtual table or computed column of the file ever runs, and no value is read beyond its limit.
 */
export async function openGeopackage(path: string, limits: LandLimits): Promise<LandSource> {
  // loaded lazily: a megabyte that no other format needs
  const { default: start } = await import('sql.js/dist/sql-wasm-inline.js')
  const { Database } = await start()
  const bytes = readFileSync(path)
  for (const at of WAL_FLAGS) if (bytes[at] === 2) bytes[at] = 1
  try {
    const db = new Database(bytes)
    db.run('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on')
    const table = featureTable(db)
    const geometry = table.geometry.toLowerCase()
    const columns = plainColumns(db, table.name).filter((name) => name.toLowerCase() !== geometry)
    const names = columns.slice(0, MOST_COLUMNS)
    return {
      crs: crsOf(db, table.srs_id),
      columns: columnsOf(names),
      features: rawFeatures(db, table, names, limits),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables of the format, with the columns that are read. */
const SYSTEM_TABLES = {
  gpkg_contents: ['table_name', 'data_type'],
  gpkg_geometry_columns: ['table_name', 'column_name', 'srs_id'],
  gpkg_spatial_ref_sys: ['organization', 'organization_coordsys_id', 'definition', 'srs_name', 'srs_id'],
} as const
type SystemTable = keyof typeof SYSTEM_TABLES

/** The names, in small letters, of the tables with rows of their own: no view, and no virtual table. */
function tableNames(db: Database): Set<string> {
  const [found] = db.exec(
    `select substr(name, 1, ${LONGEST_TEXT}) from sqlite_master where type = 'table' and rootpage > 0 limit ${MOST_TABLES + 1}`,
  )
  const names = (found?.values ?? []).map(([name]) => String(name).toLowerCase())
  if (names.length > MOST_TABLES) throw tooManyTables()
  return new Set(names)
}

/** SQL: a stored value, of a text its beginning; null for bytes. */
const shortened = (column: string, longest: number): string =>
  `case typeof(${column}) when 'text' then substr(${column}, 1, ${longest}) when 'blob' then null else ${column} end`

/** The first rows of a table of the format, with short values. */
function systemRows(db: Database, table: SystemTable, most: number, srs_id?: number) {
  const columns = SYSTEM_TABLES[table]
  const values = columns.map((name) =>
    shortened(name, name === 'definition' ? LONGEST_DEFINITION : LONGEST_TEXT),
  )
  const rows = `select ${values.join(', ')} from (select ${columns.join(', ')} from ${table} limit ${most})`
  const [found] = srs_id === undefined ? db.exec(rows) : db.exec(`${rows} where srs_id = ? limit 1`, [srs_id])
  return found?.values ?? []
}

/** All rows of a table of the format that lists tables. */
function listedRows(db: Database, table: SystemTable) {
  const rows = systemRows(db, table, MOST_TABLES + 1)
  if (rows.length > MOST_TABLES) throw tooManyTables()
  return rows
}

function featureTable(db: Database): Table {
  const names = tableNames(db)
  const isWhole = (Object.keys(SYSTEM_TABLES) as SystemTable[]).every((table) => {
    const stored = names.has(table) ? plainColumns(db, table) : []
    return SYSTEM_TABLES[table].every((column) => stored.includes(column))
  })
  if (!isWhole)
    throw refuse('The file is a database, but no GeoPackage with features; export the boundary again.')
  const contents = listedRows(db, 'gpkg_contents').filter(([, type]) => type === 'features')
  const listed = new Set(contents.map(([name]) => String(name).toLowerCase()))
  const tables = listedRows(db, 'gpkg_geometry_columns').flatMap(([name, geometry, srs_id]): Table[] => {
    if (typeof name !== 'string' || typeof geometry !== 'string' || typeof srs_id !== 'number') return []
    const key = name.toLowerCase()
    return listed.has(key) && names.has(key) ? [{ name, geometry, srs_id }] : []
  })
  const isSame = (one: Table, other: Table) => one.name.toLowerCase() === other.name.toLowerCase()
  const all = tables.filter((table, at) => tables.findIndex((one) => isSame(one, table)) === at)
  const filled = all.filter(({ name }) => db.exec(`select 1 from ${quoted(name)} limit 1`).length > 0)
  if (filled.length > 1)
    throw refuse(
      `The GeoPackage has ${filled.length} tables of features (${printed(filled.map(({ name }) => name))}); export only one of them.`,
    )
  const [table] = [...filled, ...all]
  if (!table) throw refuse('The GeoPackage has no table of features; export the boundary again.')
  return onlyGeometry(
    db,
    table,
    tables.filter((one) => isSame(one, table)),
  )
}

/** The one geometry column of a table that is registered and stored; refuses several. */
function onlyGeometry(db: Database, { name }: Table, registered: readonly Table[]): Table {
  const columns = plainColumns(db, name).map((column) => column.toLowerCase())
  const stored = registered.filter(({ geometry }) => columns.includes(geometry.toLowerCase()))
  const [only] = stored
  if (!only) throw refuse(`The GeoPackage has no geometry; ${AGAIN}.`)
  if (stored.length === 1) return only
  const names = stored.map(({ geometry }) => geometry)
  throw refuse(
    `The table ${printable(name)} of the GeoPackage has ${stored.length} geometry columns (${printed(names)}); export it with only one.`,
  )
}

const printed = (names: readonly string[]): string => names.slice(0, 3).map(printable).join(', ')
const tooManyTables = () =>
  refuse(`The GeoPackage has more than ${formatCount(MOST_TABLES)} tables; export only one of them.`)

/** The columns that are stored as they are; one that the file computes is left out. */
function plainColumns(db: Database, table: string): string[] {
  const [found] = db.exec('select name from pragma_table_xinfo(?) where hidden = 0', [table])
  return (found?.values ?? []).map(([name]) => String(name))
}

function crsOf(db: Database, srs_id: number): Crs | null {
  // -1 and 0 stand for unknown
  if (srs_id <= 0) return null
  const [row = []] = systemRows(db, 'gpkg_spatial_ref_sys', MOST_SYSTEMS, srs_id)
  const [organization, code, definition, name] = row
  const epsg = String(organization).toUpperCase() === 'EPSG' ? `EPSG:${String(code)}` : null
  const isDescribed = typeof definition === 'string' && !['', 'undefined'].includes(definition.trim())
  if (isDescribed) return crsOfWkt(definition, epsg)
  if (epsg) return crsOfCode(epsg, String(name ?? ''))
  throw refuse(`The GeoPackage does not describe its coordinate system ${srs_id}; ${AGAIN}.`)
}

function* rawFeatures(
  db: Database,
  { name, geometry }: Table,
  columns: readonly string[],
  limits: LandLimits,
): Generator<RawFeature> {
  const shape = quoted(geometry)
  const values = columns.map((column) => shortened(quoted(column), LONGEST_TEXT))
  const size = `length(${shape})`
  const blob = `case when typeof(${shape}) = 'blob' and ${size} <= ${LARGEST_GEOMETRY} then ${shape} end`
  const selected = [`typeof(${shape})`, blob, ...values].join(', ')
  try {
    const rows = db.prepare(`select ${selected} from ${quoted(name)} limit ${limits.features + 1}`)
    for (let number = 1; rows.step(); number++) {
      const [type, bytes, ...properties] = rows.get()
      yield {
        number,
        properties: propertiesOf(columns.map((column, at) => [column, properties[at]])),
        ...geometryOf(type, bytes, limits),
      }
    }
    rows.free()
  } catch (error) {
    throw asRefusal(error)
  } finally {
    db.close()
  }
}

/** bytes of the box by its code in the header */
const BOXES = [0, 32, 48, 48, 64]

/** A geometry with GeoPackage's header in front. */
function geometryOf(type: unknown, value: unknown, limits: LandLimits): ReturnType<typeof readWkb> {
  const fault = (reason: string | null) => ({ polygons: [], found: {}, fault: reason })
  if (type === 'null') return fault(null)
  if (!(value instanceof Uint8Array))
    return fault(
      type === 'blob'
        ? 'The geometry of the feature is too large.'
        : 'The geometry of the feature is damaged.',
    )
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const flags = bytes[3] ?? 0
  const box = BOXES[(flags >> 1) & 7]
  const isExtended = (flags & 0x20) !== 0
  if (bytes.toString('latin1', 0, 2) !== 'GP' || box === undefined || isExtended)
    return fault('The geometry of the feature is not that of a GeoPackage.')
  const isEmpty = (flags & 0x10) !== 0
  return isEmpty ? fault(null) : readWkb(bytes.subarray(8 + box), limits)
}
