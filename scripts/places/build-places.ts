import { CORRECTIONS, type Draft } from './corrections.ts'
import { type LabelPoint, PROVINCE_LABELS, REGION_LABELS } from './label-points.ts'
import type { PsgcSource } from './psgc-source.ts'

export type RegionSeed = {
  id: number
  name: string
  short_code: string
  psgc_code: string
  province_required: boolean
  label_lat: number
  label_lon: number
}
export type ProvinceSeed = {
  id: number
  region_id: number
  name: string
  psgc_code: string
  label_lat: number
  label_lon: number
}
/** `region_id` may differ from the region of `province_id`: Isabela City, the Special Geographic Area. */
export type CitySeed = {
  id: number
  region_id: number
  province_id: number | null
  name: string
  psgc_code: string
  kind: 'City' | 'Municipality'
  is_huc: boolean
}
export type OfficeSeed = { id: number; name: string; region_id: number; province_id: number | null }
export type Places = {
  regions: RegionSeed[]
  provinces: ProvinceSeed[]
  cities: CitySeed[]
  offices: OfficeSeed[]
}

const NCR = '1300000000'

/** The region's part of a SITES code (S-39), in the order of the PSGC: the position is our id. */
const SHORT_CODES = 'NCR CAR R01 R02 R03 R04A R04B R05 R06 NIR R07 R08 R09 R10 R11 R12 R13 BARMM'.split(' ')

/** NCR has no PENRO (DAO 2019-02). */
const NCR_OFFICES = ['North', 'South', 'East', 'West'].map((side) => `DENR-NCR ${side} Field Office`)

/**
 * Builds the place data from the rows of the PSGC package. Throws if a correction does not find what it was written
 * for. Ids: regions in official order (NCR is 1), the rest in the order of their codes. Ids are permanent: after the
 * first release a change of places is a migration, never a new numbering.
 */
export function buildPlaces(source: PsgcSource): Places {
  const draft = correct(draftOf(source))
  const regions = draft.regions.map((region, index) => ({
    id: index + 1,
    name: region.name,
    short_code: need(SHORT_CODES[index], region.name),
    psgc_code: region.code,
    province_required: region.code !== NCR,
    ...label(REGION_LABELS[region.code], region.name),
  }))
  const regionIds = idsByCode(regions)

  const provinces = byCode(draft.provinces).map((province, index) => ({
    id: index + 1,
    region_id: need(regionIds.get(province.region_code), province.name),
    name: province.name,
    psgc_code: province.code,
    ...label(PROVINCE_LABELS[province.code], province.name),
  }))
  const provinceIds = idsByCode(provinces)

  const cities = byCode(draft.cities).map(
    (city, index): CitySeed => ({
      id: index + 1,
      region_id: need(regionIds.get(city.region_code), city.name),
      province_id: city.province_code === null ? null : need(provinceIds.get(city.province_code), city.name),
      name: city.name,
      psgc_code: city.code,
      kind: /\bCity\b/.test(city.name) ? 'City' : 'Municipality',
      is_huc: city.is_huc,
    }),
  )

  return { regions, provinces, cities, offices: officesOf(need(regionIds.get(NCR), 'NCR'), provinces) }
}

/** One record per line, so that the diff of a change is one line. */
export const toJsonLines = (rows: readonly object[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

function draftOf(source: PsgcSource): Draft {
  const regionCode = (digits: string) => `${digits}00000000`
  return {
    regions: source.regions.map((row) => ({ code: row.psgcCode, name: row.regionName })),
    provinces: source.provinces.map((row) => ({
      code: row.psgcCode,
      region_code: regionCode(row.regCode),
      name: row.provName,
      is_huc: row.cityClass === 'HUC',
    })),
    cities: source.muncities.map((row) => ({
      code: row.psgcCode,
      region_code: regionCode(row.regCode),
      local_code: row.munCityCode,
      province_code: `${row.regCode}${row.provCode}00000`,
      name: row.munCityName,
      is_huc: false,
    })),
  }
}

function correct(start: Draft): Draft {
  let draft = start
  for (const correction of CORRECTIONS) {
    const result = correction.repair(draft)
    if (result.rows !== correction.rows) {
      throw new Error(
        `Correction "${correction.name}" touched ${result.rows} rows instead of ${correction.rows}: look at the source again.`,
      )
    }
    draft = result.draft
  }
  return draft
}

function officesOf(ncrId: number, provinces: ProvinceSeed[]): OfficeSeed[] {
  const field = NCR_OFFICES.map((name) => ({ name, region_id: ncrId, province_id: null }))
  const penros = provinces.map((province) => ({
    name: `PENRO ${province.name}`,
    region_id: province.region_id,
    province_id: province.id,
  }))
  return [...field, ...penros].map((office, index) => ({ id: index + 1, ...office }))
}

const byCode = <Row extends { code: string }>(rows: Row[]): Row[] =>
  [...rows].sort((a, b) => (a.code < b.code ? -1 : 1))

const idsByCode = (rows: { id: number; psgc_code: string }[]) =>
  new Map(rows.map((row) => [row.psgc_code, row.id]))

const label = (point: LabelPoint | undefined, name: string) => {
  const [label_lat, label_lon] = need(point, name)
  return { label_lat, label_lon }
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`Reference data of ${name} is incomplete.`)
  return value
}
