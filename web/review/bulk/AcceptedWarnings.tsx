import type { BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { WarningLabels } from '../WarningLabels.tsx'
import { counted } from './words.ts'

type AcceptedWarningsProps = { records: readonly BulkCandidate[]; nouns: { one: string; many: string } }

/** The warnings that an approval of many accepts, record by record; nothing without warnings. */
export function AcceptedWarnings({ records, nouns }: AcceptedWarningsProps) {
  const warned = records.filter(({ marks }) => marks.length > 0)
  if (warned.length === 0) return null
  return (
    <div>
      <p>You accept {counted(warned.length, nouns)} with warnings:</p>
      <ul className="bullets">
        {warned.map(({ id, code, marks }) => (
          <li key={id}>
            {code}
            <WarningLabels marks={marks} />
          </li>
        ))}
      </ul>
    </div>
  )
}
