import { plural } from '../../shared/lib/format.ts'
import { type Checklist, missingLines } from './checklists.ts'
import styles from './LookedAt.module.css'

/** more principles than this are folded */
const FEW = 3

export type LookedQuestionProps = { checklists: readonly Checklist[]; looked: readonly number[] }

/** Names the lines of the checklists that the reviewer did not tick, before a decision; they do not prevent it. */
export function LookedQuestion({ checklists, looked }: LookedQuestionProps) {
  const missing = missingLines(checklists, looked)
  if (missing.length === 0) return null
  const lines = (
    <ul className={styles.lines}>
      {missing.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
  if (missing.length <= FEW)
    return (
      <div>
        <p>Not ticked:</p>
        {lines}
      </div>
    )
  return (
    <details className={styles.fold}>
      <summary>Not ticked: lines of {plural(missing.length, 'principle')}</summary>
      {lines}
    </details>
  )
}
