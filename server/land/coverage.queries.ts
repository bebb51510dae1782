import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { metresOutside } from '../../shared/boundary/distance.ts'
import { landsMeet } from '../../shared/boundary/lands-meet.ts'
import { outlineOf } from '../../shared/boundary/region-outlines.ts'
import { bboxOf, boxesMeet } from '../../shared/boundary/shape.ts'
import type { CoversInput } from '../../shared/land/covers.ts'
import { FAR_KM } from '../../shared/land/layers.schema.ts'
import { REGION_WITHOUT_PROVINCES } from '../../shared/sites/sites.schema.ts'
import type { Db } from '../database/db.ts'
import { invalid } from '../lib/errors.ts'
import { listCoarseOutlines, listProvinces, listRegions } from '../places/places.queries.ts'

/** What a version covers, as it is stored. */
export type StoredCoverage = {
  covers_regions: number[] | null
  covers_provinces: number[] | null
  covers_touched: boolean
}

type Outline = { region_id: number | null; province_ids: readonly number[]; geometry: BoundaryGeometry }

const outlineOfRegion = (region_id: number): Outline[] => {
  const geometry = outlineOf(region_id)
  return geometry ? [{ region_id, province_ids: [], geometry }] : []
}

/** The coarse outlines of all provinces, and of the region that has none. */
const COUNTRY: readonly (Outline & { box: ReturnType<typeof bboxOf> })[] = [
  ...listCoarseOutlines().map((one) => ({ region_id: null, ...one })),
  ...outlineOfRegion(REGION_WITHOUT_PROVINCES),
].map((one) => ({ ...one, box: bboxOf(one.geometry) }))

/** the outlines with land of a feature: it need not have a corner there */
const touched = (drawing: BoundaryGeometry): Outline[] =>
  COUNTRY.filter(({ box, geometry }) => boxesMeet(box, bboxOf(drawing)) && landsMeet(drawing, geometry))

/** how many of the corners are measured to an outline that the feature does not touch */
const MEASURED = 6

/** How many kilometres a feature lies outside all of these outlines. */
function kmOutside({ coordinates }: BoundaryGeometry, outlines: readonly Outline[]): number {
  const corners = coordinates.flatMap(([shell = []]) => shell)
  const step = Math.ceil(corners.length / MEASURED)
  const measured = corners.filter((_, index) => index % step === 0)
  const metres = measured.flatMap((at) => outlines.map(({ geometry }) => metresOutside(at, geometry)))
  return Math.min(...metres) / 1000
}

/**
 * Looks where the features of a draft lie: `facts` has the places that they touch on the coarse map, if these are what
 * it covers, and how many lie far outside what it covers, or outside the country.
 */
export function coverageReader({ covers_regions, covers_provinces, covers_touched }: StoredCoverage) {
  const chosen =
    covers_touched || covers_regions === null
      ? COUNTRY
      : [
          ...COUNTRY.filter(({ province_ids }) => province_ids.some((id) => covers_provinces?.includes(id))),
          ...covers_regions.flatMap(outlineOfRegion),
        ]
  const provinces = new Set<number>()
  const regions = new Set<number>()
  let far_count = 0
  let far_km = 0
  return {
    /** a feature as it is drawn: its lines are less wrong than those of the coarse map */
    add: (drawing: BoundaryGeometry) => {
      if (covers_touched)
        for (const { region_id, province_ids } of touched(drawing)) {
          if (region_id !== null) regions.add(region_id)
          for (const id of province_ids) provinces.add(id)
        }
      if (chosen.some(({ geometry }) => landsMeet(drawing, geometry))) return
      const km = kmOutside(drawing, chosen)
      if (km <= FAR_KM) return
      far_count += 1
      far_km = Math.max(far_km, Math.round(km))
    },
    facts: () => ({
      far_count,
      far_km,
      ...(covers_touched ? { covers_regions: [...regions], covers_provinces: [...provinces] } : {}),
    }),
  }
}

const AS_TOUCHED: StoredCoverage = { covers_regions: [], covers_provinces: [], covers_touched: true }

/** What a version is said to cover; without an answer it is as `before`. Throws 422 for a place that is not known. */
export async function coverageOf(
  db: Db,
  input: CoversInput,
  before: StoredCoverage | null,
): Promise<StoredCoverage> {
  if (!input) {
    const { covers_regions, covers_provinces, covers_touched } = before ?? AS_TOUCHED
    return { covers_regions, covers_provinces, covers_touched }
  }
  if (input === 'touched') return AS_TOUCHED
  if (input === 'country') return { covers_regions: null, covers_provinces: null, covers_touched: false }
  const [regions, provinces] = await Promise.all([listRegions(db), listProvinces(db)])
  const isKnown = (ids: readonly number[], all: readonly { id: number }[]) =>
    ids.every((id) => all.some((one) => one.id === id))
  if (!isKnown(input.regions, regions) || !isKnown(input.provinces, provinces))
    throw invalid({ covers: ['Choose the regions or provinces that the version covers.'] })
  return { covers_regions: input.regions, covers_provinces: input.provinces, covers_touched: false }
}
