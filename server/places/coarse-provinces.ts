import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import type { CoarseOutline } from '../../shared/boundary/place-check.ts'
import { middleOf, surrounds } from '../../shared/boundary/shape.ts'
import type { IdName } from '../../shared/lib/replies.ts'
import outlines from './province-outlines.json'

/** All coarse outlines, each with the provinces that have it. */
export const COARSE_OUTLINES = outlines.features.map(({ properties: { province_ids }, geometry }) => ({
  province_ids,
  geometry: geometry as unknown as BoundaryGeometry,
}))

/** Returns the coarse outline of a province with the ids of all that have it together. */
export const coarseOutlineOf = (province_id: number) =>
  COARSE_OUTLINES.find(({ province_ids }) => province_ids.includes(province_id))

/** Returns the coarse outline of a province, and where the middle of a boundary lies by the others; null if it has none. */
export function coarseProvince(
  province_id: number,
  boundary: BoundaryGeometry,
  provinces: readonly IdName[],
): CoarseOutline | null {
  const own = coarseOutlineOf(province_id)
  if (!own) return null
  const nameOf = ({ province_ids }: { province_ids: readonly number[] }) =>
    provinces.flatMap(({ id, name }) => (province_ids.includes(id) ? name : [])).join(' or ')
  const middle = middleOf(boundary)
  const there = COARSE_OUTLINES.find(({ geometry }) => surrounds(geometry, middle))
  const lies_in = there && there !== own ? nameOf(there) : null
  return { name: nameOf(own), geometry: own.geometry, lies_in }
}
