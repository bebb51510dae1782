import { formatDateTime } from '../../../shared/lib/dates.ts'
import type { Correction } from '../../../shared/review/changes.schema.ts'
import { correctedPart } from '../../../shared/review/corrected.ts'
import type { SpellingEdit } from '../../../shared/review/review.schema.ts'
import type { DraftEdit } from '../decision-draft.ts'
import styles from './Spelling.module.css'

/** What a correction changed, old and new, with a few words around it. */
export function SpellingDifference({ edit }: { edit: Pick<SpellingEdit, 'old' | 'new'> }) {
  const { lead, old, new: now, rest } = correctedPart(edit)
  return (
    <p className={styles.difference}>
      {lead}
      {old ? <del>{old}</del> : null} {now ? <ins>{now}</ins> : null}
      {rest}
    </p>
  )
}

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
