import {
  type Holders,
  holderOf,
  type Recall,
  type Review,
  type Step,
  steps,
} from '../../shared/review/review-chain.ts'
import { recallOf } from '../../shared/review/recall.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { formatDateTime, formatRecentDate } from '../../shared/lib/dates.ts'
import { daysSince } from '../lib/days.ts'
import { StepTime } from '../threads/Thread.tsx'
import { CheckIcon, ClockIcon, ReturnIcon } from '../ui/icons.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './Stepper.module.css'

type RecordInChain = Review & Recall & Holders

type StepperProps = { record: RecordInChain; history: ReviewStep[] }

/** A clock for submitted, a check for approved (001 §4). */
const ICONS = {
  Submitted: ClockIcon,
  Approved: CheckIcon,
  Returned: ReturnIcon,
  Recalled: ReturnIcon,
  'Save as Draft': null,
}

/**
 * The entries of the current round, newest first, without a recalled submission: earlier ones do not show where the
 * record is now.
 */
function currentRound(history: ReviewStep[]): ReviewStep[] {
  const newestFirst = history.toSorted((a, b) => b.id - a.id)
  const standing = newestFirst.filter(
    ({ action }, place) => action !== 'Recalled' && newestFirst[place - 1]?.action !== 'Recalled',
  )
  const round = Math.max(0, ...standing.map((entry) => entry.round))
  return standing.filter((entry) => entry.round === round)
}

/** The entry of the current round that made this step. */
const entryOf = (step: Step, round: ReviewStep[]): ReviewStep | undefined =>
  step.tone === 'waiting' || step.tone === 'empty'
    ? undefined
    : round.find(
        (entry) => entry.action === step.status && (step.title === 'SITES' || entry.level === step.title),
      )

type StepDetailsProps = { step: Step; round: ReviewStep[]; record: RecordInChain }

function StepDetails({ step, round, record }: StepDetailsProps) {
  const now = useNow()
  const entry = entryOf(step, round)
  const [last] = round
  if (step.tone === 'waiting' && step.title !== 'SITES' && last)
    return (
      <>
        <span className={styles.now}>
          With {holderOf(step.title, record)} since{' '}
          <time dateTime={last.at} title={formatDateTime(last.at)}>
            {formatRecentDate(last.at, now)}
          </time>
        </span>
        <span className="quiet">
          Waiting for {step.title}, {daysSince(last.at, now)}
        </span>
      </>
    )
  if (!entry) return null
  return (
    <>
      <span className="quiet">{entry.by}</span>
      <StepTime at={entry.at} day />
    </>
  )
}

/** The review chain of a record: site, PENRO, Region, FMB; who acted, when, and who must act now. */
export function Stepper({ record, history }: StepperProps) {
  const round = currentRound(history)
  const recall = recallOf(history)
  return (
    <ol className={styles.steps} aria-label="Review steps">
      {steps(record).map((step, index) => {
        const Icon = step.status && ICONS[step.status]
        return (
          <li
            key={step.title}
            className={styles.step}
            data-tone={step.tone}
            aria-current={step.tone === 'waiting' ? 'step' : undefined}
          >
            <span className={styles.mark}>{Icon ? <Icon size={20} /> : index + 1}</span>
            <span className={styles.words}>
              <span className={styles.title}>{step.title}</span>
              <span className={styles.status}>
                {step.status ?? 'Not yet'}
                {step.by ? ` by ${step.by}` : ''}
              </span>
              <StepDetails step={step} round={round} record={record} />
              {recall && step.title === 'SITES' ? (
                // until it is submitted again
                <>
                  <span className={styles.now}>Recalled by {recall.by}</span>
                  <StepTime at={recall.at} day />
                </>
              ) : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
