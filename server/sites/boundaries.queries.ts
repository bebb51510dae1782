import { sql } from 'kysely'
import type {
  Bbox,
  BoundaryGeometry,
  BoundaryReport,
  BoundaryWarning,
} from '../../shared/boundary/boundary.schema.ts'
import type { OverlapState } from '../../shared/boundary/boundary.schema.ts'
import type { Db } from '../database/db.ts'
import { lockBoundaries, queueMeasuring } from '../land/measuring.queries.ts'
import { queuePhotoDistances } from '../land/photo-distances.queries.ts'
import type { MeasuredResult } from './measure.ts'
import {
  comparedOf,
  cornersOf,
  forgetOverlaps,
  insertOverlaps,
  overlapsOf,
  saveOverlapState,
  type SiteOverlap,
  toSiteOverlaps,
} from './overlaps.queries.ts'

type Drawn = Extract<MeasuredResult, { ok: true }>

/** The sites that share land with a boundary. */
export const sitesMet = ({ report }: Drawn): number[] =>
  report.overlaps.map(({ site_profile_id }) => site_profile_id)

/**
 * Stores the first boundary of a profile with its warnings, and its overlaps in site_overlaps. The caller has locked the
 * area (`lockNearbyBoundaries`).
 */
export async function insertBoundary(
  db: Db,
  site_profile_id: number,
  map_kml_id: number,
  { report, surroundings }: Drawn,
): Promise<void> {
  const { geometry, area_ha, vertex_count, valid, warnings, checked, not_checked } = report
  const compared = comparedOf(site_profile_id, report.overlaps, surroundings)
  const corners = cornersOf(report.bbox)
  const measured = {
    map_kml_id,
    geometry: JSON.stringify(geometry),
    area_ha: area_ha.toFixed(2),
    vertex_count,
    valid,
    ...corners,
    warnings: JSON.stringify(warnings),
    checks: JSON.stringify({ checked, not_checked }),
  }
  const { rows } = await sql<{ overlap_state: OverlapState }>`
    with shared as (${insertOverlaps(compared.overlaps)})
    ${db
      .insertInto('site_boundaries')
      .values({
        site_profile_id,
        ...measured,
        overlap_state: saveOverlapState(site_profile_id, compared, corners),
      })
      .onConflict((conflict) =>
        conflict
          .column('site_profile_id')
          .doUpdateSet((eb) => ({ ...measured, overlap_state: eb.ref('excluded.overlap_state') })),
      )
      .returning('overlap_state')}`.execute(db)
  if (rows[0]?.overlap_state === 'waiting') await queueMeasuring(db)
}

/**
 * Replaces the boundary of a profile. It locks all boundaries until the transaction ends. Returns the sites that share
 * land with it, or did before.
 */
export async function replaceBoundary(
  db: Db,
  site_profile_id: number,
  map_kml_id: number,
  drawn: Drawn,
): Promise<number[]> {
  await lockBoundaries(db)
  const before = await forgetOverlaps(db, site_profile_id)
  await insertBoundary(db, site_profile_id, map_kml_id, drawn)
  await queuePhotoDistances(db, site_profile_id)
  return [...before, ...sitesMet(drawn)]
}

type Checks = Pick<BoundaryReport, 'checked' | 'not_checked'>

export type StoredBoundary = {
  geometry: BoundaryGeometry
  area_ha: number
  vertex_count: number
  valid: boolean
  bbox: Bbox
  /** without the overlaps, which are stored in their own table */
  warnings: BoundaryWarning[]
  /** null until they are stored */
  checks: Checks | null
  overlap_state: OverlapState
  /** as many as are shown, and one more */
  overlaps: SiteOverlap[]
}

/** Returns the boundary of a profile, or null. */
export async function findBoundary(db: Db, site_profile_id: number): Promise<StoredBoundary | null> {
  const row = await db
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
      'site_boundaries.checks',
      'site_boundaries.overlap_state',
      overlapsOf(db, site_profile_id).as('overlaps'),
    ])
    .where('site_boundaries.site_profile_id', '=', site_profile_id)
    .executeTakeFirst()
  if (!row) return null
  return {
    geometry: row.geometry as unknown as BoundaryGeometry,
    area_ha: Number(row.area_ha),
    vertex_count: row.vertex_count,
    valid: row.valid,
    bbox: [row.min_lon, row.min_lat, row.max_lon, row.max_lat],
    warnings: (row.warnings as unknown as BoundaryWarning[]).filter(({ kind }) => kind !== 'overlap'),
    checks: row.checks as unknown as Checks | null,
    overlap_state: row.overlap_state as OverlapState,
    overlaps: toSiteOverlaps(row.overlaps),
  }
}
