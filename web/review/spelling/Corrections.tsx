import { formatDateTime } from '../../../shared/lib/dates.ts'
import type { Correction } from '../../../shared/review/changes.schema.ts'
import { SpellingDifference } from './SpellingDifference.tsx'
import styles from './Spelling.module.css'

/** The spelling that reviewers corrected while approving, apart from what the encoder changed. */
export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null
  return (
    <section aria-label="Corrected while approving" className={styles.edits}>
      <h3 className={styles.title}>Corrected while approving</h3>
      <ul className={styles.list}>
        {corrections.map(({ by, level, at, round, ...edit }) => (
          <li key={`${at} ${edit.field}`}>
            <strong>{edit.label}</strong>
            <SpellingDifference edit={edit} />
            <span className="quiet">
              Spelling corrected by {by}
              {level ? `, ${level}` : ''}, on {formatDateTime(at)} (round {round})
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
