import { Group } from '@mantine/core'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { unsettledWords } from '../../shared/review/unsettled.ts'
import {
  currentLevel,
  type DisplayStatus,
  displayStatus,
  isRecalled,
  reviewLevelLabel,
  statusNote,
} from '../../shared/review/review-chain.ts'
import { daysSince } from '../lib/days.ts'
import type { Column } from '../ui/DataTable.tsx'
import { SiteName } from '../ui/SiteName.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { WarningLabels } from './WarningLabels.tsx'
import type { Queued, ReviewedRow } from './reviewed-screens.ts'

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

type StatusCellProps = {
  row: Pick<ReviewedRow, 'open_points' | 'answered_points'>
  status: DisplayStatus
  note: string | null
}

/** The review of a row, and beside it how many points of its returns are open and answered. */
function StatusCell({ row, status, note }: StatusCellProps) {
  const points = unsettledWords(row)
  return (
    <Group component="span" display="inline-flex" gap="4px 8px" align="flex-start">
      <RecordStatusBadge status={status} note={note} />
      {points ? (
        <span className="pill" style={{ whiteSpace: 'nowrap', fontSize: 'var(--text-sm)' }}>
          {points}
        </span>
      ) : null}
    </Group>
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

/** Where a record is that the viewer returned, and since when: "At Region for 3 days". */
function placeNote(row: Queued<ReviewedRow>, came_at: string): string {
  if (row.site_status === 'Approved') return `Since ${formatDate(came_at)}`
  const level = currentLevel(row)
  const place = level ? `At ${level}` : 'With its office'
  return `${isRecalled(row) ? 'Recalled, with its office' : place} for ${daysSince(came_at, new Date())}`
}

function waitingNote(row: Queued<ReviewedRow>): string | null {
  const { waiting_since, came_at } = row
  const note = waiting_since
    ? `Waiting ${daysSince(waiting_since, new Date())}`
    : came_at && placeNote(row, came_at)
  // on one line, so that the row stays as high as the others
  return note && note.replaceAll(' ', '\u00a0')
}

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
