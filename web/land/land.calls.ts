import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Finding, landApi } from '../../shared/land/findings.schema.ts'
import { layersApi } from '../../shared/land/layers.schema.ts'
import type { CallInput, Reply } from '../../shared/access/endpoint.ts'
import { call, download } from '../lib/call.ts'
import { saveReply } from '../lib/save-file.ts'
import { SITES } from '../review/review.calls.ts'
import type { TableState } from '../ui/useTableState.ts'

/** What the boundary of a profile meets in each layer; read again with everything of profiles. */
export const landQuery = (id: number) =>
  queryOptions({
    queryKey: [...SITES, 'land', id],
    queryFn: ({ signal }) => call(landApi.show, { params: { id }, signal }),
  })

/** A layer with its written consideration, which hardly ever changes. */
export const useLayerOf = (id: number) =>
  useQuery({
    queryKey: ['land layer', id],
    queryFn: ({ signal }) => call(layersApi.show, { params: { id }, signal }),
    staleTime: 5 * 60_000,
  })

/** A page of what waits on the land. */
export const useLandTasks = (query: TableState['query'] & { task?: string }) =>
  useQuery({
    queryKey: [...SITES, 'land tasks', query],
    queryFn: ({ signal }) =>
      call(landApi.tasks, { query: query as NonNullable<CallInput<typeof landApi.tasks>['query']>, signal }),
    placeholderData: keepPreviousData,
  })

/** Downloads what the boundaries of the person's scope meet in each layer; returns the file name. */
export const saveLand = () => saveReply(download(landApi.export, {}))

/** Records something about a finding; its reply is shown at once, and warnings and lists are read again. */
export function useFindingChange(site_id: number) {
  const client = useQueryClient()
  return async (change: Promise<{ finding: Finding }>): Promise<Finding> => {
    const { finding } = await change
    client.setQueryData(landQuery(site_id).queryKey, (old: Reply<typeof landApi.show> | undefined) => {
      if (!old) return old
      const layers = old.land.layers.map((layer) => ({
        ...layer,
        findings: layer.findings.map((one) => (one.id === finding.id ? finding : one)),
      }))
      return { land: { ...old.land, layers } }
    })
    void client.invalidateQueries({ queryKey: SITES })
    return finding
  }
}
