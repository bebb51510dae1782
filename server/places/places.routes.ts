import { placesApi } from '../../shared/places/places.schema.ts'
import { actions } from '../http/http.ts'
import {
  findPoints,
  listCities,
  listCitiesOfProvince,
  listCitiesOfRegion,
  listOffices,
  listOfficesOfRegion,
  listProvinces,
  listProvincesOfRegion,
  listRegions,
} from './places.queries.ts'

/** The lists of all place selects; only the regions are public (S-100). */
export const placeRoutes = actions(placesApi, {
  regions: ({ db }) => listRegions(db),
  provinces: ({ db }) => listProvinces(db),
  provincesOfRegion: ({ db }, { params }) => listProvincesOfRegion(db, params.regionId),
  cities: ({ db }) => listCities(db),
  citiesOfRegion: ({ db }, { params }) => listCitiesOfRegion(db, params.regionId),
  citiesOfProvince: ({ db }, { params }) => listCitiesOfProvince(db, params.provinceId),
  points: ({ db }, { query }) => findPoints(db, query),
  offices: ({ db }) => listOffices(db),
  officesOfRegion: ({ db }, { params }) => listOfficesOfRegion(db, params.regionId),
})
