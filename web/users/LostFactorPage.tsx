import { factorsApi, type OfficePerson } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useRead } from '../lib/queries.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { useResetCodeIssue } from './useResetCodeIssue.tsx'

function stateOf({ reset_code, awaits_new_factor }: OfficePerson): string {
  if (reset_code?.needs_two && reset_code.second_issued_at === null) return 'Waits for the second half'
  if (reset_code) return `Reset code open until ${formatDateTime(reset_code.expires_at)}`
  return awaits_new_factor ? 'Must set up a new second factor' : 'Set up'
}

const COLUMNS: Column<OfficePerson>[] = [
  { key: 'name', header: 'Name', long: true, card: 'lead' },
  { key: 'role', header: 'Role' },
  { key: 'state', header: 'Second Factor', cell: stateOf },
]

function IssueButton({ person }: { person: OfficePerson }) {
  const issue = useResetCodeIssue({ target: person, name: person.name, live: person.reset_code })
  return (
    <ActionButton verdict={issue.verdict} variant="subtle" size="compact-sm" onClick={issue.run}>
      {issue.label}
      <span className="visually-hidden"> for {person.name}</span>
    </ActionButton>
  )
}

const BY_NAME = { column: 'name', dir: 'asc' } as const

/** The people of an approver's office, to help one who has lost the second factor. */
export function LostFactorPage() {
  const state = useTableState({ defaultSort: BY_NAME })
  const rows = useRead(factorsApi.officePeople, { query: state.query })
  return (
    <>
      <PageHeader
        title="Lost second factor"
        intro="A person of your office who has lost their phone, security key or code sheet needs a reset code from you, in person. It works once, within 24 hours."
      />
      <DataTable
        title="People of your office"
        columns={COLUMNS}
        rows={rows}
        state={state}
        searched={false}
        rowActions={(person) => <IssueButton person={person} />}
        empty={{
          text: 'No one of your office has a second factor. People appear here once they have set one up.',
        }}
      />
    </>
  )
}
