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
import { formatDate, formatDateTime, formatRecentDate } from '../../shared/lib/dates.ts'
import { daysSince } from '../lib/days.ts'
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

/** The entries of the current round without a recalled submission: earlier ones do not show where the record is now. */
function currentRound(history: ReviewStep[]): ReviewStep[] {
  const inOrder = [...history].sort((a, b) => a.id - b.id)
  const standing = inOrder.filter(
    ({ action }, place) => action !== 'Recalled' && inOrder[place + 1]?.action !== 'Recalled',
  )
  const round = Math.max(0, ...standing.map((entry) => entry.round))
  return standing.filter((entry) => entry.round === round)
}

/** The entry of the current round that made this step. */
function entryOf(step: Step, round: ReviewStep[]): ReviewStep | undefined {
  if (step.tone === 'waiting' || step.tone === 'empty') return undefined
  const newestFirst = [...round].sort((a, b) => b.id - a.id)
  return newestFirst.find(
    (entry) => entry.action === step.status && (step.title === 'SITES' || entry.level === step.title),
  )
}

type StepDetailsProps = { step: Step; round: ReviewStep[]; record: RecordInChain }

function StepDetails({ step, round, record }: StepDetailsProps) {
  const now = useNow()
  const entry = entryOf(step, round)
  const last = [...round].sort((a, b) => b.id - a.id)[0]
  if (step.tone === 'waiting' && step.title !== 'SITES' && last)
    return (
      <>
        <span className={styles.now}>
          With {holderOf(step.title, record)} since{' '}
          <time dateTime={last.at} title={formatDateTime(last.at)}>
            {formatRecentDate(last.at, now)}
          </time>
        </span>
        <span className={styles.when}>
          Waiting for {step.title}, {daysSince(last.at, now)}
        </span>
      </>
    )
  if (!entry) return null
  return (
    <>
      <span className={styles.who}>{entry.by}</span>
      <time className={styles.when} dateTime={entry.at} title={formatDateTime(entry.at)}>
        {formatDate(entry.at)}
      </time>
    </>
  )
}

/** Who recalled the newest submission, until it is submitted again. */
function Recall({ recall }: { recall: ReviewStep }) {
  return (
    <>
      <span className={styles.now}>Recalled by {recall.by}</span>
      <time className={styles.when} dateTime={recall.at} title={formatDateTime(recall.at)}>
        {formatDate(recall.at)}
      </time>
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
              {recall && step.title === 'SITES' ? <Recall recall={recall} /> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
