/** The data that corrections change: the package's rows with our field names, still keyed by PSGC codes. */
export type Draft = {
  regions: { code: string; name: string }[]
  provinces: { code: string; region_code: string; name: string; is_huc: boolean }[]
  cities: {
    code: string
    region_code: string
    /** The five digits after the region, the only ones that the package gives for a highly urbanized city. */
    local_code: string
    province_code: string | null
    name: string
    is_huc: boolean
  }[]
}

/**
 * One named correction of the source. `repair` returns the corrected draft and the number of rows it changed; that
 * number must match the expected one, so that a newer package cannot silently make a correction wrong or unnecessary.
 */
export type Correction = {
  name: string
  why: string
  rows: number
  repair: (draft: Draft) => { draft: Draft; rows: number }
}

const REGION_NAMES: Record<string, string> = {
  '1900000000': 'Bangsamoro Autonomous Region in Muslim Mindanao (BARMM)',
}

const SPELLINGS: Record<string, string> = {
  '0201522000': 'Sanchez Mira',
  '0301420000': 'City of San Jose del Monte',
  '0804824000': 'Lope de Vega',
  '0806014000': 'San Jose de Buan',
  '1030500000': 'City of Cagayan de Oro',
  '1705101000': 'Abra de Ilog',
}

/** Highly urbanized cities outside NCR by the province around them, whose PENRO they report to. */
const PROVINCE_OF_HUC: Record<string, string> = {
  '0330100000': '0305400000', // Angeles, Pampanga
  '0331400000': '0307100000', // Olongapo, Zambales
  '0431200000': '0405600000', // Lucena, Quezon
  '0631000000': '0603000000', // Iloilo, Iloilo
  '0730600000': '0702200000', // Cebu, Cebu
  '0731100000': '0702200000', // Lapu-Lapu, Cebu
  '0731300000': '0702200000', // Mandaue, Cebu
  '0831600000': '0803700000', // Tacloban, Leyte
  '0931700000': '0907300000', // Zamboanga, Zamboanga del Sur
  '1030500000': '1004300000', // Cagayan de Oro, Misamis Oriental
  '1030900000': '1003500000', // Iligan, Lanao del Norte
  '1130700000': '1102400000', // Davao, Davao del Sur
  '1230800000': '1206300000', // General Santos, South Cotabato
  '1430300000': '1401100000', // Baguio, Benguet
  '1630400000': '1600200000', // Butuan, Agusan del Norte
  '1731500000': '1705300000', // Puerto Princesa, Palawan
  '1830200000': '1804500000', // Bacolod, Negros Occidental
}

const BASILAN = '1900700000'
const COTABATO = '1204700000'
const ISABELA_CITY = '0990101000'

const isManilaDistrict = (code: string) => /^13806(0[1-9]|1\d)000$/.test(code)
const isSpecialGeographicArea = (code: string) => code.startsWith('19999')
const isSulu = (code: string) => code.startsWith('19066')

/** Maps all rows and counts those that `change` replaces. */
function edit<Row>(rows: Row[], change: (row: Row) => Row): { rows: Row[]; changed: number } {
  let changed = 0
  const edited = rows.map((row) => {
    const next = change(row)
    if (next !== row) changed += 1
    return next
  })
  return { rows: edited, changed }
}

const editCities = (draft: Draft, change: (city: Draft['cities'][number]) => Draft['cities'][number]) => {
  const cities = edit(draft.cities, change)
  return { draft: { ...draft, cities: cities.rows }, rows: cities.changed }
}

const tidy = (name: string) => name.trim().replace(/\s+/g, ' ')

/** The order matters: codes are corrected first, because later corrections find their rows by code. */
export const CORRECTIONS: Correction[] = [
  {
    name: 'codes of highly urbanized cities rebuilt',
    why: 'They carry five digits; the full code is region + those digits + "000".',
    rows: 33,
    repair: (draft) =>
      editCities(draft, (city) =>
        city.code.length === 10
          ? city
          : {
              ...city,
              code: `${city.region_code.slice(0, 2)}${city.local_code}000`,
              is_huc: true,
              province_code: null,
            },
      ),
  },
  {
    name: 'highly urbanized cities are not provinces',
    why: 'They stand among the provinces as well; 82 provinces remain.',
    rows: 33,
    repair: (draft) => {
      const provinces = draft.provinces.filter((province) => !province.is_huc)
      return { draft: { ...draft, provinces }, rows: draft.provinces.length - provinces.length }
    },
  },
  {
    name: 'highly urbanized cities outside NCR under the province they lie in',
    why: 'The form asks for a province everywhere but in NCR. The link is ours, not of the PSGC.',
    rows: 17,
    repair: (draft) =>
      editCities(draft, (city) => {
        const province_code = PROVINCE_OF_HUC[city.code]
        return province_code ? { ...city, province_code } : city
      }),
  },
  {
    name: 'districts of Manila removed',
    why: 'Tondo, Binondo and twelve more are sub-municipalities, not municipalities.',
    rows: 14,
    repair: (draft) => {
      const cities = draft.cities.filter((city) => !isManilaDistrict(city.code))
      return { draft: { ...draft, cities }, rows: draft.cities.length - cities.length }
    },
  },
  {
    name: 'cities and municipalities without a province given one',
    why: 'Isabela City lies on Basilan, the Special Geographic Area inside Cotabato; both belong to another region than that province. Pateros, as all of NCR, has none.',
    rows: 10,
    repair: (draft) =>
      editCities(draft, (city) => {
        if (city.code === ISABELA_CITY) return { ...city, province_code: BASILAN }
        if (isSpecialGeographicArea(city.code)) return { ...city, province_code: COTABATO }
        if (city.code === '1381701000') return { ...city, province_code: null }
        return city
      }),
  },
  {
    name: 'Sulu moved to Region IX',
    why: 'Executive Order 91 of 30 July 2025. The PSA changed the region digits and nothing else.',
    rows: 20,
    repair: (draft) => {
      const moved = (code: string) => `09${code.slice(2)}`
      const provinces = edit(draft.provinces, (province) =>
        isSulu(province.code)
          ? { ...province, code: moved(province.code), region_code: '0900000000' }
          : province,
      )
      const cities = edit(draft.cities, (city) =>
        isSulu(city.code)
          ? {
              ...city,
              code: moved(city.code),
              region_code: '0900000000',
              province_code: moved('1906600000'),
            }
          : city,
      )
      return {
        draft: { ...draft, provinces: provinces.rows, cities: cities.rows },
        rows: provinces.changed + cities.changed,
      }
    },
  },
  {
    name: 'spaces around names removed',
    why: '88 names carry them, 80 of them in rows that are left by now.',
    rows: 80,
    repair: (draft) => {
      const trimmed = <Row extends { name: string }>(row: Row): Row =>
        tidy(row.name) === row.name ? row : { ...row, name: tidy(row.name) }
      const regions = edit(draft.regions, trimmed)
      const provinces = edit(draft.provinces, trimmed)
      const cities = edit(draft.cities, trimmed)
      return {
        draft: { regions: regions.rows, provinces: provinces.rows, cities: cities.rows },
        rows: regions.changed + provinces.changed + cities.changed,
      }
    },
  },
  {
    name: 'spellings',
    why: 'Sanchez Mira lost its hyphen in the PSGC of 1Q 2026; "de", "del" and "in" are small letters inside a name.',
    rows: 7,
    repair: (draft) => {
      const regions = edit(draft.regions, (region) => {
        const name = REGION_NAMES[region.code]
        return name ? { ...region, name } : region
      })
      const cities = edit(draft.cities, (city) => {
        const name = SPELLINGS[city.code]
        return name ? { ...city, name } : city
      })
      return {
        draft: { ...draft, regions: regions.rows, cities: cities.rows },
        rows: regions.changed + cities.changed,
      }
    },
  },
]
