import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import type pg from 'pg'
import { IMPORT_COLUMNS, type ImportField } from '../shared/imports/columns.ts'
import type { FileKind } from '../shared/files/files.schema.ts'
import { type Encoder, fileUploadOf, kmlOf, PDF } from './prepare.ts'
import type { Request } from './requests.ts'

/** What is imported and uploaded in the half hour; made before it, so that the bench itself does not stall in it. */

/** A place of an office, in the words of the sheet "Places". */
export type Place = {
  region: string
  province: string
  city: string
  office: string
  lon: number
  lat: number
}

/** A table and its zip file. */
export type ImportFiles = { rows: number; table: Buffer; archive: Buffer }

/** rows of the tables, in turns */
const TABLE_ROWS = [300, 60, 800, 150]

const LAND_FEATURES = 2_000
const LAND_CORNERS = 60

/** megabytes of the agreements, in turns */
const AGREEMENT_MB = [0.1, 0.3, 1, 2]
/** corners of the maps, in turns */
const MAP_CORNERS = [8, 200, 40, 4_000]

export async function listPlaces(database: pg.Client): Promise<Place[]> {
  const { rows } = await database.query<Place>(
    `select regions.name as region, provinces.name as province, cities.name as city, offices.name as office,
       provinces.label_lon::float8 as lon, provinces.label_lat::float8 as lat
     from offices join regions on regions.id = offices.region_id join provinces on provinces.id = offices.province_id
       join cities on cities.id = (
         select min(id) from cities where province_id = provinces.id and region_id = regions.id
       )
     order by offices.id`,
  )
  return rows
}

type Corner = [number, number]

/** A closed ring of so many corners about a place, its radius in degrees. */
function ringAbout({ lon, lat }: { lon: number; lat: number }, radius: number, corners: number): Corner[] {
  const cornerAt = (at: number): Corner => {
    const turn = (2 * Math.PI * (at % corners)) / corners
    return [
      Number((lon + radius * Math.cos(turn)).toFixed(6)),
      Number((lat + radius * Math.sin(turn)).toFixed(6)),
    ]
  }
  return Array.from({ length: corners + 1 }, (_, at) => cornerAt(at))
}

/** The place of the nth thing near a town: on a grid of 40 by 40 about it, 0.6 degrees wide. */
const near = ({ lon, lat }: { lon: number; lat: number }, nth: number) => ({
  lon: lon - 0.3 + (nth % 40) * 0.015,
  lat: lat - 0.3 + (Math.floor(nth / 40) % 40) * 0.015,
})

const mapAbout = (place: { lon: number; lat: number }, radius: number, corners: number): string =>
  kmlOf(
    ringAbout(place, radius, corners)
      .map((corner) => corner.join(','))
      .join(' '),
  )

/** An agreement of this size that no other has. */
const agreement = (number: number, bytes: number): string =>
  PDF.replace('\ntrailer', `\n% ${number}${'\n% a line of this agreement'.repeat(bytes / 26)}\ntrailer`)

/** A row of a table, with the names of its files. */
const cellsOf = (place: Place, number: number): Partial<Record<ImportField, string | number>> => ({
  region_id: place.region,
  province_id: place.province,
  city_id: place.city,
  office: place.office,
  name_of_partner: `Samahan ng Kalahating Oras ${number}`,
  project_area: '100.25',
  year_implemented: 2024,
  project_year_start: 2024,
  project_year_end: 2034,
  redd_eligible_activities_area: 'Reducing emissions from deforestation',
  emission_from_deforestation_area: '100.25',
  implementation_arrangement: 'MOA/MOU',
  agreement_id: `agreement ${number}.pdf`,
  map_kml_id: `map ${number}.kml`,
})

/** The files of the nth import. */
export function importFiles(places: readonly Place[], nth: number): ImportFiles {
  const rows = TABLE_ROWS[nth % TABLE_ROWS.length] ?? 0
  const numbered = Array.from({ length: rows }, (_, row) => {
    const number = nth * 1_000 + row
    return { number, place: places[number % places.length] as Place }
  })
  const lines = numbered.map(({ place, number }) => {
    const cells = cellsOf(place, number)
    return IMPORT_COLUMNS.map(({ field }) => cells[field] ?? '')
  })
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([IMPORT_COLUMNS.map(({ header }) => header), ...lines])
  utils.book_append_sheet(book, sheet, 'Profiles')
  const files = numbered.flatMap(({ place, number }) => [
    [`agreement ${number}.pdf`, strToU8(agreement(number, 20_000))] as const,
    [`map ${number}.kml`, strToU8(mapAbout(near(place, number), 0.005, 40))] as const,
  ])
  return {
    rows,
    table: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
    archive: Buffer.from(zipSync(Object.fromEntries(files), { level: 1 })),
  }
}

/** The nth version of a layer: the same features, each a little further east. */
export function layerFile(places: readonly Place[], nth: number): string {
  const features = Array.from({ length: LAND_FEATURES }, (_, number) => {
    const place = near(places[number % places.length] as Place, 37 * number)
    const moved = { lon: place.lon + 0.001 * nth, lat: place.lat }
    return {
      type: 'Feature',
      properties: { code: `LAND-${number}`, name: `Land ${number}` },
      geometry: { type: 'Polygon', coordinates: [ringAbout(moved, 0.02, LAND_CORNERS)] },
    }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

/** The uploads of people who fill in forms, in turns: an agreement, then a map. */
export function formUploads(encoders: readonly Encoder[]): (nth: number) => Request {
  const pages = AGREEMENT_MB.map((megabytes) => Buffer.from(agreement(0, megabytes * 1_000_000)))
  const ask = (nth: number, kind: FileKind, content: string | Buffer) => {
    const { token } = encoders[nth % encoders.length] as Encoder
    return fileUploadOf(token, kind, `form ${nth}.${kind}`, content)
  }
  return (nth) => {
    const turn = Math.floor(nth / 2)
    const page = pages[turn % pages.length] as Buffer
    if (nth % 2 === 0) return ask(nth, 'pdf', Buffer.concat([page, Buffer.from(`% ${nth}\n%%EOF\n`)]))
    const place = near(encoders[nth % encoders.length] as Encoder, turn)
    return ask(nth, 'kml', mapAbout(place, 0.005, MAP_CORNERS[turn % MAP_CORNERS.length] ?? 4))
  }
}
