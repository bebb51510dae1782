import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import type { ReviewCalls } from '../review.calls.ts'

type Calls = Pick<ReviewCalls<ReviewFacts, never>, 'key' | 'carried' | 'newestBulk' | 'decideMany'>

/** how often a decision that is being worked through is looked at */
const POLL_MS = 700

const newestKey = (calls: Calls) => [...calls.key, 'newest bulk']

/** The newest decision on many; looked at again and again until it has ended, and then the lists are. */
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

/** What these records carry, as it is whenever the page is come back to. */
export const useCarried = (calls: Calls, ids: readonly number[]) =>
  useQuery({
    queryKey: [...calls.key, 'carried', ids],
    queryFn: ({ signal }) => calls.carried({ query: { ids: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Begins a decision on many; what it answers is the newest one at once. */
export function useDecideMany(calls: Calls) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: calls.decideMany,
    onSuccess: (reply) => client.setQueryData(newestKey(calls), reply),
    onSettled: () => void client.invalidateQueries({ queryKey: newestKey(calls) }),
  })
}
