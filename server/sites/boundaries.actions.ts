import { covers } from '../../shared/access/actor.ts'
import type { Reply } from '../../shared/access/endpoint.ts'
import { FILE_NOT_FOUND } from '../../shared/files/file-checks.ts'
import { isMap } from '../../shared/files/files.schema.ts'
import type { BoundaryAnswers } from '../../shared/land/boundary-answers.ts'
import {
  type Bbox,
  type BoundaryGeometry,
  type BoundaryReport,
  MAX_OVERLAPS_SHOWN,
  type OverlapState,
} from '../../shared/boundary/boundary.schema.ts'
import { countsOf } from '../../shared/boundary/shape.ts'
import { canSeeFile, isFileOf } from '../../shared/file-access/file-access.policy.ts'
import {
  overlapNotes,
  overlapUnknown,
  overlapWarning,
  visibleNeighbour,
} from '../../shared/sites/overlap-words.ts'
import { canDrawBoundary } from '../../shared/sites/sites.policy.ts'
import type { SiteNeighbour, SiteProfile, sitesApi } from '../../shared/sites/sites.schema.ts'
import { readBoundary } from '../uploads/files.actions.ts'
import { findOwnedFile } from '../store/files.queries.ts'
import { findMap, type StoredMap } from '../geodata/kml/file-boundaries.queries.ts'
import type { Ctx } from '../context/context.ts'
import { listConsents } from '../land/findings.queries.ts'
import { listLandAround } from '../land/land-map.queries.ts'
import { formResults, screen } from '../land/screening.actions.ts'
import { invalid, requireAllowed } from '../lib/errors.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { Db } from '../database/db.ts'
import { BACKGROUND, turnOfActor } from '../worker-processes/run-in-worker-process.ts'
import { type ChosenPlaces, findChosenPlaces, townsNear } from '../places/places.queries.ts'
import { findBoundary } from './boundaries.queries.ts'
import { type MeasuredResult, measure, type ScreenedResult, type Surroundings } from './measure.ts'
import { listNeighbours, listOverlappedSites, type SiteOverlap } from './overlaps.queries.ts'
import { readSite } from './sites.queries.ts'

/** Measures a boundary, and compares it with the layers of land. */
async function measureWithLand(
  db: Db,
  geometry: BoundaryGeometry,
  places: ChosenPlaces,
  surroundings: Surroundings,
  turn: Turn,
): Promise<ScreenedResult> {
  const drawn = await measure(db, geometry, places, surroundings, turn)
  return drawn.ok ? { ...drawn, land: await screen(db, geometry, turn) } : drawn
}

/** Reads the boundary in a stored location map and measures it; not ok if the map has none that can be measured. */
async function readAndMeasure(
  ctx: Ctx,
  stored: StoredMap,
  places: ChosenPlaces,
  surroundings: Surroundings,
): Promise<ScreenedResult> {
  const turn = turnOfActor(ctx.actor)
  const map = await readBoundary(ctx.services, stored, turn)
  if (!map.ok) return { ok: false, reason: map.reason }
  return measureWithLand(ctx.db, map.geometry, places, surroundings, turn)
}

/** A measured boundary, and the answers to what its map asked with which it was read. */
export type MeasuredMap = ScreenedResult & { answers?: BoundaryAnswers | null }

/**
 * Measures the boundary of a map that is about to be attached, before the transaction, because reading takes a while.
 * Null if the map cannot be attached anyway; `attachAll` then rejects it with the reason.
 */
export async function measureNewMap(
  ctx: Ctx,
  map_kml_id: number,
  places: ChosenPlaces,
  surroundings: Surroundings,
): Promise<MeasuredMap | null> {
  const map = await findMap(ctx.db, map_kml_id)
  if (!map || !isMap(map.kind) || map.unused_since === null || !isFileOf(ctx.actor, map)) return null
  if (map.boundary_question) return null
  return { ...(await readAndMeasure(ctx, map, places, surroundings)), answers: map.boundary_answers }
}

/** Measures the boundary of a new profile in the background. */
export const measureNew = (
  db: Db,
  geometry: BoundaryGeometry,
  places: ChosenPlaces,
  project_area: string | null,
): Promise<ScreenedResult> =>
  measureWithLand(db, geometry, places, { project_area, site_profile_id: null }, BACKGROUND)

/** Measures the boundary of a profile again, because its declared area may have changed; the land in it has not. */
export async function remeasureMap(
  ctx: Ctx,
  site: SiteProfile,
  places: ChosenPlaces,
  surroundings: Surroundings,
): Promise<MeasuredResult> {
  const stored = await findBoundary(ctx.db, site.id)
  if (!stored) return readAndMeasure(ctx, await readMap(ctx, site.map_kml_id), places, surroundings)
  return measure(ctx.db, stored.geometry, places, surroundings, turnOfActor(ctx.actor))
}

async function readMap(ctx: Ctx, id: number): Promise<StoredMap> {
  const map = await findMap(ctx.db, id)
  if (!map) throw new Error(`File ${id} is not in the database.`)
  return map
}

/** Checks an uploaded map for the form; rejects only a map without a boundary, with 422 under its field. */
export async function checkUploadedMap(
  ctx: Ctx,
  input: {
    map_kml_id: number
    region_id?: number | undefined
    province_id?: number | undefined
    city_id?: number | undefined
    project_area?: string | undefined
    site_profile_id?: number | undefined
  },
): Promise<Reply<typeof sitesApi.checkBoundary>> {
  requireAllowed(canDrawBoundary(ctx.actor))
  const file = await findOwnedFile(ctx.db, input.map_kml_id)
  const isOurs =
    file &&
    (canSeeFile(ctx.actor, file).ok || (file.record?.kind !== 'site_profiles' && isFileOf(ctx.actor, file)))
  if (!isOurs || !isMap(file.kind)) throw invalid({ map_kml_id: [FILE_NOT_FOUND] })
  if (input.site_profile_id !== undefined) await requireOwnProfile(ctx, input.site_profile_id)
  const { region_id = null, province_id = null, city_id = null } = input
  const { project_area = null, site_profile_id = null } = input
  const [map, places] = await Promise.all([
    readMap(ctx, file.id),
    findChosenPlaces(ctx.db, { region_id, province_id, city_id }),
  ])
  const drawn = await readAndMeasure(ctx, map, places, { project_area, site_profile_id })
  if (!drawn.ok) throw invalid({ map_kml_id: [drawn.reason] })
  const now = ctx.services.now()
  const [boundary, neighbours, land_around, consents] = await Promise.all([
    reportOf(ctx, drawn),
    neighboursAround(ctx, drawn.report.bbox, { except: site_profile_id, withUnnamed: false }),
    listLandAround(ctx.db, drawn.report.bbox),
    listConsents(ctx.db, site_profile_id, now),
  ])
  const land = formResults(drawn.land, now, { region_id, province_id }, consents)
  return { boundary, neighbours, land, land_around }
}

/** Returns the report on a boundary that is not saved yet, as the caller may see it. */
export async function reportOf(
  ctx: Ctx,
  { report: { overlaps, ...report }, surroundings }: Extract<MeasuredResult, { ok: true }>,
): Promise<BoundaryReport> {
  const ids = overlaps.map((one) => one.site_profile_id)
  const sites = new Map(
    (await listOverlappedSites(ctx.db, ids)).map((overlapsMet) => [overlapsMet.site_profile_id, overlapsMet]),
  )
  const overlapsMet = overlaps.flatMap(({ site_profile_id, shared }): SiteOverlap[] => {
    const site = sites.get(site_profile_id)
    return site ? [{ met: site, shared }] : []
  })
  return visibleReport(ctx, report, overlapsMet, surroundings.complete ? 'measured' : 'part')
}

/** Rejects a profile outside the caller's scope: to leave it out of the comparison reveals which unnamed site it is. */
async function requireOwnProfile(ctx: Ctx, site_profile_id: number): Promise<void> {
  const site = await readSite(ctx.db, site_profile_id)
  requireAllowed(covers(ctx.actor, site))
}

/** Adds the nearest known towns and the overlaps to a report, as the caller may see them (S-114). */
function visibleReport(
  ctx: Ctx,
  report: Omit<BoundaryReport, 'towns'>,
  overlapsMet: SiteOverlap[],
  state: OverlapState,
): BoundaryReport {
  const shown = overlapsMet.slice(0, MAX_OVERLAPS_SHOWN)
  const compared = overlapNotes(state, overlapsMet.length)
  return {
    ...report,
    towns: townsNear(report.geometry),
    warnings: [
      ...report.warnings,
      ...shown.flatMap(({ met: site, shared }) => (shared ? [overlapWarning(ctx.actor, site, shared)] : [])),
    ],
    checked: [...report.checked, ...compared.checked],
    not_checked: [
      ...report.not_checked,
      ...shown.flatMap(({ met: site, shared }) => (shared ? [] : [overlapUnknown(ctx.actor, site)])),
      ...compared.not_checked,
    ],
  }
}

/** The checks of a boundary whose checks are not stored yet. */
const NOT_KNOWN = { checked: [], not_checked: ['Places, size and shape: still being checked'] }

/**
 * Returns the report on a profile's boundary, or null. It computes nothing: the warnings are those stored with the
 * boundary, and the overlaps the stored ones with profiles that are activated now.
 */
export async function showBoundary(ctx: Ctx, site_profile_id: number): Promise<BoundaryReport | null> {
  const stored = await findBoundary(ctx.db, site_profile_id)
  if (!stored) return null
  const { checks, overlap_state, overlaps, ...shape } = stored
  const crossing = stored.warnings.find(({ kind }) => kind === 'self_crossing')
  const report = {
    ...shape,
    ...countsOf(stored.geometry),
    ...(crossing ? { invalid_reason: crossing.message } : {}),
    ...(crossing?.at ? { invalid_at: crossing.at } : {}),
    ...(checks ?? NOT_KNOWN),
  }
  return visibleReport(ctx, report, overlaps, overlap_state)
}

/** how far around a boundary other sites are unnamed neighbours, in degrees: about a kilometre (S-114) */
const BESIDE = 0.01
/** how far around it those that the caller may see are: about ten kilometres */
const AROUND = 0.09

const widened = ([west, south, east, north]: Bbox, by: number): Bbox => [
  west - by,
  south - by,
  east + by,
  north + by,
]

/**
 * Lists the nearest other activated profiles, as the caller may see them: within about ten kilometres those in the
 * caller's scope and approved ones. Of all others only those beside a stored boundary are counted (S-114), since a
 * boundary on a form can be drawn anywhere.
 */
async function neighboursAround(
  ctx: Ctx,
  bbox: Bbox,
  { except, withUnnamed }: { except: number | null; withUnnamed: boolean },
): Promise<SiteNeighbour[]> {
  const around = { around: widened(bbox, AROUND), beside: withUnnamed ? widened(bbox, BESIDE) : null, except }
  return (await listNeighbours(ctx.db, ctx.actor, around)).map((met) => visibleNeighbour(ctx.actor, met))
}

/** Lists the profiles near a stored one. */
export async function listVisibleNeighbours(ctx: Ctx, site: SiteProfile): Promise<SiteNeighbour[]> {
  const stored = await findBoundary(ctx.db, site.id)
  return stored ? neighboursAround(ctx, stored.bbox, { except: site.id, withUnnamed: true }) : []
}
