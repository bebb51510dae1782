/** A piece of the map of Natural Earth: a province or a chartered city. */
export type Piece = { name: string | null; region_cod: string | null; type_en: string | null }

/** Maps the region codes of Natural Earth, which predate the Negros Island Region, to our region ids. */
const REGION_OF_CODE: Record<string, number> = {
  'PH-00': 1,
  'PH-15': 2,
  'PH-01': 3,
  'PH-02': 4,
  'PH-03': 5,
  'PH-40': 6,
  'PH-41': 7,
  'PH-05': 8,
  'PH-06': 9,
  'PH-07': 11,
  'PH-08': 12,
  'PH-09': 13,
  'PH-10': 14,
  'PH-11': 15,
  'PH-12': 16,
  'PH-13': 17,
  'PH-14': 18,
}
/** Pieces moved since then: the Negros Island Region (RA 12000) and Sulu (EO 91). */
const REGION_OF_PIECE: Record<string, number> = {
  'Negros Occidental': 10,
  Bacolod: 10,
  'Negros Oriental': 10,
  Siquijor: 10,
  Sulu: 13,
}

/** Our id of the region that a piece is in today. */
export function regionOf({ name, region_cod }: Piece): number {
  const region = REGION_OF_PIECE[name ?? ''] ?? REGION_OF_CODE[region_cod ?? '']
  if (!region) throw new Error(`${name} belongs to no region we know.`)
  return region
}

/** Provinces whose piece has another name, or that share one with the province that they were taken from. */
const PROVINCE_NAMES: Record<string, readonly string[]> = {
  'Mindoro Occidental': ['Occidental Mindoro'],
  'Mindoro Oriental': ['Oriental Mindoro'],
  'Compostela Valley': ['Davao de Oro'],
  // RA 11550, 2022
  Maguindanao: ['Maguindanao del Norte', 'Maguindanao del Sur'],
  // RA 10360, 2013
  'Davao del Sur': ['Davao del Sur', 'Davao Occidental'],
  // RA 9355, 2006
  'Surigao del Norte': ['Surigao del Norte', 'Dinagat Islands'],
}

/** Chartered cities by the name of their piece: their own name and the province on whose land they lie. */
const CITIES: Record<string, readonly [city: string, province: string]> = {
  Angeles: ['City of Angeles', 'Pampanga'],
  Bacolod: ['City of Bacolod', 'Negros Occidental'],
  Baguio: ['City of Baguio', 'Benguet'],
  Butuan: ['City of Butuan', 'Agusan del Norte'],
  'Cagayan de Oro': ['City of Cagayan de Oro', 'Misamis Oriental'],
  Cebu: ['City of Cebu', 'Cebu'],
  Cotabato: ['City of Cotabato', 'Maguindanao del Norte'],
  Dagupan: ['City of Dagupan', 'Pangasinan'],
  Davao: ['City of Davao', 'Davao del Sur'],
  'General Santos': ['City of General Santos', 'South Cotabato'],
  Iligan: ['City of Iligan', 'Lanao del Norte'],
  Iloilo: ['City of Iloilo', 'Iloilo'],
  Isabela: ['City of Isabela', 'Basilan'],
  'Lapu-Lapu': ['City of Lapu-Lapu', 'Cebu'],
  Lucena: ['City of Lucena', 'Quezon'],
  Mandaue: ['City of Mandaue', 'Cebu'],
  Naga: ['City of Naga', 'Camarines Sur'],
  Olongapo: ['City of Olongapo', 'Zambales'],
  Ormoc: ['Ormoc City', 'Leyte'],
  'Puerto Princesa': ['City of Puerto Princesa', 'Palawan'],
  Santiago: ['City of Santiago', 'Isabela'],
  Tacloban: ['City of Tacloban', 'Leyte'],
  Zamboanga: ['City of Zamboanga', 'Zamboanga del Sur'],
}

/** Provinces that have one outline together, with the cities on their land. */
export const SHARED_OUTLINES = Object.values(PROVINCE_NAMES).filter(({ length }) => length > 1)

const CAPITAL = 'PH-00'

/** The names of the provinces that a piece is land of; none in the capital, which has no provinces. */
export function provincesOf({ name, region_cod, type_en }: Piece): readonly string[] {
  if (region_cod === CAPITAL || name === null) return []
  if (type_en === 'Province') return PROVINCE_NAMES[name] ?? [name]
  const city = CITIES[name]
  if (!city) throw new Error(`${name} is no chartered city we know.`)
  return [city[1]]
}
