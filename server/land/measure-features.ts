import { areaHectares, roundHectares } from '../../shared/boundary/area.ts'
import type { Bbox } from '../../shared/boundary/boundary.schema.ts'
import { bboxOf, countsOf } from '../../shared/boundary/shape.ts'
import { thinned } from '../../shared/boundary/thin.ts'
import type { FeatureFault } from '../../shared/land/layers.schema.ts'
import type { FeatureLine, LayerLine } from '../geodata/formats/land-result.ts'

/** A feature as it is stored; the shapes are already JSON, which the server passes on without reading it. */
export type MeasuredFeature = {
  number: number
  code: string | null
  name: string | null
  area_ha: number
  vertex_count: number
  box: Bbox
  geometry: string
  drawing: string
}

export type MeasuredLines = { features: MeasuredFeature[]; faults: FeatureFault[] }

/** corners of a drawing: on a grid of some eleven metres, and at most so many */
const DRAWING = { grid: 0.0001, most: 1_500 }

const NO_AREA = 'The feature encloses no area.'
const REPAIRED = 'The feature crosses itself; it is imported in a repaired shape.'

function measured({ number, code, name, geometry, is_repaired }: FeatureLine): MeasuredLines {
  const fault = (reason: string, is_left_out: boolean): FeatureFault => ({
    number,
    name: name ?? code,
    reason,
    is_left_out,
  })
  const area_ha = roundHectares(areaHectares(geometry))
  if (!(area_ha > 0)) return { features: [], faults: [fault(NO_AREA, true)] }
  const feature: MeasuredFeature = {
    number,
    code,
    name,
    area_ha,
    box: bboxOf(geometry),
    vertex_count: countsOf(geometry).vertex_count,
    geometry: JSON.stringify(geometry),
    drawing: JSON.stringify(thinned(geometry, DRAWING)),
  }
  return { features: [feature], faults: is_repaired ? [fault(REPAIRED, false)] : [] }
}

/** Measures features on the ellipsoid, whole, and thins them for drawing; one without area is left out with a reason. */
export function measureLines(lines: readonly LayerLine[]): MeasuredLines {
  const all = lines.map((line) =>
    'geometry' in line ? measured(line) : { features: [], faults: [{ ...line, is_left_out: true }] },
  )
  return { features: all.flatMap(({ features }) => features), faults: all.flatMap(({ faults }) => faults) }
}
