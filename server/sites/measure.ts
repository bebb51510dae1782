import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { BoundaryCheckInput, BoundaryJudgement } from '../../shared/boundary/boundary-checks.ts'
import { bboxOf } from '../../shared/boundary/shape.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { hectares } from '../../shared/lib/decimals.ts'
import { checkBoundaryInWorker } from '../geodata/kml/check-boundary.ts'
import type { Db } from '../database/db.ts'
import type { ScreenedLayer } from '../land/screening.actions.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { type ChosenPlaces, knownCity, knownProvince } from '../places/places.queries.ts'
import { findNearbyBoundaries, type NearbyBoundaries } from './overlaps.queries.ts'

/** What a boundary is compared with besides the places; null if not declared or chosen yet. */
export type Surroundings = {
  project_area: string | null
  /** the profile itself, which is not its own neighbour */
  site_profile_id: number | null
}

export type MeasuredResult =
  | (Extract<BoundaryJudgement, { ok: true }> & { surroundings: NearbyBoundaries })
  | Extract<BoundaryJudgement, { ok: false }>

/** Measured, and what it meets in the layers of land. */
export type ScreenedResult =
  | (Extract<MeasuredResult, { ok: true }> & { land: ScreenedLayer[] })
  | Extract<MeasuredResult, { ok: false }>

/** Measures a boundary and compares it with its places, its declared area and the boundaries around it. */
export async function measure(
  db: Db,
  geometry: BoundaryGeometry,
  places: ChosenPlaces,
  { project_area, site_profile_id }: Surroundings,
  turn: Turn,
): Promise<MeasuredResult> {
  const declared_ha = project_area === null ? null : Number(hectares(project_area))
  const surroundings = await findNearbyBoundaries(db, bboxOf(geometry), site_profile_id)
  const input = {
    geometry,
    declared_ha,
    ...knownPlaces(places, geometry),
    neighbours: surroundings.neighbours,
  }
  const judged = await checkBoundaryInWorker(input, turn)
  return judged.ok ? { ...judged, surroundings } : judged
}

type KnownPlaces = Pick<BoundaryCheckInput, 'region' | 'province' | 'municipality'>

/** The outlines and points of the chosen places, as far as they are known. */
function knownPlaces(places: ChosenPlaces, geometry: BoundaryGeometry): KnownPlaces {
  const { region } = places
  const outline = region && outlineOf(region.id)
  return {
    region: region && outline ? { name: region.name, outline } : null,
    province: knownProvince(places, geometry) ?? (region?.province_required === false ? 'none' : null),
    municipality: knownCity(places),
  }
}
