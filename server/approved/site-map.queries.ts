import { sql } from 'kysely'
import type { Bbox, BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { townWords } from '../../shared/boundary/nearest-towns.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { plural } from '../../shared/lib/format.ts'
import type { ApprovedSiteMap } from '../../shared/public/public-page.ts'
import { isAltered } from '../claims/altered.queries.ts'
import type { Db } from '../database/db.ts'
import { townsNear } from '../places/places.queries.ts'
import { distanceTo, isWithin } from '../sites/overlaps.queries.ts'
import { publicActivities } from './approved.queries.ts'
import { sightOf, sitePicture } from './site-picture.ts'

/** the most neighbours drawn, and the most corners read for them, nearest first */
const MAX_NEIGHBOURS = 9
const MAX_CORNERS_READ = 100_000

type PublicNeighbour = { code: string; site_activity_id: number | null; geometry: BoundaryGeometry | null }

/** Lists the nearest sites of the public list in a box. */
async function listPublicNeighbours(db: Db, box: Bbox, except: number): Promise<PublicNeighbour[]> {
  const distance = distanceTo(box)
  const near = db
    .selectFrom('site_boundaries')
    .innerJoin('approved_sites', 'approved_sites.site_profile_id', 'site_boundaries.site_profile_id')
    .select(['approved_sites.site_profile_id', 'approved_sites.site_activity_id'])
    .select(['site_boundaries.vertex_count', distance.as('distance')])
    .where(isWithin(box))
    .where('approved_sites.site_profile_id', '<>', except)
    .where((eb) => eb.not(isAltered('approved_sites.site_profile_id')))
    .orderBy(distance)
    .limit(MAX_NEIGHBOURS)
  const rows = await db
    .selectFrom(near.as('near'))
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'near.site_profile_id')
    .innerJoin('site_profiles', 'site_profiles.id', 'near.site_profile_id')
    .select(['site_profiles.code', 'near.site_activity_id'])
    .select(
      sql<BoundaryGeometry | null>`case
        when sum(near.vertex_count) over (order by near.distance, site_profiles.code) <= ${MAX_CORNERS_READ}
        then site_boundaries.geometry end`.as('geometry'),
    )
    .orderBy('near.distance')
    .orderBy('site_profiles.code')
    .execute()
  return rows as PublicNeighbour[]
}

/**
 * Returns the map of an approved activity's site as a picture and in words, or null: its boundary, and beside it only
 * sites of the public list.
 */
export async function readSiteMap(
  db: Db,
  activityId: number,
): Promise<{ map: ApprovedSiteMap; picture: string } | null> {
  const row = await publicActivities(db)
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
    .select(['site_profiles.id', 'site_profiles.code', 'site_profiles.region_id'])
    .select(['site_boundaries.geometry', 'site_boundaries.area_ha'])
    .select(['min_lon', 'min_lat', 'max_lon', 'max_lat'])
    .where('site_activities.id', '=', activityId)
    .executeTakeFirst()
  if (!row) return null
  const boundary = row.geometry as unknown as BoundaryGeometry
  const bbox: Bbox = [row.min_lon, row.min_lat, row.max_lon, row.max_lat]
  const neighbours = await listPublicNeighbours(db, sightOf(bbox), row.id)
  const drawn = neighbours.flatMap(({ geometry, ...one }) => (geometry ? [{ geometry, ...one }] : []))
  const towns = townsNear(boundary)
  const area_ha = Number(row.area_ha)
  const map = {
    area_ha,
    towns: townWords(towns),
    neighbours: drawn.map(({ code, site_activity_id }) => ({ code, site_activity_id })),
  }
  const words = `Map of ${row.code}: ${formatHectares(area_ha)} hectares, ${map.towns}; ${plural(drawn.length, 'other approved site')} beside it.`
  return {
    map: { ...map, words },
    picture: sitePicture({
      boundary,
      area_ha,
      neighbours: drawn.map(({ geometry }) => geometry),
      towns,
      region: outlineOf(row.region_id),
      words,
    }),
  }
}
