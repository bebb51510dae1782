import type { LogState } from '../../shared/public/public-page.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import controls from '../public/controls.module.css'

const WHY = {
  differs:
    'The system found that its log is not the one that it had published. It publishes nothing until the bureau has found the cause. Compare the log with a checkpoint that you kept.',
  waiting: 'Newer rows of the log are waiting to be published. The server may have a fault.',
} as const

function Stopped({ log: { stopped, entries } }: { log: LogState }) {
  if (!stopped) return null
  const { since, cause } = stopped
  return (
    <p className={controls.alert}>
      <strong>
        Publishing has been stopped since <time dateTime={since}>{formatDateTime(since)}</time>.
      </strong>{' '}
      {WHY[cause]}{' '}
      {entries === 0
        ? 'No row is covered by a checkpoint.'
        : `The last checkpoint covers ${formatCount(entries)} entries. Rows written after it are not covered, and cannot be verified yet.`}
    </p>
  )
}

function Altered({ log: { altered } }: { log: LogState }) {
  if (altered === 0) return null
  return (
    <p className={controls.alert}>
      <strong>{plural(altered, 'record does', 'records do')} not match the log at the moment.</strong>{' '}
      {altered === 1 ? 'It' : 'They'} may have been altered. The bureau has been notified.
    </p>
  )
}

/** The present problems of the log, at the top of each page that describes it. */
export const LogNotices = ({ log }: { log: LogState }) => (
  <>
    <Stopped log={log} />
    <Altered log={log} />
  </>
)
