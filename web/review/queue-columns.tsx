import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import {
  type DisplayStatus,
  displayStatus,
  reviewLevelLabel,
  statusNote,
} from '../../shared/review/review-chain.ts'
import { daysSince } from '../lib/days.ts'
import type { Column } from '../ui/DataTable.tsx'
import { SiteName } from '../ui/SiteName.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './queue-columns.module.css'
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

/** "2 open points, 1 answered", for a row of a list; null without any. */
function pointsNote({
  open_points,
  answered_points,
}: Record<'open_points' | 'answered_points', number>): string | null {
  const said = [
    ...(open_points > 0 ? [plural(open_points, 'open point')] : []),
    ...(answered_points > 0 ? [`${answered_points} answered`] : []),
  ]
  return said.length > 0 ? said.join(', ') : null
}

type StatusCellProps = {
  row: Pick<ReviewedRow, 'open_points' | 'answered_points'>
  status: DisplayStatus
  note: string | null
}

/** The review of a row, and beside it how many points of its returns are open and answered. */
function StatusCell({ row, status, note }: StatusCellProps) {
  const points = pointsNote(row)
  return (
    <span className={styles.status}>
      <RecordStatusBadge status={status} note={note} />
      {points ? <span className={styles.points}>{points}</span> : null}
    </span>
  )
}

/** The last columns of an encoder's list: status and review. */
export const STATUS_COLUMNS: Column<ReviewedRow>[] = [
  { key: 'status', header: 'Status', sortable: true, cell: (row) => <StatusBadge status={row.status} /> },
  {
    key: 'record_status',
    header: 'Record Status',
    sortable: true,
    card: 'state',
    cell: (row) => <StatusCell row={row} status={displayStatus(row)} note={statusNote(row)} />,
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
    cell: (row) => <StatusCell row={row} status={row.record_status} note={waitingNote(row)} />,
  },
]
