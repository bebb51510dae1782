import { queryOptions } from '@tanstack/react-query'
import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import { call } from '../lib/call.ts'

const FRESH_MS = 5 * 60_000
const WRITERS_FRESH_MS = 30_000

/** The frozen summary before this one, or null. */
export const previousQuery = (id: number) =>
  queryOptions({
    queryKey: ['summary before', id],
    queryFn: async ({ signal }) => (await call(writingApi.previous, { params: { id }, signal })).previous,
    staleTime: FRESH_MS,
  })

/** Who else has unsaved text in a draft; read again by what the person does, never by a clock. */
export const writersQuery = (id: number) =>
  queryOptions({
    queryKey: ['summary writers', id],
    queryFn: async ({ signal }) => (await call(writingApi.writers, { params: { id }, signal })).writers,
    staleTime: WRITERS_FRESH_MS,
  })
