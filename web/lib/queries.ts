import {
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect } from 'react'

/** Reads a record anew: a cached copy is not returned, because a form would start from it. */
export function useFresh<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) {
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...query,
    refetchOnMount: 'always',
    // an open form does not change while it is edited
    refetchOnWindowFocus: false,
    // a record that never loaded is read again when the connection is back
    refetchOnReconnect: ({ state }) => state.status === 'error',
  })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}

/** A mutation after which every query under `key` is read again, also after a failure. */
export function useChange<Given, Reply>(key: QueryKey, change: (input: Given) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: key }) })
}

/** Records in the audit log that a record was viewed, again when its revision changes; failures are ignored. */
export function useRecordView(
  tell: (id: number, revision?: number) => Promise<unknown>,
  { id, revision }: { id?: number | undefined; revision?: number | undefined },
) {
  useEffect(() => {
    if (id !== undefined) tell(id, revision).catch(() => undefined)
  }, [tell, id, revision])
}
