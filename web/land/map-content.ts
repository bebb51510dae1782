import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import type { DrawnFeature, LandReport } from '../../shared/land/findings.schema.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import { metresWords } from '../../shared/land/photo-remarks.ts'
import type { PhotoFacts } from '../../shared/land/photos.schema.ts'

/** A layer of land with what is drawn of it; `words` name a feature wherever it is pointed at. */
type MapLayer = {
  id: number
  kind: LayerKind
  name: string
  according_to: string
  features: (DrawnFeature & { words: string })[]
}

/** Land that the boundary has in common with a feature. */
type MapShared = {
  finding_id: number
  layer: string
  words: string
  overlap_ha: number
  share: number
  drawing: BoundaryGeometry
}

/** A photograph at the place that it names. */
type MapPhoto = {
  file_id: number
  name: string
  indicator: string
  taken_at: string | null
  point: Position
  /** where that is, in words */
  where: string
}

export type MapLand = {
  layers: MapLayer[]
  shared: MapShared[]
  /** false where more features lie around than are drawn */
  complete: boolean
}
/** `more`: how many further photographs name a place and are not drawn */
export type MapPhotos = { points: MapPhoto[]; more: number }

type Drawn = {
  features: readonly DrawnFeature[]
  shared: readonly { finding_id: number; drawing: BoundaryGeometry }[]
}

/** Puts the drawings under the names of their layers and findings; a drawing without a layer in the report is left out. */
export function landOnMap(
  report: LandReport,
  { features, shared, complete }: Drawn & { complete: boolean },
): MapLand {
  const layers = report.layers.map(({ layer_id: id, kind, name, according_to }) => ({
    id,
    kind,
    name,
    according_to,
    features: features
      .filter(({ layer_id }) => layer_id === id)
      .map((one) => ({
        ...one,
        words: `${name}: ${featureWords({ feature_code: one.code, feature_name: one.name })}`,
      })),
  }))
  const found = report.layers.flatMap(({ name, findings }) => findings.map((finding) => ({ name, finding })))
  return {
    layers: layers.filter((layer) => layer.features.length > 0),
    shared: shared.flatMap(({ finding_id, drawing }) => {
      const one = found.find(({ finding }) => finding.id === finding_id)
      if (!one) return []
      const { overlap_ha, share } = one.finding
      return [{ finding_id, drawing, layer: one.name, words: featureWords(one.finding), overlap_ha, share }]
    }),
    complete,
  }
}

/** "Inside the boundary", "340 m outside the boundary", "12 km outside the boundary". */
function whereWords(metres: number | null): string {
  if (metres === null) return 'Not compared with a boundary'
  if (metres === 0) return 'Inside the boundary'
  return `${metresWords(metres)} outside the boundary`
}

/** The photographs that name a place, of all with this count. */
export function photosOnMap(photos: readonly PhotoFacts[], count: number): MapPhotos {
  const points = photos.flatMap(({ file_id, name, indicator, taken_at, place }) =>
    place
      ? [{ file_id, name, indicator, taken_at, point: place.point, where: whereWords(place.metres) }]
      : [],
  )
  return { points, more: Math.max(0, count - photos.length) }
}
