import OverlayOp from 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js'
import SnapIfNeededOverlayOp from 'jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js'
import { areaHectares, roundHectares } from './area.ts'
import type { Bbox, BoundaryGeometry, Ring } from './boundary.schema.ts'
import { covers, facesWhere } from './faces.ts'
import { holesApart, landAt, withHoles } from './isolated-holes.ts'
import { fromJsts, toJsts } from './jsts-geometry.ts'
import { bboxOf, boxesMeet } from './shape.ts'

export type Overlap = { overlap_ha: number; geometry: BoundaryGeometry }

export const EMPTY: BoundaryGeometry = { type: 'MultiPolygon', coordinates: [] }

/** The land that two valid shapes share, in hectares rounded to 0.01. Neighbours that only touch share none. */
export function overlapOf(a: BoundaryGeometry, b: BoundaryGeometry): Overlap {
  const geometry = intersectionOf(a, b)
  return { overlap_ha: roundHectares(areaHectares(geometry)), geometry }
}

/** The common land of two valid shapes, as a valid shape; distant parts are skipped and cost nothing. */
export function intersectionOf(a: BoundaryGeometry, b: BoundaryGeometry): BoundaryGeometry {
  const nearA = polygonsInBox(a, bboxOf(b))
  const nearB = polygonsInBox(b, bboxOf(a))
  if (nearA.coordinates.length === 0 || nearB.coordinates.length === 0) return EMPTY
  const [ours, theirs] = [holesApart(nearA, nearB), holesApart(nearB, nearA)]
  const shared = overlay(
    ours.shape,
    theirs.shape,
    OverlayOp.INTERSECTION,
    (point) => covers(ours.shape, point) && covers(theirs.shape, point),
  )
  return withHoles(shared, [...ours.holes, ...theirs.holes])
}

/** The land of `a` that is not in `b`; both must be valid. */
export function differenceOf(a: BoundaryGeometry, b: BoundaryGeometry): BoundaryGeometry {
  const nearB = polygonsInBox(b, bboxOf(a))
  if (nearB.coordinates.length === 0) return a
  const { shape, holes } = holesApart(a, nearB)
  const left = overlay(
    shape,
    nearB,
    OverlayOp.DIFFERENCE,
    (point) => covers(shape, point) && !covers(nearB, point),
  )
  return withHoles(left, holes)
}

/** The land of either shape, land in both once; both must be valid. */
export function unionOf(a: BoundaryGeometry, b: BoundaryGeometry): BoundaryGeometry {
  if (!boxesMeet(bboxOf(a), bboxOf(b)))
    return { type: 'MultiPolygon', coordinates: [...a.coordinates, ...b.coordinates] }
  const [ours, theirs] = [holesApart(a, b), holesApart(b, a)]
  const both = overlay(
    ours.shape,
    theirs.shape,
    OverlayOp.UNION,
    (point) => covers(ours.shape, point) || covers(theirs.shape, point),
  )
  return withHoles(both, [...holesBeside(ours.holes, theirs.shape), ...holesBeside(theirs.holes, ours.shape)])
}

/** The holes that are not filled by the land of a shape. */
function holesBeside(holes: readonly Ring[], shape: BoundaryGeometry): Ring[] {
  const polygonAt = landAt(shape)
  return holes.filter(([corner]) => corner !== undefined && polygonAt(corner) === null)
}

/** JTS overlay; where rounding makes that fail, the slower division into faces, which cannot fail. */
function overlay(
  a: BoundaryGeometry,
  b: BoundaryGeometry,
  operation: number,
  keep: Parameters<typeof facesWhere>[1],
): BoundaryGeometry {
  try {
    return fromJsts(SnapIfNeededOverlayOp.overlayOp(toJsts(a), toJsts(b), operation))
  } catch {
    return facesWhere([...a.coordinates.flat(), ...b.coordinates.flat()], keep)
  }
}

/** The polygons whose box meets the given box. */
export const polygonsInBox = (geometry: BoundaryGeometry, box: Bbox): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates: geometry.coordinates.filter((polygon) =>
    boxesMeet(box, bboxOf({ type: 'MultiPolygon', coordinates: [polygon] })),
  ),
})
