import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '../../../shared/access/endpoint.ts'
import { QUEUE_OF } from '../../../shared/access/levels.ts'
import { MAX_ROWS } from '../../../shared/lib/paging.ts'
import { BULK_MAX, type BulkEndpoints } from '../../../shared/review/bulk.schema.ts'
import { call } from '../../lib/call.ts'
import { type Change, readOptions, useRead, useReadAgain } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import type { TableState } from '../../ui/useTableState.ts'
import type { ReviewCalls } from '../review.calls.ts'
import { isSelectable } from './selection.ts'

const POLL_MS = 700

/** The newest decision on many; polled until it has ended, then all queries of its kind are refetched. */
export function useNewestBulk({ bulk, approve }: Pick<BulkEndpoints, 'bulk'> & { approve: Endpoint }) {
  const readAgain = useReadAgain()
  const found = useRead(bulk, {
    refetchInterval: ({ state }) => (state.data?.bulk?.state === 'Running' ? POLL_MS : false),
  })
  const isRunning = found.data?.bulk?.state === 'Running'
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    // it has approved or returned records as one call each would have
    if (wasRunning.current && !isRunning) void readAgain(approve)
    wasRunning.current = isRunning
  }, [readAgain, approve, isRunning])
  return found
}

/**
 * The records of a filtered approval list that wait for the person's decision, up to `BULK_MAX`. They come first in the
 * list, so the rest of it is not read (S-140).
 */
export function useWaitingInFilter(
  { queue }: Pick<ReviewCalls<never, { id: number }>, 'queue'>,
  query: TableState['query'],
) {
  const params = QUEUE_OF[useActor().access_level]
  return useMutation({
    mutationFn: async () => {
      const ids: number[] = []
      for (let page = 1; ids.length < BULK_MAX; page += 1) {
        const { data, filteredCount } = await call(queue, {
          params,
          query: { ...query, page, length: MAX_ROWS },
        })
        const waiting = data.filter(isSelectable)
        ids.push(...waiting.map(({ id }) => id))
        // a page past the end repeats the last one
        if (waiting.length < MAX_ROWS || page * MAX_ROWS >= filteredCount) break
      }
      return ids.slice(0, BULK_MAX)
    },
  })
}

/** The records with their warnings and changes, refetched each time the page opens. */
export const useBulkCandidates = ({ carried }: Pick<BulkEndpoints, 'carried'>, ids: readonly number[]) =>
  useRead(carried, {
    query: { ids: ids.join(',') },
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    keep: true,
  })

/** Starts a decision on many; the reply becomes the newest decision at once. */
export function useDecideMany({ bulk, decideMany }: Pick<BulkEndpoints, 'bulk' | 'decideMany'>) {
  const client = useQueryClient()
  const { queryKey } = readOptions(bulk)
  return useMutation({
    mutationFn: (input: Change<typeof decideMany>) => call(decideMany, input),
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}
