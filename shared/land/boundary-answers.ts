import { z } from 'zod/mini'

/** The coordinate systems that can be read; `CRS` has their words. */
export const Crs = z.enum(
  [
    'EPSG:4326',
    'EPSG:4683',
    'EPSG:3121',
    'EPSG:3122',
    'EPSG:3123',
    'EPSG:3124',
    'EPSG:3125',
    'EPSG:32650',
    'EPSG:32651',
    'EPSG:32652',
  ],
  'Choose a coordinate system.',
)
export type Crs = z.output<typeof Crs>

/** What a file can ask before its boundary can be read: its coordinate system, or which of its open tracks are closed. */
export const BoundaryQuestion = z.enum(['crs', 'close'])
export type BoundaryQuestion = z.output<typeof BoundaryQuestion>

/** the most tracks of a file that are asked about */
export const MOST_TRACKS = 20

/** Whether all open tracks are closed, or the numbers of those that are; the others are left out. */
export const Closing = z.union(
  [z.boolean(), z.array(z.int().check(z.gte(1), z.lte(MOST_TRACKS))).check(z.maxLength(MOST_TRACKS))],
  'Say of each track whether it is closed.',
)

export const BoundaryAnswers = z.object({ crs: z.optional(Crs), close: z.optional(Closing) })
export type BoundaryAnswers = z.output<typeof BoundaryAnswers>

/** A track or route of a file that asks which of them are closed. */
export const BoundaryTrack = z.object({
  /** from 1, in the order of the file */
  number: z.number(),
  name: z.string(),
  /** without its gaps */
  length_m: z.number(),
  /** from its last point to its first */
  gap_m: z.number(),
  /** the longest piece inside it without points */
  lost_m: z.number(),
  /** it ends where it began and nothing is missing: it is land without an answer */
  is_closed: z.boolean(),
  /** its pieces for a drawing, with fewer points than the file has */
  lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
})
export type BoundaryTrack = z.output<typeof BoundaryTrack>

/** Whether these answers close an open track. */
export const closesTrack = ({ close = false }: BoundaryAnswers, number: number): boolean =>
  Array.isArray(close) ? close.includes(number) : close

/** Whether two sets of answers read the same boundary; null is none. */
export const sameAnswers = (one: BoundaryAnswers | null, other: BoundaryAnswers | null): boolean =>
  one?.crs === other?.crs && String(one?.close) === String(other?.close)
