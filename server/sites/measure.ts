import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { BoundaryCheckInput, BoundaryJudgement } from '../../shared/boundary/boundary-checks.ts'
import { bboxOf } from '../../shared/boundary/shape.ts'
import { hectares } from '../../shared/lib/decimals.ts'
import { checkBoundaryAside } from '../files/kml/check-boundary.ts'
import type { Db } from '../lib/db.ts'
import type { Turn } from '../lib/fair-turns.ts'
import { findCity, findRegion, listProvincePoints } from '../places/places.queries.ts'
import { type Around, findAround } from './overlaps.queries.ts'
import { outlineOf } from './region-outlines.ts'

/** What a boundary is measured against; null where nothing is chosen yet. */
export type Surroundings = {
  region_id: number | null
  province_id: number | null
  city_id: number | null
  project_area: string | null
  /** the profile itself, which is not its own neighbour */
  site_profile_id: number | null
}

export type Measured =
  | (Extract<BoundaryJudgement, { ok: true }> & { around: Around })
  | Extract<BoundaryJudgement, { ok: false }>

/** Measures a boundary against its places, its declared area and the boundaries around it. */
export async function measure(
  db: Db,
  geometry: BoundaryGeometry,
  wanted: Surroundings,
  turn: Turn,
): Promise<Measured> {
  const declared = wanted.project_area === null ? null : hectares(wanted.project_area)
  const [places, around] = await Promise.all([
    placesOf(db, wanted),
    findAround(db, bboxOf(geometry), wanted.site_profile_id),
  ])
  const declared_ha = declared === null ? null : Number(declared)
  const input = { geometry, declared_ha, ...places, neighbours: around.neighbours }
  const judged = await checkBoundaryAside(input, turn)
  return judged.ok ? { ...judged, around } : judged
}

type Places = Pick<BoundaryCheckInput, 'region' | 'province' | 'municipality'>

/** The chosen places with all that is known of where they lie. */
async function placesOf(db: Db, { region_id, province_id, city_id }: Surroundings): Promise<Places> {
  const [region, city, provinces] = await Promise.all([
    region_id === null ? undefined : findRegion(db, region_id),
    city_id === null ? null : findCity(db, city_id),
    province_id === null ? [] : listProvincePoints(db),
  ])
  const outline = region_id === null ? null : outlineOf(region_id)
  const points = provinces.map(({ id, name, label_lat, label_lon }) => ({
    id,
    name,
    point: [label_lon, label_lat] as [number, number],
  }))
  const chosen = points.find(({ id }) => id === province_id)
  const isWithoutProvinces = region !== undefined && !region.province_required
  return {
    region: region && outline ? { name: region.name, outline } : null,
    province: chosen
      ? { ...chosen, others: points.filter((one) => one !== chosen) }
      : isWithoutProvinces
        ? 'none'
        : null,
    municipality: city,
  }
}
