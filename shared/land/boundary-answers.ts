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

/** What a file can ask before its boundary can be read: its coordinate system, or whether an open track is closed. */
export const BoundaryQuestion = z.enum(['crs', 'close'])
export type BoundaryQuestion = z.output<typeof BoundaryQuestion>

export const BoundaryAnswers = z.object({ crs: z.optional(Crs), close: z.optional(z.boolean()) })
export type BoundaryAnswers = z.output<typeof BoundaryAnswers>

/** Whether two sets of answers read the same boundary; null is none. */
export const sameAnswers = (one: BoundaryAnswers | null, other: BoundaryAnswers | null): boolean =>
  one?.crs === other?.crs && one?.close === other?.close
