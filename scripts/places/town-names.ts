import type { Position } from '../../shared/boundary/boundary.schema.ts'

/** A place of GeoNames; `municipality` is the code of its municipality in the PSGC of before 2022. */
export type GeoName = {
  name: string
  municipality: string
  kind: string
  population: number
  point: Position
}

/** Returns the PSGC code of ten digits: one of nine has two digits for the province. */
export const codeOf = ({ municipality }: GeoName): string =>
  municipality.length === 9 ? `${municipality.slice(0, 2)}0${municipality.slice(2)}` : ''

/** Towns that GeoNames has under an earlier name or another spelling, by the code that both give. */
export const RENAMED: Record<string, string> = {
  '0102811000': 'Espiritu',
  '0203118000': 'Magsaysay',
  '0301403000': 'Baliuag',
  '0305422000': 'Sexmoan',
  '0307704000': 'Dinalongan',
  '0402114000': 'Mendez-Nuñez',
  '0405618000': 'Guinayangan, Fourth District of Quezon',
  '0500506000': 'Legaspi',
  '0600609000': 'Lawa-an',
  '0701226000': 'Jetafe',
  '0702245000': 'Santander Poblacion',
  '0802618000': 'Quinapundan',
  '0907220000': 'Siraway',
  '1001316000': 'Pangantocan',
  '1004312000': 'Kinogitan',
  '1108202000': 'San Vicente',
  '1400113000': 'Licuan',
  '1402707000': 'Potia',
  '1606708000': 'Del Carmen, Surigao del Norte',
}

/** Cities that GeoNames does not have, where the map of Natural Earth writes their names. */
export const NATURAL_EARTH: Record<string, Position> = {
  // Iligan, Marikina, Parañaque
  '1030900000': [124.396, 8.263],
  '1380700000': [121.116, 14.629],
  '1381000000': [121.016, 14.49],
}

const BESIDES = /\b(city of|city|island garden|science)\b/g
const SHORT: Record<string, string> = {
  sto: 'santo',
  sta: 'santa',
  gen: 'general',
  pres: 'president',
  sen: 'senator',
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(BESIDES, '')
    .replace(/\b(sto|sta|gen|pres|sen)\b/g, (word) => SHORT[word] ?? word)
    .replace(/[^a-z]/g, '')

/** Whether two names are the same but for accents, abbreviations and "City". */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

/** The name of a city as people say it: "City" only where a province is called so too. */
export function townName(name: string, provinces: readonly { name: string }[]): string {
  const [, city] = /^City of (.+)$/.exec(name) ?? []
  if (city === undefined) return name
  const isProvince = provinces.some((one) => one.name === city || one.name.startsWith(`${city} del `))
  return isProvince ? `${city} City` : city
}
