import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../../shared/lib/dates.ts'
import { plural } from '../../../shared/lib/format.ts'
import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import type { Point, PointStep } from '../../../shared/review/points.schema.ts'
import { useNow } from '../../ui/useNow.ts'
import { ChangeAtPlace } from './ChangeAtPlace.tsx'
import { isAnswered } from './points-context.tsx'
import { ACTION_WORDS, stateWords } from './points-words.ts'
import styles from './Points.module.css'

/** Who did it and when: "PENRO, Isabel Muñoz, Nov 12, 2026". */
function Doer({ step: { level, by, role, at } }: { step: PointStep }) {
  return (
    <span className={styles.by} title={role}>
      {[level, by].filter(Boolean).join(', ')},{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {formatDate(at)}
      </time>
    </span>
  )
}

function Step({ step }: { step: PointStep }) {
  return (
    <div className={styles.step}>
      <p>
        <strong>{ACTION_WORDS[step.action]}</strong> <Doer step={step} />
      </p>
      {step.change ? <ChangeAtPlace change={step.change} /> : null}
      {step.text ? <p className={styles.text}>{step.text}</p> : null}
    </div>
  )
}

/** The place of a point and its state. */
export function PointHead({ point, place }: Pick<SentPointProps, 'point' | 'place'>) {
  const now = useNow()
  const { label, state } = point
  const isPrepared = state === 'open' && isAnswered(point)
  return (
    <p className={styles.head}>
      <strong className="breaks">{place ?? label}</strong>
      <span className={styles.state} data-state={isPrepared ? 'prepared' : state}>
        {stateWords(point, isPrepared, now)}
      </span>
    </p>
  )
}

type SentPointProps = {
  point: Point
  /** the name of the place as a link to it */
  place?: ReactNode
  /** what the reader can do about it */
  children?: ReactNode
}

/**
 * A point that a return has sent: its place, kind, text and state, then its newest step with what was changed there;
 * earlier steps are folded.
 */
export function SentPoint({ point, place, children }: SentPointProps) {
  const { kind, text, state, steps, change } = point
  const [sent, ...later] = steps
  const newest = later.at(-1)
  const earlier = later.slice(0, -1)
  return (
    <div className={styles.point} data-state={state}>
      <PointHead point={point} place={place} />
      <p className={styles.text}>
        {kind === 'comment' ? null : <span className={styles.kind}>{KIND_WORDS[kind]}: </span>}
        {text === '' ? <span className="quiet">The text of this point was erased.</span> : text}
      </p>
      {sent ? (
        <p>
          <Doer step={sent} />
        </p>
      ) : null}
      {earlier.length > 0 ? (
        <details className={styles.fold}>
          <summary>{plural(earlier.length, 'earlier step')}</summary>
          {earlier.map((step) => (
            <Step key={`${step.action} ${step.at}`} step={step} />
          ))}
        </details>
      ) : null}
      {newest ? <Step step={newest} /> : null}
      {change ? <ChangeAtPlace change={change} since="since the return" /> : null}
      {children}
    </div>
  )
}
