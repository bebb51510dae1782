import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { readOptions } from '../lib/queries.ts'

/** One version of the crosswalk, which never changes. */
export const crosswalkVersionRead = (version: number, enabled = true) =>
  readOptions(crosswalkApi.show, {
    params: { version },
    enabled,
    select: ({ crosswalk }) => crosswalk,
    staleTime: Number.POSITIVE_INFINITY,
  })
