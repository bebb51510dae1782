import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManageOffices } from '../../shared/offices/offices.policy.ts'
import type { Office } from '../../shared/offices/offices.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { MergeOffice, type OfficeContent, RenameOffice } from './OfficeForm.tsx'
import { useOfficeList } from './offices.calls.ts'

const COLUMNS: Column<Office>[] = [
  { key: 'name', header: 'Name', sortable: true, long: true },
  { key: 'region', header: 'Region', sortable: true },
  { key: 'province', header: 'Province', sortable: true },
  { key: 'users', header: 'Users', sortable: 'number', align: 'right' },
  { key: 'profiles', header: 'Profiles', sortable: 'number', align: 'right' },
]

const BY_REGION = { column: 'region', dir: 'asc' } as const

/** The offices of the bureau, to rename one or merge two of a region (S-148). */
export function OfficeListPage() {
  const state = useTableState({ defaultSort: BY_REGION })
  const rows = useOfficeList(state.query)
  const change = useRecordWindow<OfficeContent>()
  const { shown } = change
  const mayChange = canManageOffices(useActor()).ok
  const changesOf = (office: Office) => (
    <Group gap="xs" wrap="nowrap">
      {(['rename', 'merge'] as const).map((kind) => (
        <Button
          key={kind}
          variant="subtle"
          size="compact-sm"
          aria-label={`${kind === 'rename' ? 'Rename' : 'Merge'} ${office.name}`}
          onClick={() => change.show({ kind, office })}
        >
          {kind === 'rename' ? 'Rename' : 'Merge'}
        </Button>
      ))}
    </Group>
  )
  return (
    <>
      <PageHeader
        title="Offices"
        intro="Every office that users and records belong to. An office that was added by mistake is merged into the right one."
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/users" search={{}} {...props} />}>
            Users
          </Button>
        }
      />
      <DataTable
        title="Offices"
        columns={COLUMNS}
        rows={rows}
        state={state}
        {...(mayChange ? { rowActions: changesOf } : {})}
        empty={{ text: 'No offices yet. An office appears here once a user is added to it.' }}
      />
      <RecordWindow
        {...change.window}
        title={
          shown?.kind === 'merge' ? `Merge ${shown.office.name}` : `Rename ${shown?.office.name ?? 'office'}`
        }
        closeOnClickOutside={false}
      >
        {shown?.kind === 'rename' ? <RenameOffice office={shown.office} state={change} /> : null}
        {shown?.kind === 'merge' ? <MergeOffice office={shown.office} state={change} /> : null}
      </RecordWindow>
    </>
  )
}
