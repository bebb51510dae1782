import { z } from 'zod/mini'
import { optionalId } from '../lib/choices.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { IdText } from '../lib/ids.ts'
import { IdNameList } from '../lib/replies.ts'

const RegionParams = z.object({ regionId: IdText })
const ProvinceParams = z.object({ provinceId: IdText })

/** Longitude and latitude of a point in a place; null if none is known. */
const KnownPoint = z.nullable(z.tuple([z.number(), z.number()]))

export const PlacePoints = z.object({ province: KnownPoint, city: KnownPoint })
export type PlacePoints = z.output<typeof PlacePoints>

/** Lists of regions, provinces, and cities and municipalities, sorted by name, regions in official order (S-100). */
export const placesApi = {
  regions: endpoint('GET', '/regions', { summary: 'Regions', access: 'public', reply: IdNameList }),
  provinces: endpoint('GET', '/provinces', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'Provinces',
    reply: IdNameList,
  }),
  provincesOfRegion: endpoint('GET', '/regions/provinces/:regionId', {
    reads: 'provinces',
    may: everyone,
    auditor: 'not_logged',
    summary: 'Provinces of a region',
    params: RegionParams,
    reply: IdNameList,
  }),
  cities: endpoint('GET', '/cities', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'Cities and municipalities',
    reply: IdNameList,
  }),
  citiesOfRegion: endpoint('GET', '/regions/cities/:regionId', {
    reads: 'cities',
    may: everyone,
    auditor: 'not_logged',
    summary: 'Cities and municipalities of a region',
    params: RegionParams,
    reply: IdNameList,
  }),
  citiesOfProvince: endpoint('GET', '/provinces/cities/:provinceId', {
    reads: 'cities',
    may: everyone,
    auditor: 'not_logged',
    summary: 'Cities and municipalities of a province',
    params: ProvinceParams,
    reply: IdNameList,
  }),
  points: endpoint('GET', '/provinces/points', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'Known points in a province and in a city or municipality',
    query: z.object({ province_id: optionalId, city_id: optionalId }),
    reply: PlacePoints,
  }),
  offices: endpoint('GET', '/offices', {
    may: everyone,
    auditor: 'not_logged',
    summary: 'Offices of all regions',
    reply: IdNameList,
  }),
  officesOfRegion: endpoint('GET', '/regions/offices/:regionId', {
    reads: 'offices',
    may: everyone,
    auditor: 'not_logged',
    summary: 'Offices of a region',
    params: RegionParams,
    reply: IdNameList,
  }),
}
