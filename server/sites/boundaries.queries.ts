import { sql } from 'kysely'
import type {
  Bbox,
  BoundaryGeometry,
  BoundaryReport,
  BoundaryWarning,
} from '../../shared/boundary/boundary.schema.ts'
import type { Neighbour } from '../../shared/boundary/boundary-checks.ts'
import type { Db } from '../lib/db.ts'
import { fixedQuery } from '../lib/fixed-query.ts'

/** Keeps the boundary of a profile, replacing an earlier one. Its warnings are those of the moment it was saved. */
export async function saveBoundary(
  db: Db,
  site_profile_id: number,
  map_kml_id: number,
  report: BoundaryReport,
): Promise<void> {
  const [min_lon, min_lat, max_lon, max_lat] = report.bbox
  const values = {
    map_kml_id,
    geometry: JSON.stringify(report.geometry),
    area_ha: report.area_ha.toFixed(2),
    vertex_count: report.vertex_count,
    valid: report.valid,
    ...{ min_lon, min_lat, max_lon, max_lat },
    warnings: JSON.stringify(report.warnings),
  }
  await db
    .insertInto('site_boundaries')
    .values({ site_profile_id, ...values })
    .onConflict((conflict) => conflict.column('site_profile_id').doUpdateSet(values))
    .execute()
}

export type StoredBoundary = {
  geometry: BoundaryGeometry
  area_ha: number
  vertex_count: number
  valid: boolean
  bbox: Bbox
  warnings: BoundaryWarning[]
}

const boundaryOfSite = fixedQuery((db, wanted: { site_profile_id: number }) =>
  db
    .selectFrom('site_boundaries')
    .select([
      'site_boundaries.geometry',
      'site_boundaries.area_ha',
      'site_boundaries.vertex_count',
      'site_boundaries.valid',
      'site_boundaries.min_lon',
      'site_boundaries.min_lat',
      'site_boundaries.max_lon',
      'site_boundaries.max_lat',
      'site_boundaries.warnings',
    ])
    .where('site_boundaries.site_profile_id', '=', wanted.site_profile_id),
)

/** The boundary of a profile, or null when none is drawn. */
export async function findBoundary(db: Db, site_profile_id: number): Promise<StoredBoundary | null> {
  const [row] = await boundaryOfSite(db, { site_profile_id })
  if (!row) return null
  return {
    geometry: row.geometry as unknown as BoundaryGeometry,
    area_ha: Number(row.area_ha),
    vertex_count: row.vertex_count,
    valid: row.valid,
    bbox: [row.min_lon, row.min_lat, row.max_lon, row.max_lat],
    warnings: row.warnings as unknown as BoundaryWarning[],
  }
}

/** Boundaries of activated profiles, whatever their review says. */
const drawnSites = (db: Db) =>
  db
    .selectFrom('site_boundaries')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
    .select([
      'site_boundaries.site_profile_id',
      'site_profiles.code',
      'site_profiles.name_of_partner',
      'site_boundaries.geometry',
    ])
    .where('site_profiles.status', '=', 'Activated')
    .orderBy('site_profiles.code')

const neighboursOfSite = fixedQuery((db, wanted: { site_profile_id: number }) =>
  drawnSites(db)
    .where(
      sql<boolean>`site_boundaries.extent && (
        select own.extent from site_boundaries as own where own.site_profile_id = ${wanted.site_profile_id}
      )`,
    )
    .where('site_profiles.id', '<>', wanted.site_profile_id),
)

/** Other activated profiles whose box meets that of this profile. */
export const listNeighboursOf = async (db: Db, site_profile_id: number): Promise<Neighbour[]> =>
  (await neighboursOfSite(db, { site_profile_id })) as unknown as Neighbour[]

/**
 * Other activated profiles, whatever their review says, whose box meets this one; `most` keeps those whose code comes
 * first.
 */
export async function listNeighbours(
  db: Db,
  bbox: Bbox,
  except: number | null,
  most?: number,
): Promise<Neighbour[]> {
  const [min_lon, min_lat, max_lon, max_lat] = bbox
  const box = sql`box(point(${max_lon}::float8, ${max_lat}::float8), point(${min_lon}::float8, ${min_lat}::float8))`
  const rows = await drawnSites(db)
    .where(sql<boolean>`site_boundaries.extent && ${box}`)
    .$if(except !== null, (others) => others.where('site_profiles.id', '<>', except ?? 0))
    .$if(most !== undefined, (some) => some.limit(most ?? 0))
    .execute()
  return rows as unknown as Neighbour[]
}
