import { zipSync } from 'fflate'

/**
 * Writers of the formats in which land is drawn, by hand from their specifications: nothing of the product's readers.
 * Rings are closed lists of [x, y]; the outer ring is the first of a polygon, its holes follow.
 */

export type Xy = readonly [x: number, y: number]
export type DrawnPolygon = readonly (readonly Xy[])[]
export type Drawn = { polygons: readonly DrawnPolygon[]; properties?: Record<string, string | number | null> }

/** A rectangle, counter-clockwise, as GeoJSON wants outer rings. */
export const rectangle = (west: number, south: number, east: number, north: number): Xy[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

export const movedTo = (polygons: readonly DrawnPolygon[], move: (at: Xy) => Xy): DrawnPolygon[] =>
  polygons.map((rings) => rings.map((ring) => ring.map(move)))

// ---- text formats

export function geojson(features: readonly Drawn[], more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...more,
    features: features.map(({ polygons, properties = {} }) => ({
      type: 'Feature',
      properties,
      geometry:
        polygons.length === 1
          ? { type: 'Polygon', coordinates: polygons[0] }
          : { type: 'MultiPolygon', coordinates: polygons },
    })),
  })
}

const escaped = (text: unknown) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function kml(features: readonly Drawn[]): string {
  const ring = (points: readonly Xy[]) =>
    `<LinearRing><coordinates>${points.map(([x, y]) => `${x},${y},0`).join(' ')}</coordinates></LinearRing>`
  const polygon = ([shell = [], ...holes]: DrawnPolygon) =>
    `<Polygon><outerBoundaryIs>${ring(shell)}</outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')}</Polygon>`
  const placemark = ({ polygons, properties: { name, ...others } = {} }: Drawn) =>
    `<Placemark><name>${escaped(name ?? '')}</name><ExtendedData><SchemaData schemaUrl="#s">${Object.entries(
      others,
    )
      .map(([key, value]) => `<SimpleData name="${escaped(key)}">${escaped(value)}</SimpleData>`)
      .join(
        '',
      )}</SchemaData></ExtendedData><MultiGeometry>${polygons.map(polygon).join('')}</MultiGeometry></Placemark>`
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${features.map(placemark).join('')}</Document></kml>`
}

export const kmz = (features: readonly Drawn[]): Uint8Array =>
  zipSync({ 'files/icon.png': new Uint8Array(9), 'doc.kml': Buffer.from(kml(features)) })

export function gpx(parts: {
  tracks?: readonly (readonly Xy[])[][]
  routes?: readonly (readonly Xy[])[]
  more?: string
}): string {
  const point =
    (word: string) =>
    ([lon, lat]: Xy) =>
      `<${word} lat="${lat}" lon="${lon}"><ele>12</ele></${word}>`
  const tracks = (parts.tracks ?? []).map(
    (segments, at) =>
      `<trk><name>Track ${at + 1}</name>${segments.map((points) => `<trkseg>${points.map(point('trkpt')).join('')}</trkseg>`).join('')}</trk>`,
  )
  const routes = (parts.routes ?? []).map((points) => `<rte>${points.map(point('rtept')).join('')}</rte>`)
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">${parts.more ?? ''}${tracks.join('')}${routes.join('')}</gpx>`
}

// ---- Shapefile (ESRI, 1998)

type Dimensions = 'xy' | 'z' | 'm'

/** Rings of a shapefile run the other way round than those of GeoJSON. */
const clockwise = (ring: readonly Xy[], is_hole: boolean) => {
  let twice = 0
  ring.forEach(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length] as Xy
    twice += (x2 - x1) * (y2 + y1)
  })
  return twice > 0 === is_hole ? [...ring].reverse() : [...ring]
}

function shapeRecord(
  polygons: readonly DrawnPolygon[],
  dimensions: Dimensions,
  is_reversed: boolean,
): Buffer {
  if (polygons.length === 0) return Buffer.alloc(4)
  const rings = polygons.flatMap((polygon) =>
    polygon.map((ring, at) => clockwise(ring, at > 0 !== is_reversed)),
  )
  const points = rings.flat()
  const bytes: Buffer[] = []
  const int = (value: number) => {
    const four = Buffer.alloc(4)
    four.writeInt32LE(value)
    bytes.push(four)
  }
  const double = (value: number) => {
    const eight = Buffer.alloc(8)
    eight.writeDoubleLE(value)
    bytes.push(eight)
  }
  int({ xy: 5, z: 15, m: 25 }[dimensions])
  for (const pick of [Math.min, Math.max])
    for (const axis of [0, 1] as const) double(pick(...points.map((at) => at[axis])))
  int(rings.length)
  int(points.length)
  let from = 0
  for (const ring of rings) {
    int(from)
    from += ring.length
  }
  for (const [x, y] of points) {
    double(x)
    double(y)
  }
  const measures = { xy: 0, z: 2, m: 1 }[dimensions]
  for (let block = 0; block < measures; block++) {
    double(7)
    double(7)
    for (const _ of points) double(7)
  }
  return Buffer.concat(bytes)
}

export function shpOf(
  features: readonly Drawn[],
  { dimensions = 'xy', is_reversed = false }: { dimensions?: Dimensions; is_reversed?: boolean } = {},
): Buffer {
  const records = features.map(({ polygons }, at) => {
    const content = shapeRecord(polygons, dimensions, is_reversed)
    const head = Buffer.alloc(8)
    head.writeInt32BE(at + 1, 0)
    head.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([head, content])
  })
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32BE((100 + records.reduce((sum, one) => sum + one.length, 0)) / 2, 24)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE({ xy: 5, z: 15, m: 25 }[dimensions], 32)
  return Buffer.concat([head, ...records])
}

/** The index of a .shp whose records follow each other. */
export function shxOf(shp: Buffer): Buffer {
  const records: Buffer[] = []
  for (let at = 100; at + 8 <= shp.length; at += 8 + 2 * shp.readInt32BE(at + 4)) {
    const record = Buffer.alloc(8)
    record.writeInt32BE(at / 2, 0)
    record.writeInt32BE(shp.readInt32BE(at + 4), 4)
    records.push(record)
  }
  const head = Buffer.from(shp.subarray(0, 100))
  head.writeInt32BE((100 + 8 * records.length) / 2, 24)
  return Buffer.concat([head, ...records])
}

/** Columns of at most 60 bytes; numbers as N, texts as C; in UTF-8 or one byte a letter. `deleted` are row numbers from 1. */
export function dbfOf(
  features: readonly Drawn[],
  {
    encoding = 'utf8',
    deleted = [],
    driver = 0,
  }: { encoding?: 'utf8' | 'latin1'; deleted?: readonly number[]; driver?: number } = {},
): Buffer {
  const names = [...new Set(features.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const columns = names.length > 0 ? names : ['FID']
  const isNumber = (name: string) => features.some(({ properties }) => typeof properties?.[name] === 'number')
  const length = 1 + 60 * columns.length
  const head = Buffer.alloc(32 + 32 * columns.length + 1)
  head[0] = 3
  head[29] = driver
  head.writeUInt32LE(features.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(length, 10)
  columns.forEach((name, at) => {
    head.write(name.slice(0, 10), 32 + 32 * at, encoding)
    head.write(isNumber(name) ? 'N' : 'C', 32 + 32 * at + 11, 'latin1')
    head[32 + 32 * at + 16] = 60
  })
  head[head.length - 1] = 0x0d
  const rows = features.map(({ properties = {} }, row) => {
    const bytes = Buffer.alloc(length, 0x20)
    if (deleted.includes(row + 1)) bytes[0] = 0x2a
    columns.forEach((name, at) => {
      const value = properties[name]
      if (value !== undefined && value !== null) bytes.write(String(value), 1 + 60 * at, 60, encoding)
    })
    return bytes
  })
  return Buffer.concat([head, ...rows, Buffer.from([0x1a])])
}

/** The files of a shapefile in an archive; a file that is null is left out, others can be added. */
export function shapefile(
  features: readonly Drawn[],
  {
    prj = null,
    stem = 'land',
    parts = {},
    ...shape
  }: {
    prj?: string | null
    stem?: string
    parts?: Record<string, Uint8Array | null>
    dimensions?: Dimensions
    is_reversed?: boolean
    encoding?: 'utf8' | 'latin1'
    deleted?: readonly number[]
    driver?: number
  } = {},
): Uint8Array {
  const shp = shpOf(features, shape)
  const files: Record<string, Uint8Array | null> = {
    [`${stem}.shp`]: shp,
    [`${stem}.shx`]: shxOf(shp),
    [`${stem}.dbf`]: dbfOf(features, shape),
    [`${stem}.prj`]: prj === null ? null : Buffer.from(prj),
    ...parts,
  }
  const stored = Object.entries(files).filter((entry): entry is [string, Uint8Array] => entry[1] !== null)
  return zipSync(Object.fromEntries(stored))
}

const CLARKE = 'SPHEROID["Clarke_1866",6378206.4,294.9786982]'
const PRS92 = `GEOGCS["GCS_PRS_1992",DATUM["D_Philippine_Reference_System_1992",${CLARKE}],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
const zone = (name: string, base: string, meridian: number, scale: number) =>
  `PROJCS["${name}",${base},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${meridian}.0],PARAMETER["Scale_Factor",${scale}],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`

/** Descriptions of coordinate systems as ESRI's programs write them. */
export const ESRI_PRJ = {
  wgs84: WGS84,
  prs92: PRS92,
  ptm: (number: 1 | 2 | 3 | 4 | 5) =>
    zone(
      `PRS_1992_Philippines_Zone_${['I', 'II', 'III', 'IV', 'V'][number - 1]}`,
      PRS92,
      115 + 2 * number,
      0.99995,
    ),
  utm: (number: 50 | 51 | 52) => zone(`WGS_1984_UTM_Zone_${number}N`, WGS84, 6 * number - 183, 0.9996),
  luzon1911: zone(
    'Luzon_1911_Philippines_Zone_III',
    `GEOGCS["GCS_Luzon_1911",DATUM["D_Luzon_1911",${CLARKE}],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`,
    121,
    0.99995,
  ),
}

// ---- WKB (OGC 06-103r4) and GeoPackage (OGC 12-128)

export type WkbForm = { is_big_endian?: boolean; z?: boolean; m?: boolean }

export function wkbOf(polygons: readonly DrawnPolygon[], form: WkbForm = {}): Buffer {
  const { is_big_endian = false, z = false, m = false } = form
  const code = (kind: number) => kind + (z ? 1000 : 0) + (m ? 2000 : 0)
  const int = (value: number) => {
    const four = Buffer.alloc(4)
    if (is_big_endian) four.writeUInt32BE(value)
    else four.writeUInt32LE(value)
    return four
  }
  const double = (value: number) => {
    const eight = Buffer.alloc(8)
    if (is_big_endian) eight.writeDoubleBE(value)
    else eight.writeDoubleLE(value)
    return eight
  }
  const head = (kind: number) => Buffer.concat([Buffer.from([is_big_endian ? 0 : 1]), int(code(kind))])
  const point = ([x, y]: Xy) => Buffer.concat([x, y, ...(z ? [345] : []), ...(m ? [9] : [])].map(double))
  const polygon = (rings: DrawnPolygon) =>
    Buffer.concat([
      head(3),
      int(rings.length),
      ...rings.flatMap((ring) => [int(ring.length), ...ring.map(point)]),
    ])
  const [only] = polygons
  return polygons.length === 1 && only
    ? polygon(only)
    : Buffer.concat([head(6), int(polygons.length), ...polygons.map(polygon)])
}

/** A geometry with the header of GeoPackage; its box has as many numbers as `box` says. */
export function gpkgBlob(
  wkb: Buffer,
  { box = 4, is_big_endian = false }: { box?: 0 | 4 | 6 | 8; is_big_endian?: boolean } = {},
): Buffer {
  const flags = ({ 0: 0, 4: 1, 6: 2, 8: 4 }[box] << 1) | (is_big_endian ? 0 : 1)
  const srs = Buffer.alloc(4)
  srs.writeInt32LE(4326)
  return Buffer.concat([
    Buffer.from(['G'.charCodeAt(0), 'P'.charCodeAt(0), 0, flags]),
    srs,
    Buffer.alloc(box * 8),
    wkb,
  ])
}

export type GeopackageForm = WkbForm & {
  srs?: { id: number; organization?: string; code?: number; definition?: string; name?: string }
  box?: 0 | 4 | 6 | 8
  /** more SQL, before the file is written */
  sql?: string
}

export async function geopackage(
  features: readonly Drawn[],
  { srs = { id: 4326 }, box = 4, sql = '', ...form }: GeopackageForm = {},
): Promise<Uint8Array> {
  const { default: start } = await import('sql.js/dist/sql-wasm-inline.js')
  const { Database } = await start()
  const db = new Database()
  const { id, organization = 'EPSG', code = id, definition = 'undefined', name = 'system' } = srs
  const columns = [...new Set(features.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  db.run(`
    create table gpkg_spatial_ref_sys (srs_name text, srs_id integer primary key, organization text, organization_coordsys_id integer, definition text, description text);
    create table gpkg_contents (table_name text primary key, data_type text, identifier text, srs_id integer);
    create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer, z integer, m integer);
    insert into gpkg_contents values ('land', 'features', 'land', ${id});
    insert into gpkg_geometry_columns values ('land', 'geom', 'GEOMETRY', ${id}, 0, 0);
    create table land (fid integer primary key, geom blob${columns.map((column) => `, ${quoted(column)}`).join('')});
  `)
  db.exec('insert into gpkg_spatial_ref_sys values (?, ?, ?, ?, ?, null)', [
    name,
    id,
    organization,
    code,
    definition,
  ])
  for (const { polygons, properties = {} } of features) {
    const shape = polygons.length === 0 ? null : gpkgBlob(wkbOf(polygons, form), { box })
    const values = columns.map((column) => properties[column] ?? null)
    db.exec(`insert into land values (null, ?${', ?'.repeat(columns.length)})`, [shape, ...values])
  }
  if (sql) db.run(sql)
  const bytes = db.export()
  db.close()
  return bytes
}
