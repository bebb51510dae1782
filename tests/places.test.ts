import { readFileSync } from 'node:fs'
import type { MultiPolygon, Position } from 'geojson'
import { REGION_OUTLINES } from '../shared/boundary/region-outlines.ts'
import { validityOf } from '../shared/boundary/validity.ts'
import { describe, expect, test } from 'vitest'
import {
  buildPlaces,
  type CitySeed,
  type OfficeSeed,
  type ProvinceSeed,
  type RegionSeed,
  toJsonLines,
} from '../scripts/places/build-places.ts'
import { CORRECTIONS } from '../scripts/places/corrections.ts'
import { readPsgc } from '../scripts/places/psgc-source.ts'
import { isHighlyUrbanized } from '../shared/places/highly-urbanized.ts'
import { HelperBlocks, helperFromLines } from '../shared/principles/helper-blocks.ts'

const textOf = (path: string) => readFileSync(path, 'utf8')
const seed = (name: string) => JSON.parse(textOf(`db/seed/${name}.json`))

const regions: RegionSeed[] = seed('regions')
const provinces: ProvinceSeed[] = seed('provinces')
const cities: CitySeed[] = seed('cities')
const offices: OfficeSeed[] = seed('offices')

const only = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (row === undefined || rows.length !== 1) throw new Error(`Expected one row, found ${rows.length}.`)
  return row
}
const region = (short_code: string) => only(regions.filter((row) => row.short_code === short_code))
const province = (name: string) => only(provinces.filter((row) => row.name === name))
const cityByCode = (code: string) => only(cities.filter((row) => row.psgc_code === code))
const citiesOf = (name: string) => cities.filter((row) => row.province_id === province(name).id)

describe('places', () => {
  test('18 regions, 82 provinces, 149 cities and 1,493 municipalities', () => {
    expect(regions).toHaveLength(18)
    expect(provinces).toHaveLength(82)
    expect(cities.filter((city) => city.kind === 'City')).toHaveLength(149)
    expect(cities.filter((city) => city.kind === 'Municipality')).toHaveLength(1493)
    expect(cities).toHaveLength(1642)
  })

  test('[LOCATIONS-04] region 1 is NCR; it has no provinces, and its cities none either', () => {
    const ncr = only(regions.filter((row) => row.id === 1))
    expect(ncr.name).toBe('National Capital Region (NCR)')
    expect(ncr.province_required).toBe(false)
    expect(provinces.filter((row) => row.region_id === 1)).toEqual([])
    const inside = cities.filter((row) => row.region_id === 1)
    expect(inside).toHaveLength(17)
    expect(inside.every((row) => row.province_id === null)).toBe(true)
  })

  test('everywhere else a province is required, exists and is given', () => {
    for (const row of regions.filter(({ id }) => id !== 1)) {
      expect(row.province_required).toBe(true)
      expect(provinces.some(({ region_id }) => region_id === row.id)).toBe(true)
    }
    expect(cities.filter((row) => row.region_id !== 1 && row.province_id === null)).toEqual([])
    const withCities = new Set(cities.map((row) => row.province_id))
    expect(provinces.filter((row) => !withCities.has(row.id))).toEqual([])
  })

  test('ids run from 1 in the order of the official code; regions in official order', () => {
    for (const rows of [regions, provinces, cities, offices]) {
      expect(rows.map((row) => row.id)).toEqual(rows.map((_, index) => index + 1))
    }
    for (const rows of [provinces, cities]) {
      const codes = rows.map((row) => row.psgc_code)
      expect(codes).toEqual([...codes].sort())
    }
    expect(regions.map((row) => row.short_code).join(' ')).toBe(
      'NCR CAR R01 R02 R03 R04A R04B R05 R06 NIR R07 R08 R09 R10 R11 R12 R13 BARMM',
    )
    expect(region('R04B').name).toBe('MIMAROPA Region')
  })

  test('codes are ten digits and never repeat; a name does not repeat inside a province', () => {
    const codes = [...regions, ...provinces, ...cities].map((row) => row.psgc_code)
    expect(codes.filter((code) => !/^\d{10}$/.test(code))).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
    const names = cities.map((row) => `${row.region_id}/${row.province_id}/${row.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(provinces.map((row) => row.name)).size).toBe(82)
  })

  test('every reference points at a row that exists', () => {
    const regionIds = new Set(regions.map((row) => row.id))
    const provinceIds = new Set<number | null>([null, ...provinces.map((row) => row.id)])
    for (const row of [...provinces, ...cities, ...offices]) expect(regionIds).toContain(row.region_id)
    for (const row of [...cities, ...offices]) expect(provinceIds).toContain(row.province_id)
  })

  test('the Negros Island Region exists with its three provinces', () => {
    const inside = provinces.filter((row) => row.region_id === region('NIR').id)
    expect(inside.map((row) => row.name)).toEqual(['Negros Occidental', 'Negros Oriental', 'Siquijor'])
  })

  test('Maguindanao is two provinces', () => {
    expect(provinces.filter((row) => row.name.startsWith('Maguindanao')).map((row) => row.name)).toEqual([
      'Maguindanao del Norte',
      'Maguindanao del Sur',
    ])
    expect(citiesOf('Maguindanao del Norte').length).toBeGreaterThan(10)
    expect(citiesOf('Maguindanao del Sur').length).toBeGreaterThan(10)
  })

  test('ñ is intact', () => {
    for (const name of ['City of Las Piñas', 'City of Parañaque', 'Peñablanca', 'Science City of Muñoz']) {
      expect(cities.filter((row) => row.name === name)).toHaveLength(1)
    }
    const odd = [...regions, ...provinces, ...cities].filter((row) => /[^A-Za-zñÑ .'()-]/.test(row.name))
    expect(odd).toEqual([])
  })

  test('an office for each PENRO, and the four field offices of NCR', () => {
    expect(offices).toHaveLength(86)
    expect(new Set(offices.map((row) => row.name)).size).toBe(86)
    expect(offices.filter((row) => row.province_id === null)).toEqual(
      ['North', 'South', 'East', 'West'].map((side, index) => ({
        id: index + 1,
        name: `DENR-NCR ${side} Field Office`,
        region_id: 1,
        province_id: null,
      })),
    )
    for (const row of provinces) {
      const office = only(offices.filter(({ province_id }) => province_id === row.id))
      expect(office).toMatchObject({ name: `PENRO ${row.name}`, region_id: row.region_id })
    }
  })
})

describe('defects of the source, corrected', () => {
  test('1: Sulu and its 19 municipalities stand under Region IX; Sanchez Mira has no hyphen', () => {
    const sulu = province('Sulu')
    expect(sulu).toMatchObject({ psgc_code: '0906600000', region_id: region('R09').id })
    const inside = citiesOf('Sulu')
    expect(inside).toHaveLength(19)
    expect(inside.every((row) => row.region_id === sulu.region_id && row.psgc_code.startsWith('09066'))).toBe(
      true,
    )
    expect(cityByCode('0201522000')).toMatchObject({
      name: 'Sanchez Mira',
      province_id: province('Cagayan').id,
    })
  })

  test('2: the 33 highly urbanized cities carry their full code', () => {
    expect(cities.filter((row) => row.is_huc)).toHaveLength(33)
    expect(cities.filter((row) => isHighlyUrbanized(row.id) !== row.is_huc)).toEqual([])
    expect(cityByCode('1380100000')).toMatchObject({ name: 'City of Caloocan', is_huc: true, kind: 'City' })
    expect(cityByCode('0330100000')).toMatchObject({ name: 'City of Angeles', is_huc: true, kind: 'City' })
  })

  test('3: highly urbanized cities are no provinces; outside NCR each stands under the one around it', () => {
    expect(provinces.filter((row) => /City/.test(row.name))).toEqual([])
    const nameOf = (id: number | null) => provinces.find((row) => row.id === id)?.name
    const outside = cities.filter((row) => row.is_huc && row.region_id !== 1)
    const pairs = outside.map((row) => `${row.name.replace('City of ', '')}>${nameOf(row.province_id)}`)
    expect(pairs.sort()).toEqual([
      'Angeles>Pampanga',
      'Bacolod>Negros Occidental',
      'Baguio>Benguet',
      'Butuan>Agusan del Norte',
      'Cagayan de Oro>Misamis Oriental',
      'Cebu>Cebu',
      'Davao>Davao del Sur',
      'General Santos>South Cotabato',
      'Iligan>Lanao del Norte',
      'Iloilo>Iloilo',
      'Lapu-Lapu>Cebu',
      'Lucena>Quezon',
      'Mandaue>Cebu',
      'Olongapo>Zambales',
      'Puerto Princesa>Palawan',
      'Tacloban>Leyte',
      'Zamboanga>Zamboanga del Sur',
    ])
  })

  test('4: Pateros has no province, Isabela City is on Basilan, the Special Geographic Area in Cotabato', () => {
    expect(cityByCode('1381701000')).toMatchObject({ name: 'Pateros', region_id: 1, province_id: null })
    expect(cityByCode('0990101000')).toMatchObject({
      name: 'City of Isabela',
      region_id: region('R09').id,
      province_id: province('Basilan').id,
    })
    const special = cities.filter((row) => row.psgc_code.startsWith('19999'))
    expect(special).toHaveLength(8)
    for (const row of special) {
      expect(row).toMatchObject({ region_id: region('BARMM').id, province_id: province('Cotabato').id })
    }
    const elsewhere = cities.filter(
      (row) => row.province_id && provinces[row.province_id - 1]?.region_id !== row.region_id,
    )
    expect(elsewhere).toHaveLength(9)
  })

  test('5: the 14 districts of Manila are no municipalities', () => {
    expect(cities.filter((row) => row.psgc_code.startsWith('13806')).map((row) => row.name)).toEqual([
      'City of Manila',
    ])
    expect(cities.filter((row) => /Tondo|Binondo|Intramuros/.test(row.name))).toEqual([])
  })

  test('6: no name carries spaces around it, and regions are named alike', () => {
    const rows = [...regions, ...provinces, ...cities, ...offices]
    expect(rows.filter((row) => row.name !== row.name.trim() || row.name.includes('  '))).toEqual([])
    const unlike = regions.filter(
      ({ name }) => !/^Region [IVX]+(-A)? \(.+\)$/.test(name) && !/ Region .*\([A-Z]+\)$/.test(name),
    )
    expect(unlike.map((row) => row.name)).toEqual(['MIMAROPA Region'])
  })

  test('7: independent component cities stay under their province', () => {
    const places = [
      ['City of Cotabato', 'Maguindanao del Norte'],
      ['City of Dagupan', 'Pangasinan'],
      ['City of Naga', 'Camarines Sur'],
      ['Ormoc City', 'Leyte'],
      ['City of Santiago', 'Isabela'],
    ] as const
    for (const [city, home] of places) {
      expect(only(citiesOf(home).filter((row) => row.name === city))).toMatchObject({
        kind: 'City',
        is_huc: false,
        region_id: province(home).region_id,
      })
    }
  })

  test('the committed files are what the generator makes', () => {
    const places = buildPlaces(readPsgc(process.cwd()))
    expect(toJsonLines(places.regions)).toBe(textOf('db/seed/regions.json'))
    expect(toJsonLines(places.provinces)).toBe(textOf('db/seed/provinces.json'))
    expect(toJsonLines(places.cities)).toBe(textOf('db/seed/cities.json'))
    expect(toJsonLines(places.offices)).toBe(textOf('db/seed/offices.json'))
  })

  test('a source that was repaired meanwhile stops the generator', () => {
    const source = readPsgc(process.cwd())
    const muncities = source.muncities.filter((row) => row.munCityName !== 'Binondo')
    expect(() => buildPlaces({ ...source, muncities })).toThrow('districts of Manila removed')
    expect(new Set(CORRECTIONS.map((correction) => correction.name)).size).toBe(CORRECTIONS.length)
  })
})

describe('region outlines', () => {
  const outlineOf = (id: number) => only(REGION_OUTLINES.filter(({ region_id }) => region_id === id)).geometry

  test('one valid shape per region, in a small file', () => {
    expect(REGION_OUTLINES.map(({ region_id }) => region_id)).toEqual(regions.map((row) => row.id))
    for (const { geometry } of REGION_OUTLINES) expect(validityOf(geometry)).toEqual({ valid: true })
    expect(textOf('shared/boundary/region-outlines.json').length).toBeLessThan(64_000)
  })

  test('every label point of a region or province lies inside the outline of the region', () => {
    const outside = [...regions.map((row) => ({ ...row, region_id: row.id })), ...provinces].filter(
      (row) => !contains(outlineOf(row.region_id), [row.label_lon, row.label_lat]),
    )
    expect(outside.map((row) => row.name)).toEqual([])
  })

  test('what moved since the source was drawn: Negros, Siquijor and Sulu', () => {
    const home = (name: string) => {
      const { label_lon, label_lat } = province(name)
      return regions
        .filter((row) => contains(outlineOf(row.id), [label_lon, label_lat]))
        .map((r) => r.short_code)
    }
    expect(home('Negros Occidental')).toEqual(['NIR'])
    expect(home('Negros Oriental')).toEqual(['NIR'])
    expect(home('Siquijor')).toEqual(['NIR'])
    expect(home('Sulu')).toEqual(['R09'])
  })
})

describe('principles', () => {
  type Indicator = { order: number; title: string; helper: string[] }
  type Principle = {
    principle_number: number
    title: string
    criteria: { order: number; title: string; indicators: Indicator[] }[]
  }
  const principles: Principle[] = seed('principles')
  const numbersFrom1 = (rows: unknown[]) => rows.map((_, index) => index + 1)

  test('eight, under their titles', () => {
    expect(principles.map((row) => `${row.principle_number} ${row.title.split(':')[0]}`)).toEqual([
      '1 Legal Compliance',
      '2 Transparent Governance',
      '3 Indigenous and Local Community Rights',
      '4 Stakeholder Participation',
      '5 Capacity Building',
      '6 Benefit Sharing',
      '7 Climate Risk, Reversals and Displaced Emissions',
      '8 Protection of Threatened Species and Ecosystem Services',
    ])
  })

  test('8, 8, 7, 6, 6, 6, 7 and 7 indicators, numbered without gaps', () => {
    const counts = principles.map((row) => row.criteria.flatMap(({ indicators }) => indicators).length)
    expect(counts).toEqual([8, 8, 7, 6, 6, 6, 7, 7])
    for (const { criteria } of principles) {
      expect(criteria.map((row) => row.order)).toEqual(numbersFrom1(criteria))
      for (const { indicators } of criteria) {
        expect(indicators.map((row) => row.order)).toEqual(numbersFrom1(indicators))
      }
    }
  })

  test('every indicator has notes that can be stored', () => {
    for (const { helper } of principles.flatMap((row) => row.criteria).flatMap((row) => row.indicators)) {
      expect(helper.length).toBeGreaterThan(0)
      expect(HelperBlocks.safeParse(helperFromLines(helper)).success).toBe(true)
    }
  })
})

/** Even-odd rule over all rings; [longitude, latitude]. */
function contains(shape: MultiPolygon, [x = 0, y = 0]: Position): boolean {
  let inside = false
  for (const ring of shape.coordinates.flat()) {
    ring.forEach(([x1 = 0, y1 = 0], index) => {
      const [x2 = 0, y2 = 0] = ring[index + 1] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    })
  }
  return inside
}
