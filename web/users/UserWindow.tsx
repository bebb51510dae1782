import { Button } from '@mantine/core'
import type { User } from '../../shared/auth/auth.schema.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { UserDetails } from './UserDetails.tsx'
import { UserForm } from './UserForm.tsx'
import { toUserInput, toUserPatch } from './user-form-values.ts'
import { useFreshUser, useRecordUserView, useSaveUser, useUser } from './users.calls.ts'

export type UserWindowContent = { kind: 'add' } | { kind: 'view'; id: number } | { kind: 'edit'; id: number }
type State = RecordWindowState<UserWindowContent>

const TITLES = { add: 'Add User', view: 'User details', edit: 'Edit User' }

function ViewUser({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useUser(id)
  useRecordUserView(data?.user.id)
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return <UserDetails user={data.user} onEdit={() => state.show({ kind: 'edit', id })} />
}

function AddUser({ state }: { state: State }) {
  const { inform } = useDialogs()
  const { create } = useSaveUser()
  return (
    <UserForm
      user={null}
      action="Add User"
      question="Add this user?"
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      save={async (values) => {
        const { user, mail_queued } = await create(toUserInput(values))
        const name = `${user.first_name} ${user.last_name}`
        const message = mail_queued
          ? `A link to set the password is on its way to ${user.email}.`
          : `The link to set the password could not be mailed. Open ${name} and choose Reset password to send one.`
        state.close(() => void inform({ title: 'Add User Successful', message }))
      }}
    />
  )
}

function EditForm({ user, state }: { user: User; state: State }) {
  const { inform } = useDialogs()
  const { update } = useSaveUser()
  return (
    <UserForm
      user={user}
      action="Save"
      question="Save the changes to this user?"
      onChanged={state.setChanged}
      onCancel={() => void state.ask()}
      save={async (values) => {
        const saved = await update(user.id, toUserPatch(values, user))
        const message = `The changes to ${saved.user.first_name} ${saved.user.last_name} are saved.`
        state.close(() => void inform({ title: 'User has been updated.', message }))
      }}
    />
  )
}

function EditUser({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useFreshUser(id)
  if (data) return <EditForm user={data.user} state={state} />
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

/** The window of the user list: a user's details, or the form. */
export function UserWindow({ state }: { state: State }) {
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
      {shown?.kind === 'view' ? <ViewUser key={shown.id} id={shown.id} state={state} /> : null}
      {shown?.kind === 'add' ? <AddUser state={state} /> : null}
      {shown?.kind === 'edit' ? <EditUser key={shown.id} id={shown.id} state={state} /> : null}
    </RecordWindow>
  )
}
