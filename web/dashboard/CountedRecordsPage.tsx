import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { covers, holds } from '../../shared/access/actor.ts'
import { canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { COUNTED_NAMES } from '../../shared/dashboard/counted.ts'
import { type DashboardChoice, filterOf } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi, type RecordRow } from '../../shared/dashboard/dashboard.schema.ts'
import { useRead } from '../lib/queries.ts'
import { stageName } from '../../shared/dashboard/messages.ts'
import { canReviewSites } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { daysSince } from '../lib/days.ts'
import { DateCell } from '../review/queue-columns.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { CountedPage } from './CountedPage.tsx'

/** What differs between profiles and activities: where each is read and decided, and by whom. */
const KINDS = {
  profiles: {
    noun: 'Profile',
    access: 'site_map_access',
    mayReview: canReviewSites,
    decision: '/sites/approval/view',
    page: '/sitemap/view',
  },
  activities: {
    noun: 'Activity',
    access: 'sites_activity_access',
    mayReview: canReviewActivities,
    decision: '/sites/activity/approval/view',
    page: '/sites/activity',
  },
} as const

/** The code, which opens the record where the person may read it; at their own level, where they decide on it. */
function Code({ row }: { row: RecordRow }) {
  const actor = useActor()
  const { access, mayReview, decision, page } = KINDS[row.record]
  if (!covers(actor, row).ok) return row.code
  if (row.stage === actor.access_level && mayReview(actor).ok)
    return <Link to={`${decision}/${row.id}` as '/sitemap'}>{row.code}</Link>
  if (!holds(actor, access).ok) return row.code
  return <Link to={`${page}/${row.id}` as '/sitemap'}>{row.code}</Link>
}

const RECORD: Column<RecordRow>[] = [
  { key: 'record', header: 'Record', sortable: true, cell: ({ record }) => KINDS[record].noun },
  {
    key: 'code',
    header: 'SITES Code',
    sortable: true,
    nowrap: true,
    card: 'lead',
    cell: (row) => <Code row={row} />,
  },
  { key: 'name_of_partner', header: 'Name of Partner', sortable: true, long: true, card: 'own' },
  { key: 'region', header: 'Region', sortable: true },
  { key: 'office', header: 'Office', sortable: true },
]

const COLUMNS: Record<Shown, Column<RecordRow>[]> = {
  open: [
    ...RECORD,
    {
      key: 'stage',
      header: 'Stage',
      sortable: true,
      nowrap: true,
      card: 'state',
      cell: ({ stage }) => (stage === null ? '' : stageName({ stage })),
    },
    {
      key: 'since',
      header: 'Since',
      sortable: 'time',
      nowrap: true,
      cell: ({ since }) => (
        <Stack component="span" gap={0}>
          <DateCell at={since} />
          <small className="quiet">{daysSince(since, new Date())}</small>
        </Stack>
      ),
    },
  ],
  approved: [
    ...RECORD,
    {
      key: 'since',
      header: 'Date Approved',
      sortable: 'time',
      nowrap: true,
      cell: ({ since }) => <DateCell at={since} />,
    },
  ],
}

type Shown = 'open' | 'approved'
type RecordsProps = { shown: Shown; title: string; choice: DashboardChoice; empty: string }

function Records({ shown, title, choice, empty }: RecordsProps) {
  const state = useTableState({
    defaultSort: { column: 'since', dir: shown === 'open' ? 'asc' : 'desc' },
    filters: COUNTED_NAMES[shown],
  })
  const rows = useRead(dashboardApi.records, { query: { ...filterOf(choice), ...state.query, shown } })
  return (
    <DataTable title={title} columns={COLUMNS[shown]} rows={rows} state={state} empty={{ text: empty }} />
  )
}

/** The records in review, and those returned to their encoders. */
export const OpenRecordsPage = () => (
  <CountedPage
    title="Open records"
    intro="Records in review, and those returned to their encoders, the longest waiting first."
  >
    {(choice) => (
      <Records
        shown="open"
        title="Open records"
        choice={choice}
        empty="No record is in review or returned."
      />
    )}
  </CountedPage>
)

/** The final approvals of a month, or of the last twelve. */
export const FinalApprovalsPage = () => (
  <CountedPage
    title="Final approvals"
    intro="Profiles and activities of approved sites by the day of FMB's approval, newest first; without a month, of the last twelve months."
  >
    {(choice) => (
      <Records
        shown="approved"
        title="Final approvals"
        choice={choice}
        empty="Nothing was finally approved in this time."
      />
    )}
  </CountedPage>
)
