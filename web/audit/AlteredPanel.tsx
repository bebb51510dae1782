import type { Integrity } from '../../shared/audit/integrity.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { Notice } from '../ui/Notice.tsx'

/** The public records that do not match the log; renders nothing when all of them match. */
export function AlteredPanel({ altered: { count, first } }: Pick<Integrity, 'altered'>) {
  if (count === 0) return null
  return (
    <Notice
      tone="danger"
      title={
        count === 1 ? 'A record does not match the log' : `Records do not match the log: ${count} differences`
      }
    >
      <p>
        The database may have been changed outside the system. Certificates, proofs and summaries of these
        records are withheld. A difference leaves this list when a verification no longer finds it.
        {first.length < count ? ` The first ${first.length} are:` : ''}
      </p>
      <ul className="bullets breaks">
        {first.map(({ sentence, noticed_at }) => (
          <li key={sentence}>
            {sentence} Found {formatDateTime(noticed_at)}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
