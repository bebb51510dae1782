import { z } from 'zod/mini'
import { Id } from '../lib/ids.ts'

const NO_PLACES = 'Choose the regions or provinces that the version covers.'

/**
 * What a version covers: the whole country, what its features touch, or these places. Without it, what the current
 * version was said to cover, else what the features touch.
 */
export const CoversInput = z.nullish(
  z.union(
    [
      z.enum(['country', 'touched']),
      z
        .object({ regions: z.array(Id), provinces: z.array(Id) })
        .check(z.refine(({ regions, provinces }) => regions.length + provinces.length > 0, NO_PLACES)),
    ],
    NO_PLACES,
  ),
)
export type CoversInput = z.output<typeof CoversInput>

/** What a version covers, as it is chosen: by its features, the whole country, or places by their ids. */
export type Covers = { by: 'touched' | 'country' | 'places'; regions: number[]; provinces: number[] }

type Places = { regions: readonly { id: number }[]; provinces: readonly { id: number }[] }

/** What a version covers, to be changed or continued by the next one. */
export const coversOf = (version: { covers: Places | null; covers_touched: boolean } | null): Covers => ({
  by: !version || version.covers_touched ? 'touched' : version.covers === null ? 'country' : 'places',
  regions: version?.covers?.regions.map(({ id }) => id) ?? [],
  provinces: version?.covers?.provinces.map(({ id }) => id) ?? [],
})

export const coversInput = ({ by, regions, provinces }: Covers): CoversInput =>
  by === 'places' ? { regions, provinces } : by
