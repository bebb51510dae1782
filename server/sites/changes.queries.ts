import { sql } from 'kysely'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { SHAPE_ONLY } from '../../shared/boundary/boundary-checks.ts'
import type { ScanStatus } from '../../shared/files/files.schema.ts'
import { landChanged } from '../../shared/review/boundary-changes.ts'
import type { SnapshotFile } from '../../shared/review/snapshot.schema.ts'
import type { BoundaryChangesReply, SiteChangesReply } from '../../shared/sites/site-changes.schema.ts'
import { siteChanges, siteSnapshot } from '../../shared/sites/site-changes.ts'
import { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import { correctedSite } from '../../shared/sites/site-spelling.ts'
import { checkBoundaryInWorker } from '../geodata/kml/check-boundary.ts'
import type { Db } from '../database/db.ts'
import { compareStates } from '../review/comparison.queries.ts'
import { queueMeasuring } from '../land/measuring.queries.ts'
import type { Site } from './sites.queries.ts'

/** Returns the present content of a profile as a snapshot. */
export async function snapshotOfSite(db: Db, site: Site): Promise<SiteSnapshot> {
  const rows = await db
    .selectFrom('files')
    .select(['files.id', 'files.name', 'files.size', 'files.sha256'])
    .where('files.id', 'in', [site.agreement_id, site.map_kml_id])
    .execute()
  return snapshotWith(site, rows)
}

/** Returns the content of a profile as a snapshot, with files that are already read. */
export function snapshotWith(site: Site, files: readonly SnapshotFile[]): SiteSnapshot {
  const file = (id: number) => files.find((one) => one.id === id) as SnapshotFile
  return siteSnapshot(site, { agreement: file(site.agreement_id), map_kml: file(site.map_kml_id) })
}

/** Stores the current boundary in replaced_boundaries if it was ever submitted, before another one replaces it. */
export async function archiveBoundary(db: Db, { id, record_id }: Site): Promise<void> {
  const wasSubmitted = sql<boolean>`exists (
    select from review_snapshots
    where review_snapshots.record_id = ${record_id}
      and (review_snapshots.content -> 'map_kml' ->> 'id')::integer = site_boundaries.map_kml_id
  )`
  await db
    .insertInto('replaced_boundaries')
    .columns(['site_profile_id', 'map_kml_id', 'geometry', 'area_ha'])
    .expression((eb) =>
      eb
        .selectFrom('site_boundaries')
        .select([
          'site_boundaries.site_profile_id',
          'site_boundaries.map_kml_id',
          'site_boundaries.geometry',
          'site_boundaries.area_ha',
        ])
        .where('site_boundaries.site_profile_id', '=', id)
        .where(wasSubmitted),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const COMPARED = { schema: SiteSnapshot, corrected: correctedSite }

const findComparison = (db: Db, site: Site, wanted: number | undefined) =>
  compareStates(db, site.record_id, wanted, COMPARED, () => snapshotOfSite(db, site))

/** Returns what changed in a profile since a return: fields, documents, and whether the boundary is a new one. */
export async function showSiteChanges(
  db: Db,
  site: Site,
  wanted: number | undefined,
): Promise<SiteChangesReply> {
  const { comparison, ...states } = await findComparison(db, site, wanted)
  if (!states.before) return { ...comparison, fields: [], documents: [], boundary: null }
  const { documents, ...changes } = siteChanges(states.before, states.after)
  const held = new Map<number, ScanStatus>([
    [site.agreement_id, site.agreement_scan_status],
    [site.map_kml_id, site.map_kml_scan_status],
  ])
  return {
    ...comparison,
    ...changes,
    documents: documents.map((one) => ({ ...one, scan_status: held.get(one.new.id) ?? null })),
  }
}

/** Returns the two boundaries of a comparison, and the land gained and lost; null if a boundary is not stored. */
export async function showBoundaryChanges(
  db: Db,
  site: Site,
  wanted: number | undefined,
): Promise<BoundaryChangesReply> {
  const { before, ...states } = await findComparison(db, site, wanted)
  const maps = 'after' in states && before ? [before.map_kml.id, states.after.map_kml.id] : []
  const [old_map, new_map] = maps
  const unknown = { gained_ha: null, lost_ha: null }
  if (old_map === undefined || new_map === undefined) return { old: null, new: null, ...unknown }
  const [old, after, shared_ha] = await Promise.all([
    findMapBoundary(db, site.id, old_map),
    findMapBoundary(db, site.id, new_map),
    findSharedLand(db, site.id, old_map, new_map),
  ])
  const isSame = old_map === new_map
  const shared = isSame ? (old?.area_ha ?? null) : shared_ha
  const isKnown = old && after && shared !== null
  return { old, new: after, ...(isKnown ? landChanged(old.area_ha, after.area_ha, shared) : unknown) }
}

/** Returns the hectares that two boundaries of a profile share; null until the background has computed them. */
async function findSharedLand(
  db: Db,
  site_profile_id: number,
  old_map_kml_id: number,
  new_map_kml_id: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('boundary_changes')
    .select('shared_ha')
    .where('site_profile_id', '=', site_profile_id)
    .where('old_map_kml_id', '=', old_map_kml_id)
    .where('new_map_kml_id', '=', new_map_kml_id)
    .executeTakeFirst()
  return row?.shared_ha ? Number(row.shared_ha) : null
}

/**
 * Stores that a new boundary is to be compared with the one last returned, and queues the comparison. A boundary that
 * was submitted in between and recalled is not compared.
 */
export async function recordBoundaryChange(db: Db, { id, record_id, map_kml_id }: Site): Promise<void> {
  const returned = sql<boolean>`exists (
    select from review_steps
    where review_steps.record_id = review_snapshots.record_id
      and review_steps.round = review_snapshots.round and review_steps.action in ('Returned', 'Withdrawn')
  )`
  const submitted = db
    .selectFrom('review_snapshots')
    .select([
      sql<number>`${id}::integer`.as('site_profile_id'),
      sql<number>`(review_snapshots.content -> 'map_kml' ->> 'id')::integer`.as('old_map_kml_id'),
      sql<number>`${map_kml_id}::integer`.as('new_map_kml_id'),
    ])
    .where('review_snapshots.record_id', '=', record_id)
    .where(returned)
    .orderBy('review_snapshots.round', 'desc')
    .limit(1)
  await db
    .insertInto('boundary_changes')
    .columns(['site_profile_id', 'old_map_kml_id', 'new_map_kml_id'])
    .expression(() => submitted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queueMeasuring(db)
}

/** Lists changes of boundaries whose shared land is not computed yet. */
export const listUnmeasuredChanges = (db: Db, most: number) =>
  db
    .selectFrom('boundary_changes')
    .select(['site_profile_id', 'old_map_kml_id', 'new_map_kml_id'])
    .where('waiting', '=', sql.lit(true))
    .orderBy('site_profile_id')
    .limit(most)
    .execute()

type Change = Awaited<ReturnType<typeof listUnmeasuredChanges>>[number]

/** Computes and stores the land that two boundaries share; null if they are too detailed or one is gone. */
export async function measureChange(db: Db, change: Change): Promise<void> {
  const [old, after] = await Promise.all([
    findMapBoundary(db, change.site_profile_id, change.old_map_kml_id),
    findMapBoundary(db, change.site_profile_id, change.new_map_kml_id),
  ])
  const shared_ha = old && after ? await sharedLand(old, after) : null
  await db
    .updateTable('boundary_changes')
    .set({ waiting: false, shared_ha: shared_ha === null ? null : shared_ha.toFixed(2) })
    .where('site_profile_id', '=', change.site_profile_id)
    .where('old_map_kml_id', '=', change.old_map_kml_id)
    .where('new_map_kml_id', '=', change.new_map_kml_id)
    .execute()
}

async function sharedLand(old: Drawn, after: Drawn): Promise<number | null> {
  const neighbours = [{ site_profile_id: 0, geometry: old.geometry }]
  const check = await checkBoundaryInWorker({ ...SHAPE_ONLY, geometry: after.geometry, neighbours })
  if (!check.ok) return null
  const [overlap] = check.report.overlaps
  if (!overlap) return 0
  return overlap.shared?.overlap_ha ?? null
}

type Drawn = { geometry: BoundaryGeometry; area_ha: number }

/** Returns the boundary of this location map, current or replaced; null if it is not stored. */
async function findMapBoundary(db: Db, site_profile_id: number, map_kml_id: number): Promise<Drawn | null> {
  const of = (table: 'site_boundaries' | 'replaced_boundaries') =>
    db
      .selectFrom(table)
      .select([`${table}.geometry`, `${table}.area_ha`])
      .where(`${table}.site_profile_id`, '=', site_profile_id)
      .where(`${table}.map_kml_id`, '=', map_kml_id)
      .executeTakeFirst()
  const row = (await of('site_boundaries')) ?? (await of('replaced_boundaries'))
  return row ? { geometry: row.geometry as unknown as BoundaryGeometry, area_ha: Number(row.area_ha) } : null
}
