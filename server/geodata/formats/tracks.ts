import type { Position } from '../../../shared/boundary/boundary.schema.ts'
import { lineBetween } from '../../../shared/boundary/distance.ts'
import type { BoundaryTrack } from '../../../shared/land/boundary-answers.ts'
import { meet } from '../kml/kml-ring.ts'

/** A shorter piece without points is the usual loss of a receiver's signal. */
const SHORT_LOSS_M = 50
/** points and pieces of a track in a drawing */
const MOST_POINTS = 100
const MOST_PIECES = 40

/** The pieces of one track or route, in degrees. */
export type Track = { name: string; pieces: Position[][] }

/** Whether a line ends where it began, and was somewhere else between. */
export function isClosed(line: readonly Position[]): boolean {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 4 || !meet(first, last)) return false
  return line.some((point) => !meet(first, point))
}

/**
 * Divides the segments of a track: one that is closed is a track by itself. The others are pieces of one track, because
 * a receiver that lost its signal begins a new segment.
 */
export function tracksOf(name: string, segments: readonly Position[][]): Track[] {
  const alone = segments.filter(isClosed).map((segment): Track => ({ name, pieces: [segment] }))
  const pieces = segments.filter((segment) => segment.length > 0 && !isClosed(segment))
  return pieces.length > 0 ? [...alone, { name, pieces }] : alone
}

const metres = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, point, at) => sum + metresBetween(line[at] as Position, point), 0)
const metresBetween = (from: Position, to: Position): number => lineBetween(from, to).km * 1000

/** The metres without points between each piece and the next. */
const losses = ({ pieces }: Track): number[] =>
  pieces.slice(1).map(([first], at) => metresBetween(pieces[at]?.at(-1) as Position, first as Position))

/** Whether a track is land without an answer. */
export const isWhole = (track: Track): boolean =>
  isClosed(track.pieces.flat()) && losses(track).every((lost) => lost <= SHORT_LOSS_M)

/** What a person sees of a track before saying whether it is closed. */
export function describedTrack(track: Track, at: number): BoundaryTrack {
  const { name, pieces } = track
  const all = pieces.flat()
  const step = Math.ceil(all.length / MOST_POINTS)
  const thin = (line: Position[]) =>
    line.filter((_, index) => index % step === 0 || index === line.length - 1).map(rounded)
  return {
    number: at + 1,
    name,
    length_m: Math.round(pieces.reduce((sum, piece) => sum + metres(piece), 0)),
    gap_m: Math.round(metresBetween(all.at(-1) as Position, all[0] as Position)),
    lost_m: Math.round(Math.max(0, ...losses(track))),
    is_closed: isWhole(track),
    lines: (pieces.length > MOST_PIECES ? [all] : pieces).map(thin),
  }
}

/** a metre */
const rounded = ([lon, lat]: Position): Position => [Number(lon.toFixed(5)), Number(lat.toFixed(5))]
