import { sql } from 'kysely'
import type { Bbox, BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { listAlteredSites } from '../claims/altered-sites.actions.ts'
import { isAmong, isUnlikeLog } from '../claims/unlike-log.queries.ts'
import type { Db } from '../database/db.ts'
import { townsNear } from '../places/places.queries.ts'
import { distanceTo, isWithin } from '../sites/overlaps.queries.ts'
import { publicActivities } from './approved.queries.ts'
import type { SiteMapFacts } from './land-words.ts'
import { LINE_LOOKS, sightOf, sitePicture, smallPicture } from './site-picture.ts'

/** the most neighbours drawn, and the most corners read for them, nearest first */
const MAX_NEIGHBOURS = 9
const MAX_CORNERS_READ = 100_000

type PublicNeighbour = { code: string; site_activity_id: number | null; geometry: BoundaryGeometry | null }

/** Lists the nearest sites of the public list in a box that match the log, with their boundaries. */
async function listPublicNeighbours(db: Db, box: Bbox, except: number): Promise<PublicNeighbour[]> {
  const distance = distanceTo(box)
  const altered = await listAlteredSites(db)
  const near = db
    .selectFrom('site_boundaries')
    .innerJoin('approved_sites', 'approved_sites.site_profile_id', 'site_boundaries.site_profile_id')
    .select(['approved_sites.site_profile_id', 'approved_sites.site_activity_id'])
    .select(['site_boundaries.vertex_count', distance.as('distance')])
    .where(isWithin(box))
    .where('approved_sites.site_profile_id', '<>', except)
    .where((eb) => eb.not(isAmong('approved_sites.site_profile_id', altered)))
    .orderBy(distance)
    .limit(MAX_NEIGHBOURS)
  const rows = await db
    .selectFrom(near.as('near'))
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'near.site_profile_id')
    .innerJoin('approved_sites', 'approved_sites.site_profile_id', 'near.site_profile_id')
    .innerJoin('site_profiles', 'site_profiles.id', 'near.site_profile_id')
    .where((eb) => eb.not(isUnlikeLog({ boundary: true, at: null })))
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

/** the most features of public layers that are drawn, those with the fewest corners first */
const MAX_FEATURES = 12

const publicLayers = (db: Db) =>
  db
    .selectFrom('land_layers')
    .innerJoin('land_layer_versions as version', (join) =>
      join.onRef('version.land_layer_id', '=', 'land_layers.id').on('version.state', '=', 'current'),
    )
    .where('land_layers.audience', '=', 'public')
    .where('land_layers.withdrawn_at', 'is', null)

/** Returns a text that is another one as soon as other land may be on public pictures. */
export async function publicLayersVersion(db: Db): Promise<string> {
  const layers = await publicLayers(db)
    .select(['land_layers.id', 'land_layers.revision', 'version.id as version_id'])
    .orderBy('land_layers.id')
    .execute()
  return layers.map(({ id, revision, version_id }) => `${id}.${revision}.${version_id}`).join(' ')
}

/** Lists the land of public layers in a box, by layer; a layer for staff is never among them. */
async function listPublicLand(db: Db, [west, south, east, north]: Bbox) {
  const rows = await publicLayers(db)
    .innerJoin('land_features', 'land_features.land_layer_version_id', 'version.id')
    .select(['land_layers.id', 'land_layers.name', 'version.source', 'version.source_date'])
    .select(['version.attribution', 'land_features.drawing'])
    .where(
      sql<boolean>`land_features.extent && box(point(${east}::float8, ${north}::float8), point(${west}::float8, ${south}::float8))`,
    )
    .orderBy('land_features.vertex_count')
    .orderBy('land_features.id')
    .limit(MAX_FEATURES)
    .execute()
  const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b)
  return ids.flatMap((id, index) => {
    const features = rows.filter((row) => row.id === id)
    const [layer] = features
    const look = LINE_LOOKS[index % LINE_LOOKS.length]
    if (!layer || !look) return []
    const { name, source, source_date, attribution } = layer
    const shapes = features.map(({ drawing }) => drawing as unknown as BoundaryGeometry)
    return [{ shapes, words: { look, name, source, source_date, attribution } }]
  })
}

/** Returns the small picture of the boundary of an approved activity's site, or null. */
export async function readSmallPicture(db: Db, activityId: number): Promise<string | null> {
  const row = await publicActivities(db)
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
    .select(['site_profiles.code', 'site_boundaries.geometry', 'site_boundaries.area_ha'])
    .where('site_activities.id', '=', activityId)
    .executeTakeFirst()
  if (!row) return null
  const words = `Boundary of ${row.code}: ${formatHectares(row.area_ha)} hectares`
  return smallPicture(row.geometry as unknown as BoundaryGeometry, words)
}

/**
 * Returns the map of an approved activity's site as a picture and its facts, or null: its boundary, and beside it only
 * sites of the public list and land of public layers.
 */
export async function readSiteMap(
  db: Db,
  activityId: number,
): Promise<{ facts: SiteMapFacts; picture: string } | null> {
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
  const land = await listPublicLand(db, sightOf(bbox))
  const area_ha = Number(row.area_ha)
  return {
    facts: {
      code: row.code,
      area_ha,
      towns,
      neighbours: drawn.map(({ code, site_activity_id }) => ({ code, site_activity_id })),
      layers: land.map(({ words }) => words),
    },
    picture: sitePicture({
      boundary,
      area_ha,
      neighbours: drawn.map(({ geometry }) => geometry),
      layers: land.flatMap(({ words: { look }, shapes }) => shapes.map((shape) => ({ look, shape }))),
      towns,
      region: outlineOf(row.region_id),
      title: `${row.code}: ${formatHectares(area_ha)} ha`,
    }),
  }
}
