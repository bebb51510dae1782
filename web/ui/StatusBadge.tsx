import type { Status } from '../../shared/access/levels.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { ImportState } from '../../shared/imports/imports.schema.ts'
import type { SummaryStatus } from '../../shared/summaries/summaries.schema.ts'
import type { TextState } from '../../shared/texts/reviewed-text.ts'
import styles from './StatusBadge.module.css'

type StatusBadgeProps = {
  status: Status | SummaryStatus | ImportState | TextState
  /** another word for the status on this screen */
  word?: string
}

/** The status of a record, account, role, summary, import or translated text as a badge. */
export const StatusBadge = ({ status, word = status }: StatusBadgeProps) => (
  <span className={styles.badge} data-status={status}>
    {word}
  </span>
)

/** Where a record is in its review, as a badge; `note` adds a line in small type ("with Region"). */
export const RecordStatusBadge = ({ status, note }: { status: DisplayStatus; note?: string | null }) => (
  <span className={styles.stack}>
    <span className={styles.badge} data-status={status}>
      {status}
    </span>
    {note ? <small className="fine">{note}</small> : null}
  </span>
)
