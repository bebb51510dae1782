import { sql } from 'kysely'
import type { FieldErrors } from '../../shared/lib/error-codes.ts'
import type { IdName } from '../../shared/lib/replies.ts'
import type { PlacePoints } from '../../shared/places/places.schema.ts'
import type { Db } from '../lib/db.ts'
import { insistValid } from '../lib/errors.ts'
import { pointOfCity } from './city-points.ts'

/** Names as a reader expects them: ñ beside n, whatever the collation of the database. */
const byName = new Intl.Collator('en-PH', { numeric: true }).compare
const sorted = (rows: IdName[]): IdName[] => rows.sort((a, b) => byName(a.name, b.name) || a.id - b.id)

/** Regions in official order (S-100). */
export const listRegions = (db: Db): Promise<IdName[]> =>
  db.selectFrom('regions').select(['id', 'name']).orderBy('sort_order').execute()

/** All provinces by name. */
export const listProvinces = async (db: Db): Promise<IdName[]> =>
  sorted(await db.selectFrom('provinces').select(['id', 'name']).execute())

/** A province belongs to its region, and to the region of any city of its own (Isabela City, the Special Geographic Area). */
const isProvinceOf = (region_id: number) =>
  sql<boolean>`(provinces.region_id = ${region_id} or exists (
    select 1 from cities where cities.province_id = provinces.id and cities.region_id = ${region_id}
  ))`

/** Provinces that can be chosen with a region. */
export const listProvincesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('provinces').select(['id', 'name']).where(isProvinceOf(region_id)).execute())

/** All cities and municipalities by name. */
export const listCities = async (db: Db): Promise<IdName[]> =>
  sorted(await db.selectFrom('cities').select(['id', 'name']).execute())

/** Cities and municipalities of a region. */
export const listCitiesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('cities').select(['id', 'name']).where('region_id', '=', region_id).execute())

/** Cities and municipalities that lie in a province, highly urbanized ones included (S-99). */
export const listCitiesOfProvince = async (db: Db, province_id: number): Promise<IdName[]> =>
  sorted(
    await db.selectFrom('cities').select(['id', 'name']).where('province_id', '=', province_id).execute(),
  )

/** Offices of a region. */
export const listOfficesOfRegion = async (db: Db, region_id: number): Promise<IdName[]> =>
  sorted(await db.selectFrom('offices').select(['id', 'name']).where('region_id', '=', region_id).execute())

/** The provinces with the points where their names are written. */
export const listProvincePoints = (db: Db) =>
  db
    .selectFrom('provinces')
    .select([
      'id',
      'name',
      sql<number>`label_lat::float8`.as('label_lat'),
      sql<number>`label_lon::float8`.as('label_lon'),
    ])
    .execute()

/** A region, and whether its places lie in provinces. */
export const findRegion = (db: Db, id: number) =>
  db.selectFrom('regions').select(['id', 'name', 'province_required']).where('id', '=', id).executeTakeFirst()

/** A city or municipality with the point that is known of it, and how far it reaches from there. */
export async function findCity(db: Db, id: number) {
  const city = await db
    .selectFrom('cities')
    .select(['name', 'psgc_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  return city ? { name: city.name, known: pointOfCity(city.psgc_code) } : null
}

/** Where a province and a city are known to lie, as far as they are. */
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
    city: (city && pointOfCity(city.psgc_code)?.point) ?? null,
  }
}

export type Place = { region_id: number; province_id: number | null; city_id: number }

/**
 * Refuses with 422 under the field a province outside the region or a city outside the province (S-101). The region
 * without provinces takes none, and its cities directly.
 */
export async function insistPlacesFit(db: Db, place: Place): Promise<void> {
  const region = await findRegion(db, place.region_id)
  if (!region) return insistValid({ region_id: ['This region does not exist.'] })
  const city = await db
    .selectFrom('cities')
    .select(['region_id', 'province_id'])
    .where('id', '=', place.city_id)
    .executeTakeFirst()
  if (!region.province_required) return insistValid(withoutProvince(place, city))
  if (place.province_id === null) return insistValid({ province_id: ['Province is required.'] })
  const province = await db
    .selectFrom('provinces')
    .select(['id', 'region_id'])
    .where('id', '=', place.province_id)
    .where(isProvinceOf(region.id))
    .executeTakeFirst()
  const inProvince = city?.province_id === place.province_id
  // a province shared by two regions: under its second region only the cities of that region
  const inRegion = province?.region_id === region.id || city?.region_id === region.id
  insistValid({
    ...(province ? {} : { province_id: ['This province is not in the chosen region.'] }),
    ...(inProvince && (inRegion || !province)
      ? {}
      : { city_id: ['This city or municipality is not in the chosen province.'] }),
  })
}

function withoutProvince(place: Place, city: { region_id: number } | undefined): FieldErrors {
  return {
    ...(place.province_id === null ? {} : { province_id: ['This region has no provinces.'] }),
    ...(city?.region_id === place.region_id
      ? {}
      : { city_id: ['This city or municipality is not in the chosen region.'] }),
  }
}
