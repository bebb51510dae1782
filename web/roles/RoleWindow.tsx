import { useState } from 'react'
import { ROLE } from '../../shared/roles/roles.fields.ts'
import { type RoleShowReply, rolesApi } from '../../shared/roles/roles.schema.ts'
import { sidesOf } from '../drafts/sides.ts'
import { call } from '../lib/call.ts'
import { readOptions, useChange, useFresh, useRead } from '../lib/queries.ts'
import { inform } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { FormLoading, RecordListWindow } from '../ui/RecordListWindow.tsx'
import type { RecordContent, RecordWindowState } from '../ui/useRecordWindow.ts'
import { RoleDetails } from './RoleDetails.tsx'
import { RoleForm } from './RoleForm.tsx'

type State = RecordWindowState<RecordContent>

function ViewRole({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useRead(rolesApi.show, { params: { id } })
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return <RoleDetails details={data} onEdit={() => state.show({ kind: 'edit', id })} />
}

function AddRole({ state }: { state: State }) {
  const create = useChange(rolesApi.create)
  return (
    <RoleForm
      stored={null}
      inUse={false}
      state={state}
      save={async (values, form_key) => {
        const { role } = await create.mutateAsync({ body: ROLE.body(values), form_key })
        const message = `${role.name} can be given to users of the level ${role.access_level}.`
        state.close(() => void inform({ title: 'Add Role Successful', message }))
      }}
    />
  )
}

function EditForm({ shown, state }: { shown: RoleShowReply; state: State }) {
  const update = useChange(rolesApi.update)
  // the role as the person saw it: a refetch after a refusal does not change it
  const [seen] = useState(shown.role)
  return (
    <RoleForm
      stored={shown.role}
      record={{
        seen,
        reload: async () => (await call(rolesApi.show, { params: { id: seen.id } })).role,
        sides: (mine, now) => sidesOf(ROLE, mine, now),
      }}
      inUse={shown.holders > 0}
      state={state}
      save={async (values, form_key, from) => {
        const body = { ...ROLE.body(values), updated_at: (from ?? seen).updated_at }
        const { role } = await update.mutateAsync({ params: { id: seen.id }, body, form_key })
        const message = `The changes to ${role.name} are saved. They reach its holders with their next action.`
        state.close(() => void inform({ title: 'Edit Role Successful', message }))
      }}
    />
  )
}

function EditRole({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useFresh(readOptions(rolesApi.show, { params: { id } }))
  if (data) return <EditForm shown={data} state={state} />
  return <FormLoading error={error} onRetry={() => void refetch()} onClose={() => state.close()} />
}

/** The window of the role list: the details of a role, or the form. */
export const RoleWindow = ({ state }: { state: State }) => (
  <RecordListWindow
    word="role"
    state={state}
    add={() => <AddRole state={state} />}
    view={(id) => <ViewRole id={id} state={state} />}
    edit={(id) => <EditRole id={id} state={state} />}
  />
)
