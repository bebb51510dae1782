import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { holds } from '../../shared/access/actor.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { canListOffices } from '../../shared/offices/offices.policy.ts'
import { canCreateUser, canEditUser, canSeeUser } from '../../shared/users/users.policy.ts'
import { type UserRow, usersApi } from '../../shared/users/users.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { MissingApprovers } from '../review/MissingApprovers.tsx'
import { Address } from '../ui/Address.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { RecordList } from '../ui/RecordList.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { TableState } from '../ui/useTableState.ts'
import { UserWindow } from './UserWindow.tsx'

const COLUMNS: Column<UserRow>[] = [
  { key: 'name', header: 'Name', sortable: true, long: true, card: 'lead' },
  {
    key: 'role',
    header: 'Role',
    sortable: true,
    cell: (row) => (row.is_break_glass ? `${row.role}, for emergencies only` : row.role),
  },
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
    card: 'state',
    cell: (row) => <StatusBadge status={row.status} />,
  },
  {
    key: 'last_logged_in',
    header: 'Last Login',
    sortable: 'time',
    nowrap: true,
    cell: (row) => (row.last_logged_in ? formatDateTime(row.last_logged_in) : 'Never'),
  },
]

const useUsers = (query: TableState['query']) => useRead(usersApi.datatable, { query })

const BY_EMAIL = { column: 'email', dir: 'asc' } as const

/** User management: every user within the person's scope. */
export function UserListPage() {
  const actor = useActor()
  return (
    <RecordList
      word="user"
      title="User Management"
      intro="Who may log in, with which role and at which office."
      notice={<MissingApprovers />}
      actions={
        canListOffices(actor).ok ? (
          <>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/users/sign-in" search={{}} {...props} />}
            >
              Sign-in
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/users/offices" search={{}} {...props} />}
            >
              Offices
            </Button>
          </>
        ) : null
      }
      columns={COLUMNS}
      sort={BY_EMAIL}
      useRows={useUsers}
      Window={UserWindow}
      mayView={holds(actor, 'user_show').ok}
      mayAdd={canCreateUser(actor).ok}
      verdictsOf={(row) => ({ viewing: canSeeUser(actor, row), editing: canEditUser(actor, row) })}
    />
  )
}
