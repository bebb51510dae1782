import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { canManageOffices } from '../../shared/offices/offices.policy.ts'
import { type Office, officesApi } from '../../shared/offices/offices.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { MergeOffice, type OfficeContent, PublicOfOffice, RenameOffice } from './OfficeForm.tsx'

const COLUMNS: Column<Office>[] = [
  { key: 'name', header: 'Name', sortable: true, long: true },
  { key: 'region', header: 'Region', sortable: true },
  { key: 'province', header: 'Province', sortable: true },
  { key: 'address', header: 'Address' },
  { key: 'users', header: 'Users', sortable: 'number', align: 'right' },
  { key: 'profiles', header: 'Profiles', sortable: 'number', align: 'right' },
]

/** What can be done with an office, as its button and its window say it. */
const CHANGES = {
  rename: { button: 'Rename', words: 'Rename' },
  public: { button: 'Public', words: 'What is public of' },
  merge: { button: 'Merge', words: 'Merge' },
} as const
const KINDS = ['rename', 'public', 'merge'] as const

const BY_REGION = { column: 'region', dir: 'asc' } as const

/** The offices of the bureau, to rename one, enter what is public of it or merge two of a region (S-148). */
export function OfficeListPage() {
  const state = useTableState({ defaultSort: BY_REGION })
  const rows = useRead(officesApi.datatable, { query: state.query })
  const change = useRecordWindow<OfficeContent>()
  const { shown } = change
  const mayChange = canManageOffices(useActor()).ok
  const changesOf = (office: Office) => (
    <Group gap="xs" wrap="nowrap">
      {KINDS.map((kind) => (
        <Button
          key={kind}
          variant="subtle"
          size="compact-sm"
          aria-label={`${CHANGES[kind].words} ${office.name}`}
          onClick={() => change.show({ kind, office })}
        >
          {CHANGES[kind].button}
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
        title={shown ? `${CHANGES[shown.kind].words} ${shown.office.name}` : ''}
        closeOnClickOutside={false}
      >
        {shown?.kind === 'rename' ? <RenameOffice office={shown.office} state={change} /> : null}
        {shown?.kind === 'public' ? <PublicOfOffice office={shown.office} state={change} /> : null}
        {shown?.kind === 'merge' ? <MergeOffice office={shown.office} state={change} /> : null}
      </RecordWindow>
    </>
  )
}
