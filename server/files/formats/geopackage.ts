import { readFileSync } from 'node:fs'
import type { Database } from 'sql.js/dist/sql-wasm-inline.js'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
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
const MOST_TABLES = 1_000
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
 * Opens the one table of features in a GeoPackage. Only tables are read: no view, trigger, virtual table or computed
 * column of the file ever runs.
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
    const columns = plainColumns(db, table.name)
    if (!columns.includes(table.geometry)) throw refuse(`The GeoPackage has no geometry; ${AGAIN}.`)
    const names = columns.filter((name) => name !== table.geometry).slice(0, MOST_COLUMNS)
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

/** Whether this is a table with rows of its own: no view, and no virtual table. */
function isTable(db: Database, name: string): boolean {
  const [found] = db.exec(
    "select 1 from sqlite_master where type = 'table' and rootpage > 0 and lower(name) = lower(?)",
    [name],
  )
  return found !== undefined
}

function featureTable(db: Database): Table {
  if (!['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'].every((name) => isTable(db, name)))
    throw refuse('The file is a database, but no GeoPackage with features; export the boundary again.')
  const [listed] = db.exec(
    `select c.table_name, g.column_name, g.srs_id from gpkg_contents c
     join gpkg_geometry_columns g on lower(g.table_name) = lower(c.table_name)
     where c.data_type = 'features' limit ${MOST_TABLES}`,
  )
  const tables = (listed?.values ?? []).flatMap(([name, geometry, srs_id]): Table[] =>
    typeof name === 'string' &&
    typeof geometry === 'string' &&
    typeof srs_id === 'number' &&
    isTable(db, name)
      ? [{ name, geometry, srs_id }]
      : [],
  )
  const filled = tables.filter(({ name }) => db.exec(`select 1 from ${quoted(name)} limit 1`).length > 0)
  if (filled.length > 1) {
    const names = filled.slice(0, 3).map(({ name }) => printable(name))
    throw refuse(
      `The GeoPackage has ${filled.length} tables of features (${names.join(', ')}); export only one of them.`,
    )
  }
  const [table] = [...filled, ...tables]
  if (!table) throw refuse('The GeoPackage has no table of features; export the boundary again.')
  return table
}

/** The columns that are stored as they are; one that the file computes is left out. */
function plainColumns(db: Database, table: string): string[] {
  const [found] = db.exec('select name from pragma_table_xinfo(?) where hidden = 0', [table])
  return (found?.values ?? []).map(([name]) => String(name))
}

function crsOf(db: Database, srs_id: number): Crs | null {
  // -1 and 0 stand for unknown
  if (srs_id <= 0) return null
  const [found] = db.exec(
    `select substr(organization, 1, 100), organization_coordsys_id, substr(definition, 1, 70000), substr(srs_name, 1, 200)
     from gpkg_spatial_ref_sys where srs_id = ? limit 1`,
    [srs_id],
  )
  const [organization, code, definition, name] = found?.values[0] ?? []
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
  const values = columns.map(
    (column) =>
      `case typeof(${quoted(column)}) when 'text' then substr(${quoted(column)}, 1, ${LONGEST_TEXT}) when 'blob' then null else ${quoted(column)} end`,
  )
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
