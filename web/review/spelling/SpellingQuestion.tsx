import type { DraftEdit } from '../decision-draft.ts'
import { SpellingDifference } from './SpellingDifference.tsx'
import styles from './Spelling.module.css'

type SpellingQuestionProps = {
  edits: readonly DraftEdit[]
  /** false for a return, which sends no corrections */
  isSent: boolean
}

/** The prepared corrections in the question before a decision: what is sent with it, and what is not. */
export function SpellingQuestion({ edits, isSent }: SpellingQuestionProps) {
  if (edits.length === 0) return null
  if (!isSent)
    return (
      <p>
        <strong>
          Your corrected spelling will not be sent ({edits.map(({ label }) => label).join(', ')}). It is sent
          with an approval only.
        </strong>
      </p>
    )
  return (
    <div>
      <p>Corrected under your name:</p>
      <ul className={styles.list}>
        {edits.map(({ field, label, old, text, complaint }) => (
          <li key={field}>
            {label}
            <SpellingDifference edit={{ old, new: text }} />
            {complaint ? (
              <p className={styles.refused}>
                <strong>Not sent.</strong> {complaint}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
