import { placesApi } from '../../shared/places/places.schema.ts'
import type { OpenRoutes, Routes } from '../http/http.ts'
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
export function placeRoutes(route: Routes, openRoute: OpenRoutes) {
  openRoute(placesApi.regions, async ({ db }) => ({ data: await listRegions(db) }))
  route(placesApi.provinces, async ({ db }) => ({ data: await listProvinces(db) }))
  route(placesApi.provincesOfRegion, async ({ db }, { params }) => ({
    data: await listProvincesOfRegion(db, params.regionId),
  }))
  route(placesApi.cities, async ({ db }) => ({ data: await listCities(db) }))
  route(placesApi.citiesOfRegion, async ({ db }, { params }) => ({
    data: await listCitiesOfRegion(db, params.regionId),
  }))
  route(placesApi.citiesOfProvince, async ({ db }, { params }) => ({
    data: await listCitiesOfProvince(db, params.provinceId),
  }))
  route(placesApi.points, ({ db }, { query }) => findPoints(db, query))
  route(placesApi.offices, async ({ db }) => ({ data: await listOffices(db) }))
  route(placesApi.officesOfRegion, async ({ db }, { params }) => ({
    data: await listOfficesOfRegion(db, params.regionId),
  }))
}
