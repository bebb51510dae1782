import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { crosswalkApi, type CrosswalkInput } from '../../shared/summaries/crosswalk.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import type { TableState } from '../ui/useTableState.ts'

/** invalidated by a save, which adds a version and changes the current one */
const CROSSWALK = ['crosswalk'] as const

/** Reads the newest version without the cache. */
export const findCrosswalk = async () => (await call(crosswalkApi.current)).crosswalk

export const crosswalkQuery = queryOptions({ queryKey: [...CROSSWALK, 'current'], queryFn: findCrosswalk })

/** One version; it never changes. */
export const crosswalkVersionQuery = (version: number) =>
  queryOptions({
    queryKey: [...CROSSWALK, 'version', version],
    queryFn: async ({ signal }) => (await call(crosswalkApi.show, { params: { version }, signal })).crosswalk,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A page of the versions. */
export const useCrosswalkVersions = (query: TableState['query']) =>
  useQuery({
    queryKey: [...CROSSWALK, 'versions', query],
    queryFn: ({ signal }) => call(crosswalkApi.versions, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Saves the next version. */
export function useSaveCrosswalk() {
  const client = useQueryClient()
  return useChange(CROSSWALK, async (input: { body: CrosswalkInput; form_key: string }) => {
    const { crosswalk } = await call(crosswalkApi.save, input)
    client.setQueryData(crosswalkQuery.queryKey, crosswalk)
    return crosswalk
  })
}
