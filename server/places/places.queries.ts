import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '../../db/types.ts'
import type { BoundaryGeometry, NearbyTown } from '../../shared/boundary/boundary.schema.ts'
import { nearestTowns } from '../../shared/boundary/nearest-towns.ts'
import {
  type KnownMunicipality,
  type KnownProvince,
  type LoadedOutline,
  usableOutline,
} from '../../shared/boundary/place-check.ts'
import type { ReportScope } from '../../shared/dashboard/report-scope.ts'
import type { PlaceNames as NamesOfScope } from '../../shared/reports/report-filter.ts'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { PlaceNames } from '../../shared/imports/places.ts'
import { TIME_ZONE } from '../../shared/lib/dates.ts'
import { compareNames } from '../../shared/lib/format.ts'
import type { IdName } from '../../shared/lib/replies.ts'
import type { PlacePoints } from '../../shared/places/places.schema.ts'
import type { Db } from '../database/db.ts'
import { COARSE_OUTLINES, coarseProvince } from './coarse-provinces.ts'
import { pointOfCity, TOWNS } from './towns.ts'

/** The coarse outlines of the provinces, some of them of two together. */
export const listCoarseOutlines = () => COARSE_OUTLINES

/** Sorts names as readers expect, ñ beside n, whatever the collation of the database. */
const sorted = (rows: IdName[]): IdName[] => rows.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)

/** Regions in official order (S-100). */
export const listRegions = (db: Db): Promise<IdName[]> =>
  db.selectFrom('regions').select(['id', 'name']).orderBy('sort_order').execute()

/** All provinces. */
export const listProvinces = async (db: Db): Promise<IdName[]> =>
  sorted(await db.selectFrom('provinces').select(['id', 'name']).execute())

/** A province belongs to its region, and to that of any of its cities (Isabela City, the Special Geographic Area). */
const isProvinceOf = (region_id: number | null) =>
  sql<boolean>`(provinces.region_id = ${region_id} or exists (
    select 1 from cities where cities.province_id = provinces.id and cities.region_id = ${region_id}
  ))`

/** Provinces that can be selected with a region. */
export const listProvincesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('provinces').select(['id', 'name']).where(isProvinceOf(region_id)).execute())

/** All cities and municipalities. */
export const listCities = async (db: Db): Promise<IdName[]> =>
  sorted(await db.selectFrom('cities').select(['id', 'name']).execute())

/** Cities and municipalities of a region. */
export const listCitiesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('cities').select(['id', 'name']).where('region_id', '=', region_id).execute())

/** Cities and municipalities in a province, highly urbanized cities included (S-99). */
export const listCitiesOfProvince = async (db: Db, province_id: number): Promise<IdName[]> =>
  sorted(
    await db.selectFrom('cities').select(['id', 'name']).where('province_id', '=', province_id).execute(),
  )

/** All offices. */
export const listOffices = async (db: Db): Promise<IdName[]> =>
  sorted(await db.selectFrom('offices').select(['id', 'name']).execute())

/** Offices of a region. */
export const listOfficesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('offices').select(['id', 'name']).where('region_id', '=', region_id).execute())

/** Returns the known points of a province and a city. */
export async function findPoints(
  db: Db,
  { province_id, city_id }: { province_id?: number | undefined; city_id?: number | undefined },
): Promise<PlacePoints> {
  const [province, city] = await Promise.all([
    db
      .selectFrom('provinces')
      .select(['label_lat', 'label_lon'])
      .where('id', '=', province_id ?? 0)
      .executeTakeFirst(),
    db
      .selectFrom('cities')
      .select('psgc_code')
      .where('id', '=', city_id ?? 0)
      .executeTakeFirst(),
  ])
  return {
    province: province ? [Number(province.label_lon), Number(province.label_lat)] : null,
    city: (city && pointOfCity(city.psgc_code)) ?? null,
  }
}

/** Returns the known towns nearest to a boundary. */
export const townsNear = (shape: BoundaryGeometry): NearbyTown[] => nearestTowns(shape, TOWNS)

/** Returns the names of all places, for reading tables that contain them. */
export async function listPlaceNames(db: Db): Promise<PlaceNames> {
  const [regions, provinces, cities, offices] = await Promise.all([
    db.selectFrom('regions').select(['id', 'name']).orderBy('sort_order').execute(),
    db.selectFrom('provinces').select(['id', 'name', 'region_id']).orderBy('name').execute(),
    db.selectFrom('cities').select(['id', 'name', 'region_id', 'province_id']).orderBy('name').execute(),
    db
      .selectFrom('offices')
      .select(['offices.id', 'offices.name', 'offices.province_id'])
      .select(
        sql<number[]>`array(
          select region_id from office_regions where office_id = offices.id
          union select offices.region_id
        )`.as('region_ids'),
      )
      .orderBy('name')
      .execute(),
  ])
  return { regions, provinces, cities, offices }
}

/** The places of a form; null where none is selected yet. */
export type ChosenPlaceIds = { region_id: number | null; province_id: number | null; city_id: number | null }

/** SQL: whether an outline holds today, in Manila. */
export const holdsToday = (
  days = {
    valid_from: sql.ref('place_outlines.valid_from'),
    valid_until: sql.ref('place_outlines.valid_until'),
  },
) => sql<boolean>`((now() at time zone ${sql.lit(TIME_ZONE)})::date
  between coalesce(${days.valid_from}, '-infinity') and coalesce(${days.valid_until}, 'infinity'))`

/** SQL: whether an outline comes from a layer that was withdrawn since, and so is not used. */
export const isOfWithdrawnLayer = sql<boolean>`exists (
  select from land_layer_versions join land_layers on land_layers.id = land_layer_id
  where land_layer_versions.id = place_outlines.land_layer_version_id and withdrawn_at is not null
)`

/** The outline that the bureau has loaded for a place, if any, and whether it holds today. */
const outlineOf = (eb: ExpressionBuilder<DB, never>, place: 'province_id' | 'city_id', id: number | null) =>
  jsonObjectFrom(
    eb
      .selectFrom('place_outlines')
      .select(['geometry', 'source', 'source_date', 'valid_from', 'valid_until'])
      .select(holdsToday().as('holds'))
      .where(`place_outlines.${place}`, '=', id)
      .where(sql<boolean>`not ${isOfWithdrawnLayer}`),
  )

/** Returns what is known of the places of a form, null where there is none; `penro_id` is the PENRO of the province. */
export const findChosenPlaces = (db: Db, { region_id, province_id, city_id }: ChosenPlaceIds) =>
  db
    .selectNoFrom((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('regions')
          .select(['regions.id', 'regions.name', 'regions.province_required'])
          .where('regions.id', '=', region_id),
      ).as('region'),
      jsonObjectFrom(
        eb
          .selectFrom('provinces')
          .select(['provinces.id', 'provinces.region_id', 'provinces.name', 'provinces.psgc_code'])
          .select(isProvinceOf(region_id).as('fits'))
          .where('provinces.id', '=', province_id),
      ).as('province'),
      jsonObjectFrom(
        eb
          .selectFrom('cities')
          .select(['cities.name', 'cities.psgc_code', 'cities.region_id', 'cities.province_id'])
          .where('cities.id', '=', city_id),
      ).as('city'),
      // the first one, where the bureau has added offices
      eb
        .selectFrom('offices')
        .select('offices.id')
        .where('offices.province_id', '=', province_id)
        .orderBy('offices.id')
        .limit(1)
        .as('penro_id'),
      outlineOf(eb, 'province_id', province_id).as('province_outline'),
      outlineOf(eb, 'city_id', city_id).as('city_outline'),
      // all provinces, to name the one in which a boundary lies instead
      jsonArrayFrom(
        eb
          .selectFrom('provinces')
          .select(['provinces.id', 'provinces.name'])
          .where(sql<boolean>`${province_id}::integer is not null`)
          .orderBy('provinces.id'),
      ).as('provinces'),
    ])
    .executeTakeFirstOrThrow()

export type ChosenPlaces = Awaited<ReturnType<typeof findChosenPlaces>>

/** Returns the selected city or municipality with its outline and its known point. */
export const knownCity = ({ city, city_outline }: ChosenPlaces): KnownMunicipality | null =>
  city && {
    name: city.name,
    point: pointOfCity(city.psgc_code),
    ...usableOutline(city_outline as LoadedOutline | null, city.name),
  }

/** digits of a PSGC code that name its province, or a city beside the provinces */
const PROVINCE_DIGITS = 5

/**
 * Returns the outline of the selected province. It says nothing of a city that is no part of its province by the
 * official code: highly urbanized cities, Isabela City, and the Special Geographic Area.
 */
function outlineOfProvince({ province, province_outline, city }: ChosenPlaces) {
  if (!province || !province_outline) return { outline: null }
  const digits = (code: string) => code.slice(0, PROVINCE_DIGITS)
  if (city && digits(city.psgc_code) !== digits(province.psgc_code))
    return {
      outline: null,
      not_used: `By its official code ${city.name} is not part of ${province.name}, whose map does not show it`,
    }
  return usableOutline(province_outline as LoadedOutline, province.name)
}

/** Returns the selected province with the bureau's outline and the coarse one, for a check of this boundary. */
export const knownProvince = (places: ChosenPlaces, boundary: BoundaryGeometry): KnownProvince | null =>
  places.province && {
    name: places.province.name,
    ...outlineOfProvince(places),
    coarse: coarseProvince(places.province.id, boundary, places.provinces),
  }

/**
 * Returns errors for a province outside the region and a city outside the province (S-101). In the region without
 * provinces, cities belong directly to the region.
 */
export function placeErrors(chosen: ChosenPlaceIds, { region, province, city }: ChosenPlaces): FieldErrors {
  if (!region) return { region_id: ['This region does not exist.'] }
  if (!region.province_required) return withoutProvince(chosen, city)
  if (chosen.province_id === null) return { province_id: ['Province is required.'] }
  const isOfRegion = province?.fits === true
  const inProvince = city?.province_id === chosen.province_id
  // of a province in two regions, only the cities of the selected region
  const inRegion = province?.region_id === region.id || city?.region_id === region.id
  return {
    ...(isOfRegion ? {} : { province_id: ['This province is not in the chosen region.'] }),
    ...(inProvince && (inRegion || !isOfRegion)
      ? {}
      : { city_id: ['This city or municipality is not in the chosen province.'] }),
  }
}

function withoutProvince(chosen: ChosenPlaceIds, city: ChosenPlaces['city']): FieldErrors {
  return {
    ...(chosen.province_id === null ? {} : { province_id: ['This region has no provinces.'] }),
    ...(city?.region_id === chosen.region_id
      ? {}
      : { city_id: ['This city or municipality is not in the chosen region.'] }),
  }
}

/** Returns the names of the region and province of a scope; null where it has none. */
export async function findPlaceNames(db: Db, { region_id, province_id }: ReportScope): Promise<NamesOfScope> {
  const { rows } = await sql<NamesOfScope>`
    select
      (select name from regions where id = ${region_id}) as region,
      (select name from provinces where id = ${province_id}) as province`.execute(db)
  return rows[0] ?? { region: null, province: null }
}
