import type { BoundaryGeometry, Position, Ring } from '../../../shared/boundary/boundary.schema.ts'
import { type BoundaryAnswers, closesTrack, MOST_TRACKS } from '../../../shared/land/boundary-answers.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { type ElementCounts, whyNoPolygon } from '../kml/kml-element-counts.ts'
import { readKmlFile } from '../kml/kml-file.ts'
import { refusedMap } from '../kml/kml-refused.ts'
import { closedRing, meet } from '../kml/kml-ring.ts'
import type { BoundaryReading, LandLimits } from './land-result.ts'
import { placeLine, placePolygons } from './land-ring.ts'
import type { LandSource, RawLine } from './land-source.ts'
import { agreedCrs } from './named-crs.ts'
import { openLand, withLandFile } from './open-land.ts'
import { type Placed, placesFrom } from './projection.ts'
import { guessNameColumn, textOf } from './properties.ts'
import { describedTrack, isClosed, isWhole, type Track, tracksOf } from './tracks.ts'

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
  const tracks: Track[] = []
  const counts = { features: 0, vertices: 0, line_vertices: 0 }
  /** the first fault; reported only if the rest of the file is readable */
  let fault: string | null = null

  function take(parts: Ring[][], name: string | null) {
    polygons.push(...parts)
    counts.vertices += parts.flat().reduce((sum, ring) => sum + ring.length, 0)
    if (polygons.length > limits.parts) throw tooMany('The boundary has', limits.parts, 'parts')
    if (name && parts.length > 0 && names.length < NAMES_KEPT) names.push(name)
  }

  for await (const feature of source.features) {
    if (++counts.features > limits.features) throw tooMany('The file contains', limits.features, 'features')
    for (const [kind, count] of Object.entries(feature.found)) found[kind] = (found[kind] ?? 0) + count
    const placed = placePolygons(feature.polygons, place, limits.vertices - counts.vertices)
    if (!placed.ok || feature.fault) {
      fault ??= feature.fault ?? (placed.ok ? null : placed.reason)
      continue
    }
    const name = nameColumn ? textOf(feature.properties[nameColumn]) : null
    take(placed.polygons, name)
    counts.line_vertices += (feature.lines ?? []).reduce((sum, line) => sum + line.length, 0)
    if (counts.line_vertices > limits.vertices) continue
    const lines = placedLines(feature.lines ?? [], place, source.has_tracks ?? false)
    if (typeof lines === 'string') fault ??= lines
    else tracks.push(...tracksOf(name ?? '', lines))
  }

  if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
  const isOpen = (track: Track) => source.has_tracks && !isWhole(track)
  if (answers.close === undefined && tracks.some(isOpen)) {
    if (tracks.length > MOST_TRACKS)
      throw tooMany('The file contains', MOST_TRACKS, 'tracks, some of them open')
    return { ok: false, question: 'close', tracks: tracks.map(describedTrack) }
  }
  // lines beside polygons are paths and rivers
  const drawn = polygons.length > 0 ? [] : tracks
  for (const [at, track] of drawn.entries()) {
    if (isOpen(track) && !closesTrack(answers, at + 1)) continue
    const line = track.pieces.flat()
    const closed = closedRing(isClosed(line) ? line : [...line, line[0] as Position])
    if (closed.ok) take([[closed.ring]], track.name)
    else fault ??= closed.reason
  }
  if (fault) return { ok: false, kind: 'no_boundary', reason: fault }
  if (polygons.length === 0) return { ok: false, kind: 'no_boundary', reason: whyNoPolygon(found) }
  const geometry: BoundaryGeometry = { type: 'MultiPolygon', coordinates: polygons }
  return { ok: true, geometry, polygon_count: polygons.length, vertex_count: counts.vertices, names }
}

const tooMany = (what: string, most: number, things: string) =>
  refusedMap(
    'too_much',
    `${what} more than ${formatCount(most)} ${things}; export only the boundary of this site.`,
  )

/** The lines in WGS 84: all of them where they are tracks, else those that are closed. Returns why one has no place. */
function placedLines(
  lines: readonly RawLine[],
  place: (x: number, y: number) => Placed,
  are_tracks: boolean,
): Position[][] | string {
  const placed: Position[][] = []
  for (const line of lines) {
    const ends = placeLine(
      [line[0], line.at(-1)].filter((end) => end !== undefined),
      place,
    )
    const [first, last] = typeof ends === 'string' ? [] : ends
    if (!are_tracks && !(first && last && meet(first, last))) continue
    const points = placeLine(line, place)
    if (typeof points === 'string') return points
    if (are_tracks || isClosed(points)) placed.push(points)
  }
  return placed
}
