import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Level } from '../../shared/access/levels.ts'
import { type RoleInput, type RolePatch, rolesApi } from '../../shared/roles/roles.schema.ts'
import { actorQuery } from '../lib/useActor.ts'
import { call } from '../lib/call.ts'
import { useChange, useFresh, useRecordView } from '../lib/queries.ts'
import type { Deactivation } from '../ui/useStatusChange.ts'
import type { TableState } from '../ui/useTableState.ts'

/** invalidated by every change of a role: the list, the record and the choices of the user form */
const ROLES = ['roles'] as const

/** A page of the role list. */
export const useRoles = (query: TableState['query']) =>
  useQuery({
    queryKey: [...ROLES, 'list', query],
    queryFn: ({ signal }) => call(rolesApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The activated roles of a level; no call before the level is chosen. */
export const useRoleChoices = (access_level: Level | null) =>
  useQuery({
    queryKey: [...ROLES, 'choices', access_level],
    queryFn: () => call(rolesApi.search, { query: access_level ? { access_level } : {} }),
    enabled: access_level !== null,
  })

const roleQuery = (id: number) =>
  queryOptions({ queryKey: [...ROLES, 'one', id], queryFn: () => call(rolesApi.show, { params: { id } }) })

/** Reads a role without the cache. */
export const readRole = async (id: number) => (await call(rolesApi.show, { params: { id } })).role

/** One role with its permissions and the number of its activated holders. */
export const useRole = (id: number) => useQuery(roleQuery(id))

/** The same, always refetched, for a form to start from. */
export const useFreshRole = (id: number) => useFresh(roleQuery(id))

const recordRoleView = (id: number) =>
  call(rolesApi.view, { body: { model_name: 'Role', id, event: 'View' } })

/** Records in the audit log that a role was viewed. */
export const useRecordRoleView = (id: number) => useRecordView(recordRoleView, { id })

const useRoleChange = <Given, Reply>(change: (input: Given) => Promise<Reply>) => useChange(ROLES, change)

/** Adds a role. */
export const useCreateRole = () =>
  useRoleChange((input: { body: RoleInput; form_key: string }) => call(rolesApi.create, input))

/** Edits a role; also refetches the signed-in person, whose tabs change with their own role. */
export function useUpdateRole() {
  const client = useQueryClient()
  return useRoleChange(async ({ id, ...input }: { id: number; body: RolePatch; form_key: string }) => {
    const saved = await call(rolesApi.update, { params: { id }, ...input })
    await client.invalidateQueries(actorQuery)
    return saved
  })
}

export const useActivateRole = (id: number) =>
  useRoleChange((form_key: string) => call(rolesApi.activate, { params: { id }, form_key }))

export const useDeactivateRole = (id: number) =>
  useRoleChange(({ form_key, ...body }: Deactivation) =>
    call(rolesApi.deactivate, { params: { id }, body, form_key }),
  )
