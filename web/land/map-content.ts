import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import type { LandReport } from '../../shared/land/findings.schema.ts'
import type { DrawnFeature, FormLayerResult } from '../../shared/land/form-findings.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import { metresWords } from '../../shared/land/photo-remarks.ts'
import type { PhotoFacts } from '../../shared/land/photos.schema.ts'

/** A layer of land with what is drawn of it; `words` name a feature wherever it is pointed at, `label` on the map. */
type MapLayer = {
  id: number
  kind: LayerKind
  name: string
  according_to: string
  features: (DrawnFeature & { words: string; label: string })[]
}

/** Land that the boundary has in common with a feature. */
type MapShared = {
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

type FormLayer = Pick<FormLayerResult, 'layer_id' | 'kind' | 'name' | 'according_to'>

type Drawn = {
  features: readonly DrawnFeature[]
  shared: readonly { finding_id: number; drawing: BoundaryGeometry }[]
}

/** The layers that have something to draw. */
const layersOf = (layers: readonly FormLayer[], features: readonly DrawnFeature[]): MapLayer[] =>
  layers
    .map(({ layer_id: id, kind, name, according_to }) => ({
      id,
      kind,
      name,
      according_to,
      features: features
        .filter(({ layer_id }) => layer_id === id)
        .map((one) => {
          const words = featureWords({ feature_code: one.code, feature_name: one.name })
          return { ...one, words: `${name}: ${words}`, label: (one.code ?? one.name) ? words : name }
        }),
    }))
    .filter((layer) => layer.features.length > 0)

/** What a boundary that is not saved yet meets, and what lies around it. */
export type FormLand = {
  layers: readonly FormLayerResult[]
  around: { features: readonly DrawnFeature[]; complete: boolean }
}

/** The same for the map of a form, whose findings have their drawings with them. */
export const formLandOnMap = ({ layers, around: { features, complete } }: FormLand): MapLand => ({
  layers: layersOf(layers, features),
  shared: layers.flatMap(({ name, findings }) =>
    findings.map(({ drawing, overlap_ha, share, ...finding }) => ({
      drawing,
      layer: name,
      words: featureWords(finding),
      overlap_ha,
      share,
    })),
  ),
  complete,
})

/** Puts the drawings under the names of their layers and findings; a drawing without a layer in the report is left out. */
export function landOnMap(
  report: LandReport,
  { features, shared, complete }: Drawn & { complete: boolean },
): MapLand {
  const found = report.layers.flatMap(({ name, findings }) => findings.map((finding) => ({ name, finding })))
  return {
    layers: layersOf(report.layers, features),
    shared: shared.flatMap(({ finding_id, drawing }) => {
      const one = found.find(({ finding }) => finding.id === finding_id)
      if (!one) return []
      const { overlap_ha, share } = one.finding
      return [{ drawing, layer: one.name, words: featureWords(one.finding), overlap_ha, share }]
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
