import { formatDateTime } from '../../shared/lib/dates.ts'
import { erasedText } from '../../shared/review/erased.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import type { Point } from '../../shared/review/points.schema.ts'
import type { SaveProof } from '../public-log/public-log.calls.ts'
import { Panel } from '../ui/Panel.tsx'
import { ProofButton } from '../ui/ProofButton.tsx'
import { SpellingEdits } from './spelling/SpellingEdits.tsx'
import styles from './History.module.css'
import { LookedAt } from './LookedAt.tsx'
import { HistoryPoints, WithdrawnPoints } from './points/lazy-points.tsx'
import { usePoints, isSameTime } from './points/points-context.tsx'

const roundsOf = (history: ReviewStep[]): [number, ReviewStep[]][] => {
  const rounds = new Map<number, ReviewStep[]>()
  for (const entry of [...history].sort((a, b) => b.id - a.id))
    rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry])
  return [...rounds].sort(([a], [b]) => b - a)
}

/** What an operator erased of the step, when and why. */
function Erased({ entry: { action, erased_at, erased_reason } }: { entry: ReviewStep }) {
  if (erased_at === null) return null
  const what =
    action === 'Returned' || action === 'Withdrawn' ? 'The comment' : 'Personal data in the log entry'
  const text = erasedText(`${what} of this step`, { at: erased_at, reason: erased_reason ?? 'none' })
  return <p className={styles.erased}>{text}</p>
}

/** Whether a comment of a return was made of its points, which are listed beside it. */
function isOfPoints({ at }: ReviewStep, comment: string, points: readonly Point[]): boolean {
  const asked = points.filter(({ steps }) =>
    steps.some((step) => (step.action === 'Sent' || step.action === 'Reopened') && isSameTime(step.at, at)),
  )
  return (
    asked.some(({ kind, steps }) => kind !== 'comment' || !isSameTime(steps[0]?.at ?? '', at)) &&
    !asked.some(({ kind, text }) => kind === 'comment' && text === comment)
  )
}

type EntryProps = { entry: ReviewStep; points: readonly Point[]; saveProof: SaveProof }

function Entry({ entry, points, saveProof }: EntryProps) {
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
      {entry.comment && !isOfPoints(entry, entry.comment, points) ? (
        <blockquote className={styles.comment}>{entry.comment}</blockquote>
      ) : null}
      {entry.comments
        .filter(({ comment }) => !isOfPoints(entry, comment, points))
        .map(({ principle_number, comment }) => (
          <blockquote key={principle_number} className={styles.comment}>
            <strong>Principle #{principle_number}:</strong> {comment}
          </blockquote>
        ))}
      {points.length > 0 ? <HistoryPoints entry={entry} points={points} /> : null}
      <LookedAt step={entry} />
      <SpellingEdits edits={entry.edits} />
    </li>
  )
}

/** Every round of the review, newest first; nothing is ever lost or overwritten (S-45). */
export function History({ history, saveProof }: { history: ReviewStep[]; saveProof: SaveProof }) {
  const points = usePoints()?.points ?? []
  if (history.length === 0) return null
  return (
    <Panel title="Review history">
      {roundsOf(history).map(([round, entries]) => (
        <div key={round} className={styles.round}>
          <h3 className={styles.title}>Round {round}</h3>
          <ul className={styles.list}>
            {points.length > 0 ? <WithdrawnPoints points={points} round={round} /> : null}
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} points={points} saveProof={saveProof} />
            ))}
          </ul>
        </div>
      ))}
    </Panel>
  )
}
