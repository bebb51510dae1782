import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { QUEUE_OF } from '../../../shared/access/levels.ts'
import { MAX_ROWS } from '../../../shared/lib/paging.ts'
import { BULK_MAX } from '../../../shared/review/bulk.schema.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import type { TableState } from '../../ui/useTableState.ts'
import type { ReviewCalls } from '../review.calls.ts'
import { isSelectable } from './selection.ts'

type Calls = Pick<ReviewCalls<ReviewFacts, never>, 'key' | 'bulkCandidates' | 'newestBulk' | 'decideMany'>

const POLL_MS = 700

const newestKey = (calls: Calls) => [...calls.key, 'newest bulk']

/** The newest decision on many; polled until it has ended, then all queries of its kind are refetched. */
export function useNewestBulk(calls: Calls) {
  const client = useQueryClient()
  const found = useQuery({
    queryKey: newestKey(calls),
    queryFn: ({ signal }) => calls.newestBulk({ signal }),
    refetchInterval: ({ state }) => (state.data?.bulk?.state === 'Running' ? POLL_MS : false),
  })
  const isRunning = found.data?.bulk?.state === 'Running'
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void client.invalidateQueries({ queryKey: calls.key })
    wasRunning.current = isRunning
  }, [client, calls.key, isRunning])
  return found
}

type Queues = Pick<ReviewCalls<never, { id: number }>, 'key' | 'queue'>

/**
 * The records of a filtered approval list that wait for the person's decision, up to `BULK_MAX`. They come first in the
 * list, so the rest of it is not read (S-140).
 */
export function useWaitingInFilter(calls: Queues, query: TableState['query']) {
  const params = QUEUE_OF[useActor().access_level]
  const pageOf = (page: number, signal: AbortSignal) =>
    calls.queue({ params, query: { ...query, page, length: MAX_ROWS }, signal })
  return useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController()
      const ids: number[] = []
      for (let page = 1; ids.length < BULK_MAX; page += 1) {
        const { data, filteredCount } = await pageOf(page, signal)
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
export const useBulkCandidates = (calls: Calls, ids: readonly number[]) =>
  useQuery({
    queryKey: [...calls.key, 'carried', ids],
    queryFn: ({ signal }) => calls.bulkCandidates({ query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Starts a decision on many; the reply becomes the newest decision at once. */
export function useDecideMany(calls: Calls) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: calls.decideMany,
    onSuccess: (reply) => client.setQueryData(newestKey(calls), reply),
    onSettled: () => void client.invalidateQueries({ queryKey: newestKey(calls) }),
  })
}
