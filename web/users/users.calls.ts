import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { placesApi } from '../../shared/places/places.schema.ts'
import { type UserInput, type UserPatch, usersApi } from '../../shared/users/users.schema.ts'
import { call } from '../lib/call.ts'
import type { TableState } from '../ui/useTableState.ts'

/** Whatever changes a user changes the list and the record. */
const USERS = ['users'] as const
const OFFICES = 'offices'

/** The user list. */
export const useUsers = (query: TableState['query']) =>
  useQuery({
    queryKey: [...USERS, 'list', query],
    queryFn: ({ signal }) => call(usersApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

const userQuery = (id: number) =>
  queryOptions({ queryKey: [...USERS, 'one', id], queryFn: () => call(usersApi.show, { params: { id } }) })

/** One user with every field. */
export const useUser = (id: number) => useQuery(userQuery(id))

/** The same as it is now: what was kept from an earlier look is not shown, since a form would start from it. */
export function useFreshUser(id: number) {
  const { data, isFetchedAfterMount, error, refetch } = useQuery({
    ...userQuery(id),
    refetchOnMount: 'always',
    // a form under work does not change by itself
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}

/** Tells the audit log that a user was looked at; a failure here is nobody's concern. */
export function useRecordUserView(id: number | undefined) {
  useEffect(() => {
    if (id === undefined) return
    call(usersApi.view, { body: { model_name: 'User', id, event: 'View' } }).catch(() => undefined)
  }, [id])
}

/** The offices of a region; nothing is asked before one is chosen. */
export const useOffices = (regionId: number | null) =>
  useQuery({
    queryKey: [OFFICES, regionId],
    queryFn: () => call(placesApi.officesOfRegion, { params: { regionId: regionId ?? 0 } }),
    enabled: regionId !== null,
    staleTime: 60 * 60_000,
  })

function useUserChange<Given, Reply>(change: (given: Given) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: USERS })
    },
  })
}

/** Adds or edits a user; a PENRO typed for the first time becomes an office, so their list is stale as well. */
export function useSaveUser() {
  const client = useQueryClient()
  const forgetOffices = () => void client.invalidateQueries({ queryKey: [OFFICES] })
  const create = useUserChange((body: UserInput) => call(usersApi.create, { body }))
  const update = useUserChange(({ id, body }: { id: number; body: UserPatch }) =>
    call(usersApi.update, { params: { id }, body }),
  )
  return {
    create: (body: UserInput) => create.mutateAsync(body).finally(forgetOffices),
    update: (id: number, body: UserPatch) => update.mutateAsync({ id, body }).finally(forgetOffices),
  }
}

export const useActivateUser = (id: number) =>
  useUserChange((_given: undefined) => call(usersApi.activate, { params: { id } }))

export const useDeactivateUser = (id: number) =>
  useUserChange((deactivate_reason: string) =>
    call(usersApi.deactivate, { params: { id }, body: { deactivate_reason } }),
  )

/** Mails a generated password. */
export const useResetPassword = () =>
  useUserChange((email: string) => call(usersApi.resetPassword, { body: { email } }))
