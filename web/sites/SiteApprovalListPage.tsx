import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { reviewLevelLabel } from '../../shared/review/review-chain.ts'
import type { SiteQueueRow } from '../../shared/sites/sites.schema.ts'
import { daysSince } from '../lib/days.ts'
import { ApprovalTabs } from '../review/ApprovalTabs.tsx'
import { Marks } from '../review/Marks.tsx'
import { WAITING_FIRST } from '../review/queue.ts'
import { WaitingIntro } from '../review/WaitingIntro.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ViewLink } from '../ui/RowActions.tsx'
import { RecordStatusBadge } from '../ui/StatusBadge.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { sitesWaitingQuery, useSiteQueue } from './sites.calls.ts'

const waitingNote = (row: SiteQueueRow): string | null =>
  row.waiting_since ? `Waiting for you ${daysSince(row.waiting_since, new Date())}` : null

const COLUMNS: Column<SiteQueueRow>[] = [
  { key: 'code', header: 'SITES Code', sortable: true, nowrap: true },
  { key: 'region', header: 'Region', sortable: true },
  {
    key: 'name_of_partner',
    header: 'Name of Implementer',
    sortable: true,
    long: true,
    cell: (row) => (
      <>
        {row.name_of_partner}
        <Marks marks={row.marks} />
      </>
    ),
  },
  { key: 'office', header: 'Submitting Office', cell: reviewLevelLabel },
  {
    key: 'submitted_at',
    header: 'Date Submitted',
    sortable: true,
    nowrap: true,
    cell: (row) => (
      <time dateTime={row.submitted_at ?? undefined} title={formatDateTime(row.submitted_at)}>
        {formatDate(row.submitted_at)}
      </time>
    ),
  },
  {
    key: 'record_status',
    header: 'Record Status',
    cell: (row) => <RecordStatusBadge status={row.record_status} note={waitingNote(row)} />,
  },
]

const rowActions = (row: SiteQueueRow) => (
  <ViewLink
    name={row.code}
    to="/sites/approval/view/$id"
    params={{ id: String(row.id) }}
    search={(all) => all}
  />
)

/** Profiles to review at the own level; what waits comes first, the longest waiting on top. */
export function SiteApprovalListPage() {
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: WAITING_FIRST })
  const { data, isFetching, error, refetch } = useSiteQueue(state.query)
  const { data: waiting } = useQuery(sitesWaitingQuery({}, {}))
  return (
    <>
      <PageHeader
        title="SITES Approval"
        intro={<WaitingIntro waiting={waiting} one="profile" many="profiles" />}
      />
      <ApprovalTabs />
      <DataTable
        title="Profiling of SITES Approval"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        onRow={(row) =>
          void navigate({
            to: '/sites/approval/view/$id',
            params: { id: String(row.id) },
            search: (all) => all,
          })
        }
        rowActions={rowActions}
        empty={{ text: 'Nothing waits for you. Submitted profiles appear here.' }}
      />
    </>
  )
}
