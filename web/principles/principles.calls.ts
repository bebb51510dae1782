import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
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

/** The principle that contains an indicator, of any batch; null if there is none. */
export const principleOfIndicatorQuery = (sites_criteria_indicator_id: number) =>
  readOptions(principlesApi.search, {
    query: { sites_criteria_indicator_id },
    select: ({ sitePrinciples }) => sitePrinciples[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The batches of a principle, newest first, page by page. */
export const batchesQuery = (principle_number: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(principlesApi.batches), principle_number],
    queryFn: ({ pageParam, signal }) =>
      call(principlesApi.batches, {
        query: { principle_number, page: pageParam, length: MAX_ROWS },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }, all) =>
      all.length * MAX_ROWS < totalCount ? all.length + 1 : undefined,
  })

/** The batch of a principle, for who saved it and when; loaded only if `enabled`. */
export function useBatchMaker({ principle_number, batch_number }: SitePrinciple, enabled: boolean) {
  const { data } = useInfiniteQuery({ ...batchesQuery(principle_number), enabled })
  return data?.pages.flatMap((page) => page.data).find((one) => one.batch_number === batch_number)
}

function firstOf([principle]: SitePrinciple[]): SitePrinciple {
  if (!principle) throw new Error('There is no such principle.')
  return principle
}

/** Reads the principle with this number in the current batch, without the cache. */
export const findCurrent = async (principle_number: number): Promise<SitePrinciple> =>
  firstOf((await call(principlesApi.search, { query: { principle_number } })).sitePrinciples)

/** The same, cached. */
export const currentQuery = (principle_number: number) =>
  readOptions(principlesApi.search, {
    query: { principle_number },
    select: ({ sitePrinciples }) => firstOf(sitePrinciples),
  })
