import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import {
  type Bbox,
  type BoundaryGeometry,
  MAX_OVERLAPS_SHOWN,
  type OverlapState,
} from '../../shared/boundary/boundary.schema.ts'
import type { FoundOverlap, Neighbour } from '../../shared/boundary/boundary-checks.ts'
import type { Overlap } from '../../shared/boundary/overlap.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { thinned } from '../../shared/boundary/thin.ts'
import type { OverlappedSite } from '../../shared/sites/overlap-words.ts'
import { lockPartsUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { inScope } from '../database/scope.ts'
import { BOUNDARIES, lockBoundaries } from '../land/measuring.queries.ts'
import { cellsOf } from './boundary-cells.ts'

/** The most others that a boundary is compared with, and the most corners of all of them. */
const MAX_NEIGHBOURS = 200
const MAX_CORNERS = 1_000_000

export type NearbyBoundaries = {
  neighbours: Neighbour[]
  /** the map of each neighbour when the comparison began, by profile */
  maps: Map<number, number>
  /** false if there are more boundaries nearby than are compared */
  complete: boolean
}

/** The corners of a box as columns. */
export const cornersOf = ([min_lon, min_lat, max_lon, max_lat]: Bbox) => ({
  min_lon,
  min_lat,
  max_lon,
  max_lat,
})
type Corners = ReturnType<typeof cornersOf>

/** Whether the box of a boundary overlaps this one. */
const meets = ({ min_lon, min_lat, max_lon, max_lat }: Corners) =>
  sql<boolean>`site_boundaries.extent
    && box(point(${max_lon}::float8, ${max_lat}::float8), point(${min_lon}::float8, ${min_lat}::float8))`

/** Whether the box of a boundary overlaps this one, and its distance to the middle of this one, both by the index. */
export const isWithin = (bbox: Bbox) => meets(cornersOf(bbox))
export const distanceTo = ([west, south, east, north]: Bbox) =>
  sql<number>`(site_boundaries.extent <-> point(${(west + east) / 2}::float8, ${(south + north) / 2}::float8))`

type NearbyBoundary = { site_profile_id: number; map_kml_id: number; geometry: BoundaryGeometry | null }

/**
 * Finds the boundaries whose box overlaps this one, even of deactivated profiles, which may be activated again. If
 * there are too many to compare, it returns the simplest ones.
 */
export async function findNearbyBoundaries(
  db: Db,
  bbox: Bbox,
  except: number | null,
): Promise<NearbyBoundaries> {
  const { rows: found } = await sql<NearbyBoundary>`
    with found as (
      select site_profile_id, vertex_count from site_boundaries
      where ${meets(cornersOf(bbox))} and site_profile_id is distinct from ${except}::integer
      limit ${sql.lit(MAX_NEIGHBOURS + 1)}
    ), simplest as (
      select site_profile_id, row_number() over simple as place, sum(vertex_count) over simple as corners
      from found window simple as (order by vertex_count, site_profile_id rows unbounded preceding)
    )
    select site_profile_id, map_kml_id, case
      when place <= ${sql.lit(MAX_NEIGHBOURS)} and corners <= ${sql.lit(MAX_CORNERS)} then geometry
    end as geometry
    from simplest join site_boundaries using (site_profile_id) order by site_profile_id`.execute(db)
  const chosen = found.flatMap(({ geometry, ...one }) => (geometry ? [{ ...one, geometry }] : []))
  return {
    neighbours: chosen.map(({ site_profile_id, geometry }) => ({ site_profile_id, geometry })),
    maps: new Map(chosen.map(({ site_profile_id, map_kml_id }) => [site_profile_id, map_kml_id])),
    complete: chosen.length === found.length,
  }
}

/**
 * Locks the area of a box against saving until the transaction ends, so that of two overlapping boundaries that are
 * saved at once, the later one sees the earlier one. Boundaries in different areas do not wait for each other.
 */
export async function lockNearbyBoundaries(db: Db, bbox: Bbox): Promise<void> {
  const cells = cellsOf(bbox)
  if (cells) await lockPartsUntilCommit(db, BOUNDARIES, cells)
  else await lockBoundaries(db)
}

/** The result of a comparison: `overlaps` as JSON, and the compared profiles with their maps as lists of one length. */
type Compared = { overlaps: string; is_complete: boolean; ids: number[]; maps: number[] }

/** Returns the values for `insertOverlaps` and `saveOverlapState`. */
export const comparedOf = (
  site_profile_id: number,
  overlaps: readonly FoundOverlap[],
  { complete, maps }: NearbyBoundaries,
): Compared => {
  const pairs = overlaps.map(({ site_profile_id: other, shared }) => ({
    site_profile_id: Math.min(site_profile_id, other),
    other_site_profile_id: Math.max(site_profile_id, other),
    overlap_ha: shared ? shared.overlap_ha.toFixed(2) : null,
    geometry: shared ? shared.geometry : null,
  }))
  return {
    overlaps: JSON.stringify(pairs),
    is_complete: complete,
    ids: [...maps.keys()],
    maps: [...maps.values()],
  }
}

/** Stores one row per overlapping pair; part of the statement that saves the boundary. */
export const insertOverlaps = (overlaps: string) => sql`
  insert into site_overlaps (site_profile_id, other_site_profile_id, overlap_ha, geometry)
  select site_profile_id, other_site_profile_id, overlap_ha, geometry from json_to_recordset(${overlaps}) as pair (
    site_profile_id integer, other_site_profile_id integer, overlap_ha numeric, geometry jsonb
  )`

/**
 * The state of the comparison when a boundary is saved: it waits for the background if a boundary nearby was saved
 * since the comparison began. Valid only while the boundaries are locked.
 */
export const saveOverlapState = (
  site_profile_id: number,
  { is_complete, ids, maps }: Compared,
  corners: Corners,
) => sql<OverlapState>`case
  when not ${is_complete}::boolean then 'part'
  when exists (
    select from site_boundaries
    where ${meets(corners)} and site_profile_id <> ${site_profile_id}
      and (site_profile_id, map_kml_id) not in (select * from unnest(${ids}::integer[], ${maps}::integer[]))
  ) then 'waiting'
  else 'measured'
end`

/** Removes the overlaps of a boundary that is being replaced; returns the sites that it had them with. */
export async function forgetOverlaps(db: Db, site_profile_id: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('site_overlaps')
    .where((eb) =>
      eb.or([eb('site_profile_id', '=', site_profile_id), eb('other_site_profile_id', '=', site_profile_id)]),
    )
    .returning(sql<number>`site_profile_id + other_site_profile_id - ${site_profile_id}`.as('other'))
    .execute()
  return rows.map(({ other }) => other)
}

/** Stores the state of a boundary's comparison. */
export async function setOverlapState(
  db: Db,
  site_profile_id: number,
  overlap_state: OverlapState,
): Promise<void> {
  await db
    .updateTable('site_boundaries')
    .set({ overlap_state })
    .where('site_profile_id', '=', site_profile_id)
    .execute()
}

/** Lists boundaries that wait for the background, with the places and the area they are compared with. */
export const listWaiting = (db: Db, after: number, most: number) =>
  db
    .selectFrom('site_boundaries')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
    .select([
      'site_boundaries.site_profile_id',
      'site_boundaries.map_kml_id',
      'site_boundaries.geometry',
      'site_profiles.region_id',
      'site_profiles.province_id',
      'site_profiles.city_id',
      'site_profiles.project_area',
    ])
    .where('site_boundaries.overlap_state', '=', 'waiting')
    .where('site_boundaries.site_profile_id', '>', after)
    .orderBy('site_boundaries.site_profile_id')
    .limit(most)
    .execute()

/** Whether the boundary of a profile still waits and is still that of this map. */
export async function isWaiting(db: Db, site_profile_id: number, map_kml_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('site_boundaries')
    .select('map_kml_id')
    .where('site_profile_id', '=', site_profile_id)
    .where('overlap_state', '=', 'waiting')
    .executeTakeFirst()
  return row?.map_kml_id === map_kml_id
}

/** An overlap with another activated profile; `shared` is null if the land could not be computed. */
export type SiteOverlap = { met: OverlappedSite; shared: Overlap | null }

const OVERLAPPED_SITES = [
  'site_profiles.id as site_profile_id',
  'site_profiles.code',
  'site_profiles.name_of_partner',
  'site_profiles.region_id',
  'site_profiles.office_id',
  'site_profiles.site_status',
] as const

/** A subquery for the stored overlaps of a profile with other activated ones, the largest first. */
export const overlapsOf = (db: Pick<Db, 'selectFrom'>, site_profile_id: number) =>
  jsonArrayFrom(
    db
      .selectFrom('site_overlaps')
      .innerJoin('site_profiles', (join) =>
        join.on(
          sql<boolean>`site_profiles.id = case when site_overlaps.site_profile_id = ${site_profile_id}
            then site_overlaps.other_site_profile_id else site_overlaps.site_profile_id end`,
        ),
      )
      .select([...OVERLAPPED_SITES, 'site_overlaps.overlap_ha', 'site_overlaps.geometry'])
      .where((eb) =>
        eb.or([
          eb('site_overlaps.site_profile_id', '=', site_profile_id),
          eb('site_overlaps.other_site_profile_id', '=', site_profile_id),
        ]),
      )
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_overlaps.overlap_ha', (order) => order.desc().nullsLast())
      .orderBy('site_profiles.id')
      .limit(MAX_OVERLAPS_SHOWN + 1),
  )

type StoredOverlap = OverlappedSite & { overlap_ha: number | null; geometry: BoundaryGeometry | null }

/** Returns the overlaps from the result of `overlapsOf`. */
export const toSiteOverlaps = (rows: unknown): SiteOverlap[] =>
  (rows as StoredOverlap[]).map(({ overlap_ha, geometry, ...met }) => ({
    met,
    shared: overlap_ha === null || geometry === null ? null : { overlap_ha, geometry },
  }))

/** Lists the activated ones of these profiles, with the fields that decide who may see them. */
export async function listOverlappedSites(db: Db, ids: number[]): Promise<OverlappedSite[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('site_profiles')
    .select(OVERLAPPED_SITES)
    .where('site_profiles.id', 'in', ids)
    .where('site_profiles.status', '=', 'Activated')
    .execute()
  return rows as OverlappedSite[]
}

/** the most sites listed as neighbours, and the most corners read for their outlines, nearest first */
const MAX_NEARBY = 50
const MAX_CORNERS_READ = 100_000
/** outlines of neighbours are drawn only: at most this many corners each, from a grid of about a metre */
const NEIGHBOUR_DRAWING = { grid: 0.000_01, most: 120 }

/** A nearby site; the outline is thinned, and null for those that are far away after many detailed ones. */
type NearbySite = OverlappedSite & { area_ha: number; geometry: BoundaryGeometry | null }

/**
 * Lists other activated profiles near a boundary, nearest first: those in the actor's scope and approved ones if their
 * box meets `around`, all others only if it meets `beside`.
 */
export async function listNeighbours(
  db: Db,
  actor: Actor,
  { around, beside, except }: { around: Bbox; beside: Bbox | null; except: number | null },
): Promise<NearbySite[]> {
  const distance = distanceTo(around)
  const near = db
    .selectFrom('site_boundaries')
    .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
    .select([
      ...OVERLAPPED_SITES,
      'site_boundaries.vertex_count',
      sql<number>`site_boundaries.area_ha::float8`.as('area_ha'),
      distance.as('distance'),
    ])
    .where('site_profiles.status', '=', 'Activated')
    .where(isWithin(around))
    .where((eb) =>
      eb.or([
        inScope(actor, 'site_profiles'),
        eb('site_profiles.site_status', '=', 'Approved'),
        ...(beside ? [isWithin(beside)] : []),
      ]),
    )
    .$if(except !== null, (others) => others.where('site_profiles.id', '<>', except ?? 0))
    .orderBy(distance)
    .limit(MAX_NEARBY)
  const rows = await db
    .selectFrom(near.as('near'))
    .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'near.site_profile_id')
    .select([
      ...([
        'near.site_profile_id',
        'near.code',
        'near.name_of_partner',
        'near.region_id',
        'near.office_id',
      ] as const),
      ...(['near.site_status', 'near.area_ha'] as const),
      sql<BoundaryGeometry | null>`case
        when sum(near.vertex_count) over (order by near.distance, near.code) <= ${MAX_CORNERS_READ}
        then site_boundaries.geometry end`.as('geometry'),
    ])
    .orderBy('near.distance')
    .orderBy('near.code')
    .execute()
  return (rows as NearbySite[]).map(({ geometry, ...site }) => ({
    ...site,
    geometry: geometry && thinned(geometry, NEIGHBOUR_DRAWING),
  }))
}
