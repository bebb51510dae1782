import { plural } from '../../../shared/lib/format.ts'
import { countedPoints, KIND_WORDS, replayed } from '../../../shared/review/points.rules.ts'
import type { Point, PointAction, PointStep } from '../../../shared/review/points.schema.ts'
import type { ReviewStep } from '../../../shared/review/review.schema.ts'
import { StepTime, ThreadStep, ThreadText } from '../../threads/Thread.tsx'
import { isSameTime } from './points-context.tsx'
import styles from './Points.module.css'
import { ChangeAtPlace } from './SentPoint.tsx'

type Happened = { point: Point; step: PointStep }

/** The points to which this happened at this time. */
const happenedAt = (points: readonly Point[], action: PointAction, at: string): Happened[] =>
  points.flatMap((point) =>
    point.steps
      .filter((step) => step.action === action && isSameTime(step.at, at))
      .map((step) => ({ point, step })),
  )

/** Whether a point was open just before this time, from its steps alone. */
const wasOpenBefore = ({ steps }: Point, at: string): boolean =>
  replayed(steps.filter((step) => Date.parse(step.at) < Date.parse(at)).map(({ action }) => action)) ===
  'open'

function Fold({ summary, happened }: { summary: string; happened: readonly Happened[] }) {
  if (happened.length === 0) return null
  return (
    <details className={styles.fold}>
      <summary>{summary}</summary>
      <ul className={styles.list}>
        {happened.map(({ point: { id, label, kind, text }, step }) => (
          <li key={id}>
            <ThreadText>
              <strong>{label}</strong>{' '}
              {step.action === 'Sent' ? (
                <>
                  {kind === 'comment' ? null : `${KIND_WORDS[kind]}: `}
                  {text}
                </>
              ) : (
                step.text
              )}
            </ThreadText>
            {step.change ? <ChangeAtPlace change={step.change} /> : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a step of the review did to points: what it sent, answered, accepted or asked again. */
export function HistoryPoints({ entry, points }: { entry: ReviewStep; points: readonly Point[] }) {
  const { action, at } = entry
  const fold = (happened: Happened[], done: string) => (
    <Fold summary={`${plural(happened.length, 'point')} ${done}`} happened={happened} />
  )
  switch (action) {
    case 'Submitted': {
      const open = countedPoints(points.filter((point) => wasOpenBefore(point, at)))
      const answered = happenedAt(points, 'Answered', at)
      if (open.length === 0) return null
      const summary = `${answered.length} of ${plural(open.length, 'point')} answered`
      return answered.length > 0 ? <Fold summary={summary} happened={answered} /> : <p>{summary}</p>
    }
    case 'Returned': {
      const reopened = happenedAt(points, 'Reopened', at)
      const sent = happenedAt(points, 'Sent', at).map((one) => ({ ...one, kind: one.point.kind }))
      return (
        <>
          {fold(countedPoints(sent, reopened), 'sent')}
          {fold(reopened, 'asked again')}
          {fold(happenedAt(points, 'Settled', at), 'settled')}
        </>
      )
    }
    case 'Approved':
      return fold(happenedAt(points, 'Settled', at), 'settled')
    case 'Recalled':
      return fold(happenedAt(points, 'Recalled', at), 'open again')
  }
}

/** The points that were withdrawn after the return of a round, newest first, each with its reason. */
export function WithdrawnPoints({ points, round }: { points: readonly Point[]; round: number }) {
  const withdrawn = points
    .flatMap((point) =>
      point.steps
        .filter((step) => step.action === 'Withdrawn' && step.round === round)
        .map((step) => ({ point, step })),
    )
    .toSorted((a, b) => Date.parse(b.step.at) - Date.parse(a.step.at))
  return withdrawn.map(({ point, step }) => (
    <ThreadStep
      key={point.id}
      data-tone="muted"
      lead={`Point withdrawn (${step.level})`}
      rest={` by ${step.by}, ${step.role}`}
      above={<StepTime at={step.at} />}
      text={`${point.label}: ${step.text}`}
    />
  ))
}
