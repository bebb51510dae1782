import { queryOptions } from '@tanstack/react-query'
import { principlesApi } from '../../shared/principles/principles.schema.ts'
import { call } from '../lib/call.ts'

/** criteria change once in a while, by a new batch */
const FRESH_MS = 60_000

/** The eight principles of the current batch, in their order. */
export const principlesQuery = queryOptions({
  queryKey: ['principles'],
  queryFn: async ({ signal }) => {
    const { sitePrinciples } = await call(principlesApi.list, { signal })
    return sitePrinciples.sort((a, b) => a.principle_number - b.principle_number)
  },
  staleTime: FRESH_MS,
})

/** One principle of any batch. */
export const principleQuery = (id: string) =>
  queryOptions({
    queryKey: ['principles', id],
    queryFn: async ({ signal }) => (await call(principlesApi.show, { params: { id }, signal })).sitePrinciple,
    staleTime: FRESH_MS,
  })
