import { Button } from '@mantine/core'
import type { RoleShowReply } from '../../shared/roles/roles.schema.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { RoleDetails } from './RoleDetails.tsx'
import { RoleForm } from './RoleForm.tsx'
import { toRoleInput, toRolePatch } from './role-form-values.ts'
import { useCreateRole, useFreshRole, useRecordRoleView, useRole, useUpdateRole } from './roles.calls.ts'

export type RoleWindowContent = { kind: 'add' } | { kind: 'view'; id: number } | { kind: 'edit'; id: number }
type State = RecordWindowState<RoleWindowContent>

const TITLES = { add: 'Add Role', view: 'Role details', edit: 'Edit Role' }

function ViewRole({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useRole(id)
  useRecordRoleView(data?.role.id)
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return <RoleDetails shown={data} onEdit={() => state.show({ kind: 'edit', id })} />
}

function AddRole({ state }: { state: State }) {
  const { inform } = useDialogs()
  const create = useCreateRole()
  return (
    <RoleForm
      stored={null}
      inUse={false}
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      save={async (values) => {
        const { role } = await create.mutateAsync(toRoleInput(values))
        const message = `${role.name} can be given to users of the level ${role.access_level}.`
        state.close(() => void inform({ title: 'Add Role Successful', message }))
      }}
    />
  )
}

function EditForm({ shown, state }: { shown: RoleShowReply; state: State }) {
  const { inform } = useDialogs()
  const update = useUpdateRole()
  return (
    <RoleForm
      stored={shown.role}
      inUse={shown.activated_holders > 0}
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      save={async (values) => {
        const { role } = await update.mutateAsync({
          id: shown.role.id,
          body: toRolePatch(values, shown.role),
        })
        const message = `The changes to ${role.name} are saved. They reach its holders with their next action.`
        state.close(() => void inform({ title: 'Edit Role Successful', message }))
      }}
    />
  )
}

function EditRole({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useFreshRole(id)
  if (data) return <EditForm shown={data} state={state} />
  return (
    <Loading
      error={error}
      onRetry={() => void refetch()}
      action={
        <Button variant="default" onClick={() => state.close()}>
          Close
        </Button>
      }
    />
  )
}

/** The window of the role list: a role's details, or the form. */
export function RoleWindow({ state }: { state: State }) {
  const { shown } = state
  const isForm = shown?.kind === 'add' || shown?.kind === 'edit'
  return (
    <RecordWindow
      opened={state.opened}
      title={shown ? TITLES[shown.kind] : ''}
      onClose={() => void state.ask()}
      onExited={state.onExited}
      closeOnClickOutside={!isForm}
    >
      {shown?.kind === 'view' ? <ViewRole key={shown.id} id={shown.id} state={state} /> : null}
      {shown?.kind === 'add' ? <AddRole state={state} /> : null}
      {shown?.kind === 'edit' ? <EditRole key={shown.id} id={shown.id} state={state} /> : null}
    </RecordWindow>
  )
}
