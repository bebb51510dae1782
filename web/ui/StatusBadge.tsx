import type { Status } from '../../shared/access/levels.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
import type { ImportState } from '../../shared/imports/imports.schema.ts'
import type { SummaryStatus } from '../../shared/summaries/summaries.schema.ts'
import styles from './StatusBadge.module.css'

type StatusBadgeProps = {
  status: Status | SummaryStatus | ImportState
  /** where the status is called otherwise on the screen */
  word?: string
}

/** Activated or Deactivated, Draft, Frozen or Published, how far an import is, as a badge with its word. */
export const StatusBadge = ({ status, word = status }: StatusBadgeProps) => (
  <span className={styles.badge} data-status={status}>
    {word}
  </span>
)

/** Where a record is in its review, as a badge; `note` says more in small type ("with Region"). */
export const RecordStatusBadge = ({ status, note }: { status: DisplayStatus; note?: string | null }) => (
  <span className={styles.stack}>
    <span className={styles.badge} data-status={status}>
      {status}
    </span>
    {note ? <small className="fine">{note}</small> : null}
  </span>
)
