import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { gradeActivity } from '../../shared/activities/grading.ts'
import { areaHectares, roundHectares } from '../../shared/boundary/area.ts'
import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf } from '../../shared/boundary/shape.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { activitySnapshot } from '../../shared/activities/activity-changes.ts'
import type { SiteSnapshot } from '../../shared/sites/site-snapshot.schema.ts'
import type { ActivitySnapshot } from '../../shared/activities/activity-snapshot.schema.ts'
import type { SnapshotFile } from '../../shared/review/snapshot.schema.ts'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { findActivity } from '../activities/activities.queries.ts'
import type { Db } from '../database/db.ts'
import { insertSnapshot } from '../review/snapshots.queries.ts'
import { snapshotOfSite } from '../sites/changes.queries.ts'
import { findSite } from '../sites/sites.queries.ts'
import type { History } from './demo-history.ts'
import { type Bureau, iso } from './demo-office.ts'

/** A file that was deleted long ago: only its id, name, size and hash are left. */
async function deletedFile(db: Db, name: string, size: number): Promise<SnapshotFile> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('files', 'id')) as id`.execute(db)
  const id = Number(rows[0]?.id)
  return { id, name, size, sha256: createHash('sha256').update(`${id} ${name}`).digest('hex') }
}

/** The same site as its first submission had it: slightly to the west, and smaller. */
function earlierBoundary(geometry: BoundaryGeometry): BoundaryGeometry {
  const [west, south, east, north] = bboxOf(geometry)
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  const moved = ([x, y]: Position): Position => [
    round(lon + (x - lon) * 0.85 - (east - west) * 0.12),
    round(lat + (y - lat) * 0.9),
  ]
  return {
    ...geometry,
    coordinates: geometry.coordinates.map((rings) => rings.map((ring) => ring.map(moved))),
  }
}

/** Fewer hectares for the first chosen activity and in total, so that the sum still matches. */
function lessArea(now: SiteSnapshot): Partial<SiteSnapshot> {
  const chosen = ELIGIBLE_ACTIVITIES.find(({ name }) => now.redd_eligible_activities_area.includes(name))
  if (!chosen) return {}
  const less = (area: string | null) => (Number(area) - 7.25).toFixed(2)
  return { project_area: less(now.project_area), [chosen.field]: less(now[chosen.field]) }
}

/** The first submission of a profile, before the corrections of the second; every fourth needs none. */
async function siteBefore(db: Db, id: number, now: SiteSnapshot, number: number): Promise<SiteSnapshot> {
  const kind = Math.floor(number / 2) % 4
  const corrects = { fields: kind === 0 || kind === 1, documents: kind === 1 || kind === 2 }
  const fields = corrects.fields
    ? {
        ...lessArea(now),
        name_of_partner: now.name_of_partner.split(',')[0]?.toUpperCase() ?? '',
        project_year_end: now.project_year_end - 2,
      }
    : {}
  if (!corrects.documents) return { ...now, ...fields }
  const stored = await db
    .selectFrom('site_boundaries')
    .select('geometry')
    .where('site_profile_id', '=', id)
    .executeTakeFirstOrThrow()
  const geometry = earlierBoundary(stored.geometry as unknown as BoundaryGeometry)
  const mapped_area_ha = roundHectares(areaHectares(geometry))
  const agreement = await deletedFile(db, 'agreement-unsigned.pdf', 84_310)
  const map_kml = await deletedFile(db, now.map_kml.name, 2_204)
  await db
    .insertInto('replaced_boundaries')
    .values({
      site_profile_id: id,
      map_kml_id: map_kml.id,
      geometry: JSON.stringify(geometry),
      area_ha: mapped_area_ha.toFixed(2),
    })
    .execute()
  await db
    .insertInto('boundary_changes')
    .values({ site_profile_id: id, old_map_kml_id: map_kml.id, new_map_kml_id: now.map_kml.id })
    .execute()
  return { ...now, ...fields, agreement, map_kml, mapped_area_ha }
}

const submittedAt = ({ moves }: History, round: number): string =>
  iso(moves.find((move) => move.action === 'Submitted' && move.round === round)?.at ?? 0)

/** Stores a snapshot of each submission of a demo profile; one submitted again after a return was corrected. */
export async function saveDemoSiteSnapshots({ db }: Bureau, id: number, history: History, number: number) {
  const site = await findSite(db, id)
  if (!site) throw new Error(`There is no profile ${id}.`)
  const now = await snapshotOfSite(db, site)
  for (let round = 1; round <= history.round; round += 1) {
    const isOlder = round === 1 && history.round > 1
    const content = isOlder ? await siteBefore(db, id, now, number) : now
    await insertSnapshot(site.record_id, round, content, submittedAt(history, round)).execute(db)
  }
}

type Evidence = ActivitySnapshot['evidence'][number]

/** The first submission's files under one indicator: some other files, some under other names, some missing. */
async function evidenceBefore(db: Db, now: Evidence, index: number): Promise<Evidence> {
  const [first, ...others] = now.files
  if (!first) return now
  const dot = first.name.lastIndexOf('.')
  switch (index % 6) {
    case 0:
      return { ...now, files: [await deletedFile(db, first.name, first.size + 20_480), ...others] }
    case 1:
      return { ...now, files: others }
    case 2: {
      const { id } = await deletedFile(db, first.name, first.size)
      return { ...now, files: [{ ...first, id, name: `scan-00${index}${first.name.slice(dot)}` }, ...others] }
    }
    case 3:
      return { ...now, files: [...now.files, await deletedFile(db, 'draft-without-signatures.pdf', 51_904)] }
    default:
      return now
  }
}

async function activityBefore(
  db: Db,
  activity: SiteActivity,
  principles: SitePrinciple[],
): Promise<ActivitySnapshot> {
  const now = activitySnapshot(activity)
  const all: Evidence[] = []
  for (const [index, one] of now.evidence.entries()) all.push(await evidenceBefore(db, one, index))
  const evidence = all.filter(({ files }) => files.length > 0)
  const evidenced = new Set(evidence.map((one) => one.sites_criteria_indicator_id))
  return { ...now, evidence, grades: gradeActivity(principles, now, evidenced) }
}

/** Dates the files that the first submission did not have as uploaded for the second. */
async function dateUploads({ db }: Bureau, before: ActivitySnapshot, activity: SiteActivity, at: number) {
  const known = new Set(before.evidence.flatMap(({ files }) => files.map(({ id }) => id)))
  const fresh = activity.verification
    .flatMap(({ upload }) => upload.map(({ upload_id }) => upload_id))
    .filter((id) => !known.has(id))
  if (fresh.length === 0) return
  const created_at = iso(at)
  await db.updateTable('files').set({ created_at }).where('id', 'in', fresh).execute()
  await db.updateTable('site_activity_means').set({ created_at }).where('file_id', 'in', fresh).execute()
}

/** Stores a snapshot of each submission of a demo activity; one submitted again after a return was completed. */
export async function saveDemoActivitySnapshots(
  bureau: Bureau,
  id: number,
  history: History,
  principles: SitePrinciple[],
): Promise<void> {
  const { db } = bureau
  const activity = await findActivity(db, id)
  if (!activity) throw new Error(`There is no activity ${id}.`)
  for (let round = 1; round <= history.round; round += 1) {
    const isOlder = round === 1 && history.round > 1
    const content = isOlder ? await activityBefore(db, activity, principles) : activitySnapshot(activity)
    await insertSnapshot(activity.record_id, round, content, submittedAt(history, round)).execute(db)
    const next = history.moves.find((move) => move.action === 'Submitted' && move.round === round + 1)
    if (isOlder && next) await dateUploads(bureau, content, activity, next.at - 3_600_000)
  }
}
