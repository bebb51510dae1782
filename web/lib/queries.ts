import {
  keepPreviousData,
  type Query,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod/mini'
import { type Endpoint, makesStale, nounOf, type Parsed, type Reply } from '../../shared/access/endpoint.ts'
import { MAX_ROWS, type PageReply } from '../../shared/lib/paging.ts'
import { call, type Input, type WithInput } from './call.ts'

type Options<Answer, Data> = Pick<
  UseQueryOptions<Answer, Error, Data>,
  'enabled' | 'staleTime' | 'gcTime' | 'retry' | 'refetchOnMount' | 'refetchOnWindowFocus' | 'select'
> & {
  /** part of the key, such as the revision of a record: another one is read anew */
  version?: string | number | null
  /** shows the old answer while another input is read; a page of a list always does */
  keep?: boolean
  /** how soon an answer, read so many times, is read again, in milliseconds; false: not by a clock */
  every?: (answer: Answer, reads: number) => number | false
  /** of a list: reads it page by page until all its rows are there, or so many */
  rows?: number
}

/** The input of a change, with the key of its form. */
export type Change<E> =
  Record<never, never> extends Input<E> ? void | (Input<E> & FormKeyed) : Input<E> & FormKeyed
type FormKeyed = { form_key?: string }
type AnyInput = { params?: object; query?: object; body?: unknown }

const asTexts = (params: object = {}) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

/** The beginning of the key of each read of a call: the noun that it reads, and the call. */
export const keyOf = (endpoint: Endpoint) => [nounOf(endpoint), endpoint.path] as const

/** Reads a list page by page, with as many rows as a page can have, until all of them are there or `isEnough` says so. */
export async function readPages<Row>(
  read: (page: { page: number; length: number }) => Promise<PageReply<Row>>,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<PageReply<Row>> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const reply = await read({ page, length: MAX_ROWS })
    rows.push(...reply.data)
    if (reply.data.length === 0 || rows.length >= reply.filteredCount || isEnough(rows))
      return { ...reply, data: rows }
  }
}

/**
 * A read, for `useQuery`, for reading ahead and for `setQueryData`. Its key is the noun that the call reads, the call and
 * its input, so the same read has one place in the cache, and a change that makes the noun stale finds it.
 */
export function readOptions<E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  ...args: WithInput<E, Options<Reply<E>, Data>>
) {
  const { params, query, body, version, keep, every, rows, ...options } = (args[0] ?? {}) as AnyInput &
    Options<Reply<E>, Data>
  return queryOptions({
    queryKey: [...keyOf(endpoint), { params: asTexts(params), query, body, rows }, version],
    queryFn: ({ signal }): Promise<Reply<E>> => {
      const read = (page?: object) =>
        call(endpoint, { params, query: { ...query, ...page }, body, signal } as never)
      return rows === undefined
        ? read()
        : (readPages<unknown>(read as never, ({ length }) => length >= rows) as never)
    },
    ...(every
      ? {
          refetchInterval: ({ state: { data, dataUpdateCount } }: Query<Reply<E>>) =>
            data !== undefined && every(data, dataUpdateCount),
        }
      : {}),
    ...(keep || (query && 'page' in query) ? { placeholderData: keepPreviousData } : {}),
    ...options,
  })
}

/** Reads a call and shows its answer; the input also takes what differs from other reads, such as polling. */
export const useRead = <E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  ...args: WithInput<E, Options<Reply<E>, Data>>
) => useQuery(readOptions<E, Data>(endpoint, ...args))

/** Reads a record anew: a cached copy is not returned, because a form would start from it. */
export function useFresh<Answer, Data, Key extends QueryKey>(
  query: UseQueryOptions<Answer, Error, Data, Key>,
) {
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

/** Returns what reads again all that a change has made stale, as far as it is on the screen. */
export function useReadAgain() {
  const client = useQueryClient()
  return (change: Endpoint) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [reads, path] }) =>
        makesStale(change, { reads: String(reads), path: String(path) }),
    })
}

/**
 * A mutation by one call, after which all that it makes stale is read again, also after a failure. `send` makes the call
 * where more is to be done; `show` puts the reply on the screen at once, so that nothing waits for the rest.
 */
export function useChange<E extends Endpoint, Sent = Change<E>, Answer = Reply<E>>(
  endpoint: E,
  send = (input: Sent) => call(endpoint, input as never) as Promise<unknown> as Promise<Answer>,
  show?: (answer: Answer) => void,
) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => show?.(answer),
    onSettled: () => {
      const isRead = readAgain(endpoint)
      return show ? undefined : isRead
    },
  })
}

/** Logs why something could not be loaded that its page does without (001 §2). */
export function useLogged(error: Error | null, sentence: string) {
  useEffect(() => {
    if (error) console.warn(sentence, error)
  }, [error, sentence])
}

type ViewCall = Endpoint<undefined, undefined, z.ZodMiniType<{ model_name: string }>>

/** Records in the audit log that a record was viewed, again when its revision changes; failures are ignored. */
export function useRecordView<E extends ViewCall>(
  view: E,
  model_name: Parsed<E>['body']['model_name'],
  { id, revision }: { id?: number | undefined; revision?: number | undefined },
) {
  useEffect(() => {
    if (id === undefined) return
    const body = { model_name, id, event: 'View', revision }
    call(view, { body } as never).catch(() => undefined)
  }, [view, model_name, id, revision])
}
