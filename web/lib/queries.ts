import {
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect } from 'react'

/** A record as it is now: what was kept from an earlier look is not shown, since a form would start from it. */
export function useFresh<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...query,
    refetchOnMount: 'always',
    // a form under work does not change by itself
    refetchOnWindowFocus: false,
    // but one that never came does when the line is back
    refetchOnReconnect: ({ state }) => state.status === 'error',
  })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}

/** A change, after which everything under this key is asked for again. */
export function useChange<Given, Reply>(key: QueryKey, change: (input: Given) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: key }) })
}

/**
 * Records once in the audit log that a record is viewed, and once more when it is another one meanwhile; a failure here is
 * ignored.
 */
export function useRecordView(
  tell: (id: number, revision?: number) => Promise<unknown>,
  { id, revision }: { id?: number | undefined; revision?: number | undefined },
) {
  useEffect(() => {
    if (id !== undefined) tell(id, revision).catch(() => undefined)
  }, [tell, id, revision])
}
