import { plural } from '../../shared/lib/format.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import styles from './LookedAt.module.css'

/** What the reviewer of a decision said to have looked at, folded; nothing where no line was ticked. */
export function LookedAt({ step: { by, looked } }: { step: Pick<ReviewStep, 'by' | 'looked'> }) {
  if (looked.length === 0) return null
  return (
    <details className={styles.fold}>
      <summary>
        {by} looked at {plural(looked.length, 'line')} of the checklists
      </summary>
      <ul className={styles.lines}>
        {looked.map(({ principle_number, text }) => (
          <li key={`${principle_number} ${text}`}>
            Principle #{principle_number}: {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
