import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ActivityQueueRow } from '../../shared/activities/activities.schema.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { reviewLevelLabel } from '../../shared/review/review-chain.ts'
import { useActor } from '../app/actor.tsx'
import { daysSince } from '../lib/days.ts'
import { ApprovalTabs } from '../review/ApprovalTabs.tsx'
import { Marks } from '../review/Marks.tsx'
import { QUEUE_OF, WAITING_FIRST } from '../review/queue.ts'
import { WaitingIntro } from '../review/WaitingIntro.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RecordStatusBadge } from '../ui/StatusBadge.tsx'
import { useTableState } from '../ui/useTableState.ts'
import styles from './Activity.module.css'
import { activitiesWaitingQuery, activityQueueQuery } from './activities.calls.ts'

const waitingNote = (row: ActivityQueueRow): string | null =>
  row.waiting_since ? `Waiting for you ${daysSince(row.waiting_since, new Date())}` : null

const COLUMNS: Column<ActivityQueueRow>[] = [
  {
    key: 'site_profile_code',
    header: 'SITES Code',
    sortable: true,
    cell: (row) => <span className={styles.code}>{row.site_profile_code}</span>,
  },
  { key: 'region', header: 'Region', sortable: true },
  {
    key: 'site_profile_name',
    header: 'Name of Implementer',
    sortable: true,
    long: true,
    cell: (row) => (
      <>
        {row.site_profile_name}
        <Marks marks={row.marks} />
      </>
    ),
  },
  { key: 'office', header: 'Submitting Office', cell: reviewLevelLabel },
  {
    key: 'submitted_at',
    header: 'Date Submitted',
    sortable: true,
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

/** Activities to review at the own level; a row opens by click or Enter (C-48). */
export function ActivityApprovalListPage() {
  const actor = useActor()
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: WAITING_FIRST })
  const { data: waiting } = useQuery(activitiesWaitingQuery({}, {}))
  const { data, isFetching, error, refetch } = useQuery(
    activityQueueQuery(QUEUE_OF[actor.access_level], state.query),
  )
  return (
    <>
      <PageHeader
        title="SITES Approval"
        intro={<WaitingIntro waiting={waiting} one="activity" many="activities" />}
      />
      <ApprovalTabs />
      <DataTable
        title="SITES Activities Approval"
        columns={COLUMNS}
        reply={data}
        isFetching={isFetching}
        error={error}
        state={state}
        onRetry={() => void refetch()}
        onRow={(row) =>
          void navigate({
            to: '/sites/activity/approval/view/$activityId',
            params: { activityId: String(row.id) },
            search: (all) => all,
          })
        }
        empty={{ text: 'Nothing waits for you. Submitted activities appear here.' }}
      />
    </>
  )
}
