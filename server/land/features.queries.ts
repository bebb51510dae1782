import { sql } from 'kysely'
import type { LayerFeature } from '../../shared/land/layers.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import type { MeasuredFeature } from './measure-features.ts'

/** Adds features of a draft, each with the key under which the next version knows it again. */
export async function insertFeatures(
  db: Db,
  land_layer_version_id: number,
  features: readonly (MeasuredFeature & { key: string })[],
): Promise<void> {
  if (features.length === 0) return
  await db
    .insertInto('land_features')
    .values(
      features.map(({ box: [min_lon, min_lat, max_lon, max_lat], area_ha, ...feature }) => ({
        ...feature,
        land_layer_version_id,
        area_ha: area_ha.toFixed(2),
        min_lon,
        min_lat,
        max_lon,
        max_lat,
      })),
    )
    .execute()
}

export async function deleteFeatures(db: Db, land_layer_version_id: number): Promise<void> {
  await db.deleteFrom('land_features').where('land_layer_version_id', '=', land_layer_version_id).execute()
}

const COLUMNS: ListColumns = {
  search: ['rows.code', 'rows.name'],
  sort: { number: 'rows.number', area_ha: 'rows.area_ha', name: 'rows.name', code: 'rows.code' },
  defaultSort: [{ column: 'rows.number', dir: 'asc' }],
  tieBreak: 'rows.id',
}

/** Returns the features of a version in the order of its file, or as the caller sorts and searches them. */
export const listFeatures = (
  db: Db,
  version_id: number,
  query: PageQuery,
): Promise<PageReply<LayerFeature>> => {
  const rows = db
    .selectFrom('land_features')
    .leftJoin('provinces', 'provinces.id', 'land_features.province_id')
    .leftJoin('cities', 'cities.id', 'land_features.city_id')
    .select([
      'land_features.id',
      'land_features.number',
      'land_features.code',
      'land_features.name',
      sql<number>`land_features.area_ha::float8`.as('area_ha'),
      'land_features.vertex_count',
      sql<string | null>`coalesce(cities.name, provinces.name)`.as('place'),
      sql<LayerFeature['middle']>`array[(min_lon + max_lon) / 2, (min_lat + max_lat) / 2]`.as('middle'),
    ])
    .where('land_features.land_layer_version_id', '=', version_id)
  return pageOf(db, { scoped: db.selectFrom(rows.as('rows')).selectAll(), columns: COLUMNS }, query)
}
