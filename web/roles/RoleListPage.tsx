import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { holds } from '../../shared/access/actor.ts'
import { canCreateRole, canEditRole, canSeeRole } from '../../shared/roles/roles.policy.ts'
import type { RoleRow } from '../../shared/roles/roles.schema.ts'
import { useActor } from '../app/actor.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useInformInactive } from '../ui/useInformInactive.ts'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { RoleWindow, type RoleWindowContent } from './RoleWindow.tsx'
import { useRoles } from './roles.calls.ts'

const COLUMNS: Column<RoleRow>[] = [
  { key: 'name', header: 'Name', sortable: true },
  { key: 'access_level', header: 'Access Level', sortable: true },
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={row.status} /> },
]

const BY_LEVEL = { column: 'access_level', dir: 'asc' } as const

/** View and edit of a row; a deactivated record is not edited, which is told when edit is pressed. */
function useRowActions(show: (what: RoleWindowContent) => void) {
  const actor = useActor()
  const informInactive = useInformInactive('role')
  return useCallback(
    (row: RoleRow) => {
      const editing = canEditRole(actor, row)
      return (
        <RowActions
          name={row.name}
          viewing={canSeeRole(actor, row)}
          editing={editing}
          onView={() => show({ kind: 'view', id: row.id })}
          onEdit={() => (editing.ok ? show({ kind: 'edit', id: row.id }) : void informInactive())}
        />
      )
    },
    [actor, show, informInactive],
  )
}

/** Role management: the roles of the own level and below. */
export function RoleListPage() {
  const actor = useActor()
  const state = useTableState({ defaultSort: BY_LEVEL })
  const { data, isFetching, error, refetch } = useRoles(state.query)
  const record = useRecordWindow<RoleWindowContent>()
  const rowActions = useRowActions(record.show)
  const mayView = holds(actor, 'role_show').ok
  const add = canCreateRole(actor).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => record.show({ kind: 'add' })}>
      Add Role
    </Button>
  ) : null

  return (
    <>
      <PageHeader title="Role Management" intro="What the people of each access level may do." />
      <DataTable
        title="Role Management"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        {...(mayView ? { onRow: (row: RoleRow) => record.show({ kind: 'view', id: row.id }) } : {})}
        rowActions={rowActions}
        addButton={add}
        empty={{ text: 'No roles yet. A role appears here once added.', action: add }}
      />
      <RoleWindow state={record} />
    </>
  )
}
