import { useState } from 'react'
import type { User } from '../../shared/auth/auth.schema.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { call } from '../lib/call.ts'
import { readOptions, useChange, useFresh, useRead } from '../lib/queries.ts'
import { inform } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { FormLoading, RecordListWindow } from '../ui/RecordListWindow.tsx'
import type { RecordContent, RecordWindowState } from '../ui/useRecordWindow.ts'
import { UserDetails } from './UserDetails.tsx'
import { UserForm } from './UserForm.tsx'
import { toUserInput, toUserPatch } from './user-form-values.ts'

type State = RecordWindowState<RecordContent>

function ViewUser({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useRead(usersApi.show, { params: { id } })
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <UserDetails
      user={data.user}
      leftAlone={data.left_alone}
      onEdit={() => state.show({ kind: 'edit', id })}
    />
  )
}

function AddUser({ state }: { state: State }) {
  const create = useChange(usersApi.create)
  return (
    <UserForm
      user={null}
      action="Add User"
      question="Add this user?"
      state={state}
      save={async (values, form_key) => {
        const body = toUserInput(values)
        const { user, mail_queued } = await create.mutateAsync({ body, form_key })
        const name = `${user.first_name} ${user.last_name}`
        const message = mail_queued
          ? `A link to set the password is on its way to ${user.email}.`
          : `The link to set the password could not be mailed. Open ${name} and choose Reset password to send one.`
        state.close(() => void inform({ title: 'Add User Successful', message }))
      }}
    />
  )
}

type EditFormProps = { user: User; leftAlone: UnattendedWork; state: State }

function EditForm({ user, leftAlone, state }: EditFormProps) {
  const update = useChange(usersApi.update)
  // the user as the person saw it: a refetch after a refusal does not change it
  const [seen] = useState(user)
  return (
    <UserForm
      user={user}
      record={{
        seen,
        reload: async () => (await call(usersApi.show, { params: { id: seen.id } })).user,
      }}
      action="Save"
      leftAlone={leftAlone}
      question="Save the changes to this user?"
      state={state}
      save={async (values, form_key, from) => {
        const body = toUserPatch(values, from ?? seen)
        const saved = await update.mutateAsync({ params: { id: seen.id }, body, form_key })
        const message = `The changes to ${saved.user.first_name} ${saved.user.last_name} are saved.`
        state.close(() => void inform({ title: 'User has been updated.', message }))
      }}
    />
  )
}

function EditUser({ id, state }: { id: number; state: State }) {
  const { data, error, refetch } = useFresh(readOptions(usersApi.show, { params: { id } }))
  if (data) return <EditForm user={data.user} leftAlone={data.left_alone} state={state} />
  return <FormLoading error={error} onRetry={() => void refetch()} onClose={() => state.close()} />
}

/** The window of the user list: the details of a user, or the form. */
export const UserWindow = ({ state }: { state: State }) => (
  <RecordListWindow
    word="user"
    state={state}
    add={() => <AddUser state={state} />}
    view={(id) => <ViewUser id={id} state={state} />}
    edit={(id) => <EditUser id={id} state={state} />}
  />
)
