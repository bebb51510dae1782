import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MAX_ROWS } from '../../shared/lib/paging.ts'
import {
  type PrincipleInput,
  principlesApi,
  type SitePrinciple,
} from '../../shared/principles/principles.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'

const FRESH_MS = 60_000

/** invalidated by a save, which changes the current batch and adds to the list of batches */
const PRINCIPLES = ['principles'] as const

/** The eight principles of the current batch, in order. */
export const principlesQuery = queryOptions({
  queryKey: PRINCIPLES,
  queryFn: async ({ signal }) => {
    const { sitePrinciples } = await call(principlesApi.list, { signal })
    return sitePrinciples.sort((a, b) => a.principle_number - b.principle_number)
  },
  staleTime: FRESH_MS,
})

/** One principle of any batch. */
export const principleQuery = (id: string | number) =>
  queryOptions({
    queryKey: [...PRINCIPLES, String(id)],
    queryFn: async ({ signal }) => (await call(principlesApi.show, { params: { id }, signal })).sitePrinciple,
    staleTime: FRESH_MS,
  })

/** The principle that contains an indicator, of any batch; null if there is none. */
export const principleOfIndicatorQuery = (sites_criteria_indicator_id: number) =>
  queryOptions({
    queryKey: [...PRINCIPLES, 'of indicator', sites_criteria_indicator_id],
    queryFn: async ({ signal }) => {
      const query = { sites_criteria_indicator_id }
      return (await call(principlesApi.search, { query, signal })).sitePrinciples[0] ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The batches of a principle, newest first, page by page. */
export const batchesQuery = (principle_number: number) =>
  infiniteQueryOptions({
    queryKey: [...PRINCIPLES, 'batches', principle_number],
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

/** The batches with unfinished activities, newest first. */
export const listOpenBatches = async (principle_number: number) => {
  const query = { principle_number, open_only: 'true', length: MAX_ROWS }
  return (await call(principlesApi.batches, { query })).data
}

/** Reads the principle with this number in the current batch, without the cache. */
export async function findCurrent(principle_number: number): Promise<SitePrinciple> {
  const { sitePrinciples } = await call(principlesApi.search, { query: { principle_number } })
  const [principle] = sitePrinciples
  if (!principle) throw new Error(`There is no principle ${principle_number}.`)
  return principle
}

/** The same, cached. */
export const currentQuery = (principle_number: number) =>
  queryOptions({
    queryKey: [...PRINCIPLES, 'current', principle_number],
    queryFn: () => findCurrent(principle_number),
  })

/** Saves the criteria of a principle as a new batch. */
export function useSaveCriteria() {
  const client = useQueryClient()
  return useChange(PRINCIPLES, async (input: { body: PrincipleInput; form_key: string }) => {
    const { sitePrinciple } = await call(principlesApi.save, input)
    client.setQueryData(principleQuery(sitePrinciple.id).queryKey, sitePrinciple)
    return sitePrinciple
  })
}
