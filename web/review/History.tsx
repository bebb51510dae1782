import { formatDateTime } from '../../shared/lib/dates.ts'
import { erasedText } from '../../shared/review/erased.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { SaveProof } from '../public-log/public-log.calls.ts'
import { Panel } from '../ui/Panel.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import styles from './History.module.css'

const roundsOf = (history: ReviewStep[]): [number, ReviewStep[]][] => {
  const rounds = new Map<number, ReviewStep[]>()
  for (const entry of [...history].sort((a, b) => b.id - a.id))
    rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry])
  return [...rounds].sort(([a], [b]) => b - a)
}

/** What an operator erased of the step, when and why. */
function Erased({ entry: { action, erased_at, erased_reason } }: { entry: ReviewStep }) {
  if (erased_at === null) return null
  const what = action === 'Returned' ? 'The comment' : 'Personal data in the log entry'
  const text = erasedText(`${what} of this step`, { at: erased_at, reason: erased_reason ?? 'none' })
  return <p className={styles.erased}>{text}</p>
}

function Entry({ entry, saveProof }: { entry: ReviewStep; saveProof: SaveProof }) {
  const step = `${entry.action}${entry.level ? ` (${entry.level})` : ''}`
  return (
    <li className={styles.entry} data-action={entry.action}>
      <p>
        <strong>{step}</strong> by {entry.by}, {entry.role}
      </p>
      <time className={styles.when} dateTime={entry.at}>
        {formatDateTime(entry.at)}
      </time>{' '}
      <ProofButton of={`${step}, ${formatDateTime(entry.at)}`} save={() => saveProof(entry.id)} />
      <Erased entry={entry} />
      {entry.comment ? <blockquote className={styles.comment}>{entry.comment}</blockquote> : null}
      {entry.comments.map(({ principle_number, comment }) => (
        <blockquote key={principle_number} className={styles.comment}>
          <strong>Principle #{principle_number}:</strong> {comment}
        </blockquote>
      ))}
    </li>
  )
}

/** Every round of the review, newest first; nothing is ever lost or overwritten (S-45). */
export function History({ history, saveProof }: { history: ReviewStep[]; saveProof: SaveProof }) {
  if (history.length === 0) return null
  return (
    <Panel title="Review history">
      {roundsOf(history).map(([round, entries]) => (
        <div key={round} className={styles.round}>
          <h3 className={styles.title}>Round {round}</h3>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} saveProof={saveProof} />
            ))}
          </ul>
        </div>
      ))}
    </Panel>
  )
}
