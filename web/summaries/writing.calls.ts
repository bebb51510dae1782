import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import { readOptions } from '../lib/queries.ts'

const FRESH_MS = 5 * 60_000
const WRITERS_FRESH_MS = 30_000

/** The frozen summary before this one, or null. */
export const previousQuery = (id: number) =>
  readOptions(writingApi.previous, {
    params: { id },
    select: ({ previous }) => previous,
    staleTime: FRESH_MS,
  })

/** Who else has unsaved text in a draft; read again by what the person does, never by a clock. */
export const writersQuery = (id: number) =>
  readOptions(writingApi.writers, {
    params: { id },
    select: ({ writers }) => writers,
    staleTime: WRITERS_FRESH_MS,
  })
