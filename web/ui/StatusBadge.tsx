import { Stack } from '@mantine/core'
import type { Status } from '../../shared/access/levels.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { ImportState } from '../../shared/imports/imports.schema.ts'
import type { SummaryStatus } from '../../shared/summaries/summaries.schema.ts'
import type { TextState } from '../../shared/texts/reviewed-text.ts'
import { Badge, type BadgeProps } from './Badge.tsx'

type AnyStatus = Status | SummaryStatus | ImportState | TextState | DisplayStatus
type Look = Pick<BadgeProps, 'tone' | 'mark'>

const GOOD: Look = { tone: 'success', mark: 'dot' }
const ON_THE_WAY: Look = { tone: 'info', mark: 'ring' }
const BAD: Look = { tone: 'danger', mark: 'square' }

/** the others are gray */
const LOOKS: Partial<Record<AnyStatus, Look>> = {
  Activated: GOOD,
  Approved: GOOD,
  Published: GOOD,
  Finished: GOOD,
  reviewed: GOOD,
  Submitted: ON_THE_WAY,
  Checked: ON_THE_WAY,
  Importing: ON_THE_WAY,
  Frozen: { tone: 'info', mark: 'square' },
  changed: BAD,
  Returned: BAD,
  Refused: BAD,
}

type StatusBadgeProps = {
  status: AnyStatus
  /** another word for the status on this screen */
  word?: string
}

/** The status of a record, account, role, summary, import or translated text as a badge. */
export const StatusBadge = ({ status, word = status }: StatusBadgeProps) => (
  <Badge mark="dot" {...LOOKS[status]}>
    {word}
  </Badge>
)

/** Where a record is in its review, as a badge; `note` adds a line in small type ("with Region"). */
export const RecordStatusBadge = ({ status, note }: { status: DisplayStatus; note?: string | null }) => (
  <Stack component="span" display="inline-flex" gap={1} align="flex-start">
    <StatusBadge status={status} />
    {note ? <small className="fine">{note}</small> : null}
  </Stack>
)
