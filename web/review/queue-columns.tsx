import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { displayStatus, reviewLevelLabel, statusNote } from '../../shared/review/review-chain.ts'
import { daysSince } from '../lib/days.ts'
import type { Column } from '../ui/DataTable.tsx'
import { SiteName } from '../ui/SiteName.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { WarningLabels } from './WarningLabels.tsx'
import type { Queued, ReviewedRow } from './review.calls.ts'

/** A date; the tooltip has the full date and time. */
export const DateCell = ({ at }: { at: string | null }) => (
  <time dateTime={at ?? undefined} title={formatDateTime(at)}>
    {formatDate(at)}
  </time>
)

/** The name of a site in an approval list, with its place and warnings. */
export const MarkedName = ({ name, row }: { name: string; row: Queued<ReviewedRow> }) => (
  <SiteName name={name} place={row}>
    <WarningLabels marks={row.marks} />
  </SiteName>
)

/** The last columns of an encoder's list: status and review. */
export const STATUS_COLUMNS: Column<ReviewedRow>[] = [
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'record_status',
    header: 'Record Status',
    sortable: true,
    card: 'state',
    cell: (row) => <RecordStatusBadge status={displayStatus(row)} note={statusNote(row)} />,
  },
]

const waitingNote = ({ waiting_since }: Queued<ReviewedRow>): string | null =>
  // on one line, so that the row stays as high as the others
  waiting_since ? `Waiting ${daysSince(waiting_since, new Date())}`.replaceAll(' ', '\u00a0') : null

/** The last columns of an approval list. */
export const QUEUE_COLUMNS: Column<Queued<ReviewedRow>>[] = [
  { key: 'office', header: 'Submitting Office', cell: reviewLevelLabel },
  {
    key: 'submitted_at',
    header: 'Date Submitted',
    sortable: 'time',
    nowrap: true,
    cell: (row) => <DateCell at={row.submitted_at} />,
  },
  {
    key: 'record_status',
    header: 'Record Status',
    card: 'state',
    cell: (row) => <RecordStatusBadge status={row.record_status} note={waitingNote(row)} />,
  },
]
