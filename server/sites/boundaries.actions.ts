import { isFileOf } from '../../shared/files/files.policy.ts'
import { FILE_NOT_FOUND } from '../../shared/files/file-checks.ts'
import type { BoundaryGeometry, BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, countsOf } from '../../shared/boundary/shape.ts'
import { canSeeFile } from '../../shared/files/files.policy.ts'
import { hectares } from '../../shared/lib/decimals.ts'
import { canDrawBoundary } from '../../shared/sites/sites.policy.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { readBoundary } from '../files/files.actions.ts'
import { findFile, findOwnedFile } from '../files/files.queries.ts'
import { checkBoundaryAside } from '../files/kml/check-boundary.ts'
import type { Ctx } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { insist, invalid } from '../lib/errors.ts'
import { listRegions } from '../places/places.queries.ts'
import { findBoundary, listNeighbours, listNeighboursOf } from './boundaries.queries.ts'
import { outlineOf } from './region-outlines.ts'

type Surroundings = {
  region_id: number | null
  project_area: string | null
  /** the profile itself, which is not its own neighbour */
  site_profile_id: number | null
}

export type Drawn = { ok: true; report: BoundaryReport } | { ok: false; reason: string }

/** Measures a boundary against its region, its declared area and the activated profiles around it. */
async function measure(ctx: Ctx, geometry: BoundaryGeometry, around: Surroundings): Promise<Drawn> {
  const declared = around.project_area === null ? null : hectares(around.project_area)
  const [region, neighbours] = await Promise.all([
    around.region_id === null ? null : regionOf(ctx.db, around.region_id),
    listNeighbours(ctx.db, bboxOf(geometry), around.site_profile_id),
  ])
  const declared_ha = declared === null ? null : Number(declared)
  const input = { geometry, declared_ha, region, neighbours }
  return checkBoundaryAside(input, ctx.services.boundary_check_ms)
}

async function regionOf(db: Db, region_id: number) {
  const outline = outlineOf(region_id)
  const region = (await listRegions(db)).find((one) => one.id === region_id)
  return region && outline ? { name: region.name, outline } : null
}

/** Reads the boundary in a stored location map and measures it; not ok when there is none to measure. */
async function draw(ctx: Ctx, map_kml_id: number, around: Surroundings): Promise<Drawn> {
  const map = await readBoundary(ctx.services, map_kml_id)
  return map.ok ? measure(ctx, map.geometry, around) : { ok: false, reason: map.reason }
}

/**
 * The boundary of a map that is about to be attached; null when the map cannot be attached anyway, which
 * `attachFiles` then explains. Reading takes a while, so it happens before the transaction.
 */
export async function drawNewMap(ctx: Ctx, map_kml_id: number, around: Surroundings): Promise<Drawn | null> {
  const file = await findFile(ctx.db, map_kml_id)
  if (!file || file.kind !== 'kml' || !isFileOf(ctx.actor, file)) return null
  return draw(ctx, map_kml_id, around)
}

/** The boundary a profile has, measured again because its declared area may have changed. */
export async function drawKeptMap(ctx: Ctx, site: SiteProfile, around: Surroundings): Promise<Drawn> {
  const stored = await findBoundary(ctx.db, site.id)
  return stored ? measure(ctx, stored.geometry, around) : draw(ctx, site.map_kml_id, around)
}

/** Draws and checks an uploaded map for the form; 422 under the field when it is no boundary (issue: inform, not block). */
export async function checkUploadedMap(
  ctx: Ctx,
  input: {
    map_kml_id: number
    region_id?: number | undefined
    project_area?: string | undefined
    site_profile_id?: number | undefined
  },
): Promise<BoundaryReport> {
  insist(canDrawBoundary(ctx.actor))
  const file = await findOwnedFile(ctx.db, input.map_kml_id)
  const isOurs = file && (canSeeFile(ctx.actor, file).ok || (!file.site && isFileOf(ctx.actor, file)))
  if (!isOurs || file.kind !== 'kml') throw invalid({ map_kml_id: [FILE_NOT_FOUND] })
  const drawn = await draw(ctx, file.id, {
    region_id: input.region_id ?? null,
    project_area: input.project_area ?? null,
    site_profile_id: input.site_profile_id ?? null,
  })
  if (!drawn.ok) throw invalid({ map_kml_id: [drawn.reason] })
  return drawn.report
}

/**
 * The boundary of a profile for its reviewers, or null. Overlaps are computed from the neighbours as they are now;
 * the other warnings depend on the profile alone and are those of the moment it was saved.
 */
export async function showBoundary(db: Db, site_profile_id: number): Promise<BoundaryReport | null> {
  const [stored, neighbours] = await Promise.all([
    findBoundary(db, site_profile_id),
    listNeighboursOf(db, site_profile_id),
  ])
  if (!stored) return null
  const { warnings, ...shape } = stored
  const fresh =
    neighbours.length === 0
      ? null
      : await checkBoundaryAside({ geometry: stored.geometry, declared_ha: null, region: null, neighbours })
  const isOverlap = ({ kind }: { kind: string }) => kind === 'overlap'
  const overlaps = fresh?.ok ? fresh.report.warnings.filter(isOverlap) : []
  // where the fresh check gives up, what was found at the last save is better than nothing
  const kept = fresh && !fresh.ok ? warnings : warnings.filter((warning) => !isOverlap(warning))
  const crossing = warnings.find(({ kind }) => kind === 'self_crossing')
  return {
    ...shape,
    ...countsOf(stored.geometry),
    ...(crossing ? { invalid_reason: crossing.message } : {}),
    ...(crossing?.at ? { invalid_at: crossing.at } : {}),
    warnings: [...kept, ...overlaps],
  }
}

/** how far around a boundary its neighbours are drawn, in degrees: about a kilometre */
const VIEW_MARGIN = 0.01
const MOST_DRAWN = 100

/** The boundaries of other activated profiles within about a kilometre, to be drawn beside this one. */
export async function listDrawnNeighbours(db: Db, site: SiteProfile) {
  const stored = await findBoundary(db, site.id)
  if (!stored) return []
  const [min_lon, min_lat, max_lon, max_lat] = stored.bbox
  const around = [
    min_lon - VIEW_MARGIN,
    min_lat - VIEW_MARGIN,
    max_lon + VIEW_MARGIN,
    max_lat + VIEW_MARGIN,
  ] as const
  const neighbours = await listNeighbours(db, [...around], site.id, MOST_DRAWN)
  return neighbours.map(({ site_profile_id, ...neighbour }) => ({ id: site_profile_id, ...neighbour }))
}
