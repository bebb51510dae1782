import { holds } from '../../shared/access/actor.ts'
import { canCreateRole, canEditRole, canSeeRole } from '../../shared/roles/roles.policy.ts'
import { rolesApi, type RoleRow } from '../../shared/roles/roles.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import type { Column } from '../ui/DataTable.tsx'
import { RecordList } from '../ui/RecordList.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { TableState } from '../ui/useTableState.ts'
import { RoleWindow } from './RoleWindow.tsx'

const COLUMNS: Column<RoleRow>[] = [
  { key: 'name', header: 'Name', sortable: true, long: true },
  { key: 'access_level', header: 'Access Level', sortable: true },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    card: 'state',
    cell: (row) => <StatusBadge status={row.status} />,
  },
]

const useRoles = (query: TableState['query']) => useRead(rolesApi.datatable, { query })

const BY_LEVEL = { column: 'access_level', dir: 'asc' } as const

/** Role management: the roles of the person's own level and below. */
export function RoleListPage() {
  const actor = useActor()
  return (
    <RecordList
      word="role"
      title="Role Management"
      intro="What the people of each access level may do."
      columns={COLUMNS}
      sort={BY_LEVEL}
      useRows={useRoles}
      Window={RoleWindow}
      mayView={holds(actor, 'role_show').ok}
      mayAdd={canCreateRole(actor).ok}
      verdictsOf={(row) => ({ viewing: canSeeRole(actor, row), editing: canEditRole(actor, row) })}
    />
  )
}
