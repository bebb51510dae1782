import { sql } from 'kysely'
import { namesakes } from '../../shared/imports/places.ts'
import { psgcCodesIn } from '../../shared/places/psgc.ts'
import type { Db } from '../database/db.ts'
import { holdsToday, isOfWithdrawnLayer } from '../places/places.queries.ts'

/** A province, or a city or municipality. */
export type Place = { province_id: number | null; city_id: number | null; name: string }

/**
 * Returns a function that finds the place of a feature: by a PSGC code among its texts, else by its name if only one
 * place has it. A municipality's feature often has the codes of its province and region too, so the smallest place is
 * chosen.
 */
export async function findPlacesOf(
  db: Db,
): Promise<(feature: { name: string | null; texts: readonly string[] }) => Place | null> {
  const [provinces, cities] = await Promise.all([
    db.selectFrom('provinces').select(['id', 'name', 'psgc_code']).execute(),
    db.selectFrom('cities').select(['id', 'name', 'psgc_code']).execute(),
  ])
  const places = [
    ...cities.map(({ id, name, psgc_code }) => ({ city_id: id, province_id: null, name, psgc_code })),
    ...provinces.map(({ id, name, psgc_code }) => ({ city_id: null, province_id: id, name, psgc_code })),
  ]
  const byCode = new Map(places.map((place) => [place.psgc_code, place]))
  const byName = namesakes(places)
  return ({ name, texts }) => {
    const coded = texts.flatMap(psgcCodesIn).flatMap((code) => byCode.get(code) ?? [])
    const found = coded.find(({ city_id }) => city_id !== null) ?? coded[0]
    if (found) return found
    const [named, ...others] = name ? byName(name) : []
    return named && others.length === 0 ? named : null
  }
}

type VersionFeature = {
  id: number
  number: number
  code: string | null
  name: string | null
  vertex_count: number
}

/** Lists the features of a version without their shapes. */
export const listFeatureNames = (db: Db, land_layer_version_id: number): Promise<VersionFeature[]> =>
  db
    .selectFrom('land_features')
    .select(['id', 'number', 'code', 'name', 'vertex_count'])
    .where('land_layer_version_id', '=', land_layer_version_id)
    .orderBy('number')
    .execute()

/** Stores the place of each of these features. */
export async function savePlaces(db: Db, found: readonly (Place & { id: number })[]): Promise<void> {
  await sql`
    update land_features set province_id = place.province_id, city_id = place.city_id
    from json_to_recordset(${JSON.stringify(found)}) as place (id integer, province_id integer, city_id integer)
    where land_features.id = place.id`.execute(db)
}

/** Stores outlines that no layer gives, instead of those of the same places. */
export async function replaceOutlines(
  db: Db,
  outlines: readonly (Place & { geometry: unknown })[],
  of: { source: string; loaded_at: string },
): Promise<void> {
  for (const { province_id, city_id, geometry } of outlines) {
    await db
      .deleteFrom('place_outlines')
      .where((eb) => eb.or([eb('province_id', '=', province_id), eb('city_id', '=', city_id)]))
      .execute()
    await db
      .insertInto('place_outlines')
      .values({ province_id, city_id, geometry: JSON.stringify(geometry), ...of })
      .execute()
  }
}

type PlaceIds = { province_ids: number[]; city_ids: number[] }

const idsOf = (rows: readonly Omit<Place, 'name'>[]): PlaceIds => ({
  province_ids: rows.flatMap(({ province_id }) => province_id ?? []),
  city_ids: rows.flatMap(({ city_id }) => city_id ?? []),
})

/** Removes the outlines that a layer has given; returns their places. */
export async function deleteOutlinesOf(db: Db, land_layer_id: number): Promise<PlaceIds> {
  const rows = await db
    .deleteFrom('place_outlines')
    .where('land_layer_version_id', 'in', (eb) =>
      eb.selectFrom('land_layer_versions').select('id').where('land_layer_id', '=', land_layer_id),
    )
    .returning(['province_id', 'city_id'])
    .execute()
  return idsOf(rows)
}

/** Removes the outlines of withdrawn layers; returns their places. */
export async function deleteWithdrawnOutlines(db: Db): Promise<PlaceIds> {
  const rows = await db
    .deleteFrom('place_outlines')
    .where(isOfWithdrawnLayer)
    .returning(['province_id', 'city_id'])
    .execute()
  return idsOf(rows)
}

export type OutlineVersion = {
  id: number
  land_layer_id: number
  source: string
  source_date: string
  valid_from: string | null
  valid_until: string | null
}

/** Notes which outlines hold today and did not at the last check, or the other way; returns their places. */
export async function noteHolding(db: Db): Promise<PlaceIds> {
  const rows = await db
    .updateTable('place_outlines')
    .set({ held: holdsToday() })
    .where('held', 'is distinct from', holdsToday())
    .returning(['province_id', 'city_id'])
    .execute()
  return idsOf(rows)
}

/**
 * Makes the features of a version that have a place the outlines of these places; the features of one place, such as
 * its islands, are one outline. Returns the places.
 */
export async function insertOutlinesOf(
  db: Db,
  version: OutlineVersion,
  loaded_at: string,
): Promise<PlaceIds> {
  const { id, source, source_date, valid_from, valid_until } = version
  await sql`
    delete from place_outlines using land_features
    where land_features.land_layer_version_id = ${id}
      and (place_outlines.province_id = land_features.province_id or place_outlines.city_id = land_features.city_id)`.execute(
    db,
  )
  const { rows } = await sql<Omit<Place, 'name'>>`
    insert into place_outlines
      (province_id, city_id, geometry, source, loaded_at, source_date, valid_from, valid_until, held,
        land_layer_version_id)
    select province_id, city_id,
      jsonb_build_object('type', 'MultiPolygon', 'coordinates', jsonb_agg(part.polygon order by number, part.at)),
      ${source}, ${loaded_at}::timestamptz, ${source_date}::date, ${valid_from}::date, ${valid_until}::date,
      ${holdsToday({ valid_from: sql`${valid_from}::date`, valid_until: sql`${valid_until}::date` })}, ${id}
    from land_features
    cross join lateral jsonb_array_elements(geometry -> 'coordinates') with ordinality as part (polygon, at)
    where land_layer_version_id = ${id} and (province_id is not null or city_id is not null)
    group by province_id, city_id
    returning province_id, city_id`.execute(db)
  return idsOf(rows)
}
