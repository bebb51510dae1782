import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { holds } from '../../shared/access/actor.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { canCreateUser, canEditUser, canSeeUser } from '../../shared/users/users.policy.ts'
import type { UserRow } from '../../shared/users/users.schema.ts'
import { useActor } from '../app/actor.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useInformInactive } from '../ui/useInformInactive.ts'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { Address } from './Address.tsx'
import { UserWindow, type UserWindowContent } from './UserWindow.tsx'
import { useUsers } from './users.calls.ts'

const COLUMNS: Column<UserRow>[] = [
  { key: 'name', header: 'Name', sortable: true },
  { key: 'role', header: 'Role', sortable: true },
  {
    key: 'email',
    header: 'Email Address',
    sortable: true,
    cell: (row) => <Address email={row.email} />,
  },
  {
    key: 'status',
    header: 'Account Status',
    sortable: true,
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'last_logged_in',
    header: 'Last Login',
    sortable: true,
    nowrap: true,
    cell: (row) => (row.last_logged_in ? formatDateTime(row.last_logged_in) : 'Never'),
  },
]

const BY_EMAIL = { column: 'email', dir: 'asc' } as const

/** View and edit of a row; a deactivated record is not edited, which is told when edit is pressed. */
function useRowActions(show: (what: UserWindowContent) => void) {
  const actor = useActor()
  const informInactive = useInformInactive('user')
  return useCallback(
    (row: UserRow) => {
      const editing = canEditUser(actor, row)
      return (
        <RowActions
          name={row.name}
          viewing={canSeeUser(actor, row)}
          editing={editing}
          onView={() => show({ kind: 'view', id: row.id })}
          onEdit={() => (editing.ok ? show({ kind: 'edit', id: row.id }) : void informInactive())}
        />
      )
    },
    [actor, show, informInactive],
  )
}

/** User management: everybody in the own scope. */
export function UserListPage() {
  const actor = useActor()
  const state = useTableState({ defaultSort: BY_EMAIL })
  const { data, isFetching, error, refetch } = useUsers(state.query)
  const record = useRecordWindow<UserWindowContent>()
  const rowActions = useRowActions(record.show)
  const mayView = holds(actor, 'user_show').ok
  const add = canCreateUser(actor).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => record.show({ kind: 'add' })}>
      Add User
    </Button>
  ) : null

  return (
    <>
      <PageHeader title="User Management" intro="Who may log in, with which role and at which office." />
      <DataTable
        title="User Management"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        {...(mayView ? { onRow: (row: UserRow) => record.show({ kind: 'view', id: row.id }) } : {})}
        rowActions={rowActions}
        addButton={add}
        empty={{ text: 'No users yet. A person appears here once added.', action: add }}
      />
      <UserWindow state={record} />
    </>
  )
}
