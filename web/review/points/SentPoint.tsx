import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '../../../shared/lib/dates.ts'
import { plural } from '../../../shared/lib/format.ts'
import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import type { Point, PointAction, PointChange, PointStep } from '../../../shared/review/points.schema.ts'
import { daysSince } from '../../lib/days.ts'
import { StepTime, ThreadState, ThreadStep, ThreadText } from '../../threads/Thread.tsx'
import { useNow } from '../../ui/useNow.ts'
import { isAnswered } from './points-context.tsx'
import styles from './Points.module.css'

const ACTION_WORDS: Record<PointAction, string> = {
  Sent: 'Sent',
  Answered: 'Answered',
  Recalled: 'Answer recalled',
  Settled: 'Settled',
  Reopened: 'Asked again',
  Withdrawn: 'Withdrawn',
}

const CHANGE_WORDS: Record<PointChange['what'], string> = {
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  replaced: 'Replaced',
  renamed: 'Renamed',
  recorded: 'Recorded',
}

/** The state of a point in words: "Open for 9 days", "Answer prepared", "Settled Nov 12, 2026". */
function stateWords({ state, since }: Point, isPrepared: boolean, now: Date): string {
  switch (state) {
    case 'open':
      return isPrepared ? 'Answer prepared' : `Open for ${daysSince(since, now)}`
    case 'answered':
      return `Answered ${daysSince(since, now)} ago`
    case 'settled':
      return `Settled ${formatDate(since)}`
    case 'withdrawn':
      return `Withdrawn ${formatDate(since)}`
  }
}

/** a longer change is folded */
const SHORT = 240

/** What was changed at the place of a point: old and new value, or the old and the new file. */
export function ChangeAtPlace({ change, since = '' }: { change: PointChange; since?: string }) {
  const { what, old, new: now } = change
  const lead = [CHANGE_WORDS[what], since].filter(Boolean).join(' ')
  const values = (
    <>
      {old === null ? null : <del>{old || 'empty'}</del>} {now === null ? null : <ins>{now || 'empty'}</ins>}
    </>
  )
  if ((old?.length ?? 0) + (now?.length ?? 0) <= SHORT)
    return (
      <p className={styles.change}>
        {lead}: {values}
      </p>
    )
  return (
    <details className={styles.fold}>
      <summary>{lead}: both texts</summary>
      <p className={styles.change}>{values}</p>
    </details>
  )
}

/** Who did it and when: "PENRO, Isabel Muñoz, Nov 12, 2026". */
const Doer = ({ step: { level, by, role, at } }: { step: PointStep }) => (
  <span className="quiet" title={role}>
    {[level, by].filter(Boolean).join(', ')}, <StepTime at={at} day />
  </span>
)

const Step = ({ step }: { step: PointStep }) => (
  <ThreadStep
    as="div"
    className={styles.step}
    lead={ACTION_WORDS[step.action]}
    rest={
      <>
        {' '}
        <Doer step={step} />
      </>
    }
    above={step.change ? <ChangeAtPlace change={step.change} /> : null}
    text={step.text}
  />
)

type SentPointProps = {
  point: Point
  /** the name of the place as a link to it */
  place?: ReactNode
  /** what the reader can do about it */
  children?: ReactNode
}

/** The place of a point and its state. */
export function PointHead({ point, place }: Pick<SentPointProps, 'point' | 'place'>) {
  const now = useNow()
  const { label, state } = point
  const isPrepared = state === 'open' && isAnswered(point)
  return (
    <Group component="p" justify="space-between" align="baseline" gap="4px 12px" className={styles.head}>
      <strong className="breaks">{place ?? label}</strong>
      <ThreadState state={isPrepared ? 'prepared' : state}>{stateWords(point, isPrepared, now)}</ThreadState>
    </Group>
  )
}

/**
 * A point that a return has sent: its place, kind, text and state, then its newest step with what was changed there;
 * earlier steps are folded.
 */
export function SentPoint({ point, place, children }: SentPointProps) {
  const { kind, text, steps, change } = point
  const [sent, ...later] = steps
  const newest = later.at(-1)
  const earlier = later.slice(0, -1)
  return (
    <Stack gap={4}>
      <PointHead point={point} place={place} />
      <ThreadText>
        {kind === 'comment' ? null : <span style={{ fontWeight: 600 }}>{KIND_WORDS[kind]}: </span>}
        {text === '' ? <span className="quiet">The text of this point was erased.</span> : text}
      </ThreadText>
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
    </Stack>
  )
}
