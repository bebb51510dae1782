import type { BoundaryGeometry, Ring } from '../../../shared/boundary/boundary.schema.ts'
import type { BoundaryAnswers } from '../../../shared/land/boundary-answers.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { type ElementCounts, whyNoPolygon } from '../kml/kml-element-counts.ts'
import { readKmlFile } from '../kml/kml-file.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { isClosed } from './gpx.ts'
import type { BoundaryReading, LandLimits } from './land-result.ts'
import { placePolygons } from './land-ring.ts'
import type { LandSource, RawFeature, RawPolygon } from './land-source.ts'
import { agreedCrs } from './named-crs.ts'
import { openLand, withLandFile } from './open-land.ts'
import { placesFrom } from './projection.ts'
import { guessNameColumn, textOf } from './properties.ts'

const NAMES_KEPT = 100

/** Reads the boundary in a file of any format. Throws `no_map` with one sentence where there is none. */
export const boundaryOf = (
  path: string,
  answers: BoundaryAnswers,
  limits: LandLimits,
): Promise<BoundaryReading> =>
  withLandFile(path, limits, async (file) => {
    if (file.format !== 'kml' && file.format !== 'kmz')
      return collect(await openLand(file, limits), answers, limits)
    agreedCrs('EPSG:4326', answers.crs)
    return readKmlFile(path, limits)
  })

async function collect(
  source: LandSource,
  answers: BoundaryAnswers,
  limits: LandLimits,
): Promise<BoundaryReading> {
  const crs = agreedCrs(source.crs, answers.crs)
  if (!crs) return { ok: false, question: 'crs' }
  const place = placesFrom(crs)
  const nameColumn = guessNameColumn(source.columns)
  const found: ElementCounts = {}
  const polygons: Ring[][] = []
  const names: string[] = []
  let vertex_count = 0
  let isOpen = false
  /** the first fault; reported only if the rest of the file is readable */
  let fault: string | null = null

  for await (const feature of source.features) {
    for (const [kind, count] of Object.entries(feature.found)) found[kind] = (found[kind] ?? 0) + count
    if (feature.track && !isClosed(feature.track)) isOpen = true
    const placed = placePolygons(polygonsOf(feature, answers), place, limits.vertices - vertex_count)
    if (!placed.ok || feature.fault) {
      fault ??= feature.fault ?? (placed.ok ? null : placed.reason)
      continue
    }
    polygons.push(...placed.polygons)
    vertex_count += placed.vertex_count
    if (polygons.length > limits.parts) {
      throw refusedMap(
        'too_much',
        `The boundary has more than ${formatCount(limits.parts)} parts; export only the boundary of this site.`,
      )
    }
    const name = nameColumn ? textOf(feature.properties[nameColumn]) : null
    if (name && placed.polygons.length > 0 && names.length < NAMES_KEPT) names.push(name)
  }

  if (isOpen && answers.close === undefined) return { ok: false, question: 'close' }
  if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
  if (polygons.length === 0) return { ok: false, kind: 'no_boundary', reason: whyNoPolygon(found) }
  const geometry: BoundaryGeometry = { type: 'MultiPolygon', coordinates: polygons }
  return { ok: true, geometry, polygon_count: polygons.length, vertex_count, names }
}

/** The polygons of a feature: of a track its line, closed where the person says so. */
function polygonsOf({ track, polygons }: RawFeature, { close }: BoundaryAnswers): readonly RawPolygon[] {
  const [first] = track ?? []
  if (!track || !first) return polygons
  if (isClosed(track)) return [[track]]
  return close ? [[[...track, first]]] : []
}
