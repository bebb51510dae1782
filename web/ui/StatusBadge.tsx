import type { Status } from '../../shared/access/levels.ts'
import type { RecordStatus } from '../../shared/review/review-chain.ts'
import type { SummaryStatus } from '../../shared/summaries/summaries.schema.ts'
import styles from './StatusBadge.module.css'

/** Activated or Deactivated, Draft, Frozen or Published, as a badge with its word. */
export const StatusBadge = ({ status }: { status: Status | SummaryStatus }) => (
  <span className={styles.badge} data-status={status}>
    {status}
  </span>
)

/** Where a record stands in its review, as a badge; `note` says more in small type ("with Region"). */
export const RecordStatusBadge = ({ status, note }: { status: RecordStatus; note?: string | null }) => (
  <span className={styles.stack}>
    <span className={styles.badge} data-status={status}>
      {status}
    </span>
    {note ? <small className="fine">{note}</small> : null}
  </span>
)
