import type { SpellingEdit } from '../../../shared/review/review.schema.ts'
import { SpellingDifference } from './SpellingDifference.tsx'
import styles from './Spelling.module.css'

/** The spelling that an approval corrected, below it in the history. */
export function SpellingEdits({ edits }: { edits: readonly SpellingEdit[] }) {
  if (edits.length === 0) return null
  return (
    <div className={styles.edits}>
      <p>Corrected the spelling of:</p>
      <ul className={styles.list}>
        {edits.map((edit) => (
          <li key={edit.field}>
            <strong>{edit.label}</strong>
            <SpellingDifference edit={edit} />
          </li>
        ))}
      </ul>
    </div>
  )
}
