import { infiniteQueryOptions } from '@tanstack/react-query'
import { MAX_ROWS } from '../../shared/lib/paging.ts'
import { principlesApi, type SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { call } from '../lib/call.ts'
import { keyOf, readOptions } from '../lib/queries.ts'

const FRESH_MS = 60_000

/** The eight principles of the current batch, in order. */
export const principlesQuery = readOptions(principlesApi.list, {
  select: ({ sitePrinciples }) => sitePrinciples.toSorted((a, b) => a.principle_number - b.principle_number),
  staleTime: FRESH_MS,
})

/** One principle of any batch. */
export const principleQuery = (id: string | number) =>
  readOptions(principlesApi.show, {
    params: { id },
    select: ({ sitePrinciple }) => sitePrinciple,
    staleTime: FRESH_MS,
  })

/** The batches of a principle, newest first, page by page. */
export const batchesQuery = (principle_number: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(principlesApi.batches), principle_number],
    queryFn: ({ pageParam: page, signal }) =>
      call(principlesApi.batches, { query: { principle_number, page, length: MAX_ROWS }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }, all) =>
      all.length * MAX_ROWS < totalCount ? all.length + 1 : undefined,
  })

/** The principle that a search for one of the current batch has found. */
export function foundPrinciple({ sitePrinciples: [found] }: { sitePrinciples: SitePrinciple[] }) {
  if (!found) throw new Error('There is no such principle.')
  return found
}
