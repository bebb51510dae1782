import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { type Comparison, comparerOf, type LandFeature } from '../../shared/land/meet.ts'
import type { ShapeText } from './screening.queries.ts'

/** Boundaries to compare, each with the ids of the features around it, layer by layer; a shape is sent once. */
export type ShapesJob = {
  features: readonly ShapeText[]
  boundaries: readonly { geometry: string; layers: readonly (readonly number[])[] }[]
  /** also counts the land in several features of a layer once */
  isTogether?: boolean | undefined
}

/** Compares each boundary with the features around it; returns one comparison for each of its layers. */
export function compareShapes({ features, boundaries, isTogether }: ShapesJob): Comparison[][] {
  const shapes = new Map(
    features.map(({ id, geometry }) => [id, { id, geometry: JSON.parse(geometry) as BoundaryGeometry }]),
  )
  return boundaries.map(({ geometry, layers }) => {
    const compare = comparerOf(JSON.parse(geometry) as BoundaryGeometry, { isTogether })
    return layers.map((ids) => compare(ids.flatMap((id): LandFeature[] => [shapes.get(id) ?? []].flat())))
  })
}
