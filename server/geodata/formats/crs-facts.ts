import type { Crs } from '../../../shared/land/boundary-answers.ts'

export type Datum = 'WGS 84' | 'PRS92'

/** What defines each coordinate system that is read; `meridian` is null for degrees. */
export type CrsFacts = { datum: Datum; meridian: number | null; scale: number }

const degrees = (datum: Datum): CrsFacts => ({ datum, meridian: null, scale: 1 })
/** Philippine Transverse Mercator */
const ptm = (meridian: number): CrsFacts => ({ datum: 'PRS92', meridian, scale: 0.99995 })
const utm = (meridian: number): CrsFacts => ({ datum: 'WGS 84', meridian, scale: 0.9996 })

/** False easting is 500,000 m and false northing 0 in all that are in metres. */
export const CRS_FACTS: Record<Crs, CrsFacts> = {
  'EPSG:4326': degrees('WGS 84'),
  'EPSG:4683': degrees('PRS92'),
  'EPSG:3121': ptm(117),
  'EPSG:3122': ptm(119),
  'EPSG:3123': ptm(121),
  'EPSG:3124': ptm(123),
  'EPSG:3125': ptm(125),
  'EPSG:32650': utm(117),
  'EPSG:32651': utm(123),
  'EPSG:32652': utm(129),
}

export const isCrs = (code: string): code is Crs => Object.hasOwn(CRS_FACTS, code)
