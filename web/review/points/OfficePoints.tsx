import { Box, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatCount, plural, shortened } from '../../../shared/lib/format.ts'
import { canWithdrawPoint } from '../../../shared/review/points.policy.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { isUnsettled } from '../../../shared/review/unsettled.ts'
import { useChange } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { ThreadAction } from '../../threads/Thread.tsx'
import { useTarget } from '../../threads/target.ts'
import { confirm } from '../../ui/dialogs.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useAction } from '../../ui/useAction.ts'
import { AnswerPoint } from './AnswerPoint.tsx'
import { pointId, toPoint } from './place-id.ts'
import { isAnswered, type Points, usePoints } from './points-context.tsx'
import styles from './Points.module.css'
import { PointHead, SentPoint } from './SentPoint.tsx'

/** Withdraws an open point of the reader's own level, with a reason, while the office works on the record. */
function WithdrawPoint({ point }: { point: Point }) {
  const shown = usePoints()
  const actor = useActor()
  if (!shown?.keys || !canWithdrawPoint(actor, shown.keys, shown.record, point).ok) return null
  return <Withdraw point={point} calls={shown.calls} record={shown.record} />
}

function Withdraw({ point, calls, record }: Pick<Points, 'calls' | 'record'> & { point: Point }) {
  const { busy, run } = useAction()
  const withdraw = useChange(calls.withdrawPoint)

  const ask = async () => {
    const answer = await confirm({
      title: 'Withdraw this point?',
      message: `${point.label}: ${record.returned_at ? 'its office need not answer it any more. ' : ''}The point and your reason stay in the history.`,
      confirmLabel: 'Withdraw',
      reason: { label: 'Reason', min: 1, max: 1000 },
    })
    if (!answer?.reason) return
    const params = { id: record.id, point_id: point.id }
    const body = { text: answer.reason }
    const done = await run((form_key) => withdraw.mutateAsync({ params, body, form_key }))
    if (done) notifyDone('The point was withdrawn.')
  }
  return (
    <Group gap={8}>
      <ThreadAction
        action="Withdraw"
        name={`the point about ${point.label}`}
        disabled={busy}
        onClick={() => void ask()}
      />
    </Group>
  )
}

/** how many points are shown at once */
const SHOWN = 100

type PointListProps = {
  label: string
  points: readonly Point[]
  /** the name of the point's place as a link to it; null where there is none */
  toPlace?: ((point: Point) => ReactNode) | undefined
  /** whether a point is answered elsewhere on the page, at its place, to which its name leads */
  isAnsweredThere?: ((point: Point) => boolean) | undefined
}

/** Points one below the other, a hundred at a time, each with what its reader can do about it. */
function PointList({ label, points, toPlace, isAnsweredThere }: PointListProps) {
  const [count, setCount] = useState(SHOWN)
  const left = points.length - count
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {points.slice(0, count).map((point) => (
          <li key={point.id}>
            {isAnsweredThere?.(point) ? (
              <PointHead point={point} place={<ToPoint point={point} />} />
            ) : (
              <Listed point={point} place={toPlace?.(point)} />
            )}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button mt={12} size="sm" variant="default" onClick={() => setCount(count + SHOWN)}>
          Show {formatCount(Math.min(SHOWN, left))} more
        </Button>
      ) : null}
    </>
  )
}

const ToPoint = ({ point }: { point: Point }) => (
  <button type="button" className="plain-button" onClick={() => toPoint(point)}>
    {point.label}
  </button>
)

function Listed({ point, place }: { point: Point; place: ReactNode }) {
  const target = useTarget(pointId(point))
  return (
    <div {...target} className={styles.listed}>
      <SentPoint point={point} place={place}>
        <AnswerPoint point={point} />
        <WithdrawPoint point={point} />
      </SentPoint>
    </div>
  )
}

type PointsPanelProps = Pick<PointListProps, 'toPlace' | 'isAnsweredThere'> & {
  /** only the points of this principle */
  principle?: number | undefined
}

const countWords = (points: readonly Point[]): string =>
  `${points.filter(isAnswered).length} of ${plural(points.length, 'point')} answered`

/** What the returns of a record ask for: how much of it is answered, and each point with its answer. */
export function PointsPanel({ principle, ...list }: PointsPanelProps) {
  const shown = usePoints()
  if (shown?.error && shown.points.length === 0)
    return <LoadFailed title="The points could not be loaded" error={shown.error} onRetry={shown.retry} />
  const points = (shown?.points ?? []).filter(
    (point) => principle === undefined || point.principle_number === principle,
  )
  if (points.length === 0) return null
  const asked = points.filter(isUnsettled)
  const closed = points.filter((point) => !isUnsettled(point))
  return (
    <Panel title={asked.length > 0 ? countWords(asked) : 'No point is open'}>
      {shown?.isAnswering && asked.length > 0 ? (
        <Box component="p" mb={12}>
          A change at its place answers a point, or your words. Both are sent with your submission.
        </Box>
      ) : null}
      {asked.length > 0 ? <PointList label="Points" points={asked} {...list} /> : null}
      {closed.length > 0 ? (
        <details className={styles.fold}>
          <summary>{plural(closed.length, 'point')} settled or withdrawn</summary>
          <PointList label="Settled and withdrawn points" points={closed} />
        </details>
      ) : null}
    </Panel>
  )
}

/** The points about one place of a form, each with its answer. */
export const PointsToAnswer = ({ points }: { points: readonly Point[] }) =>
  points.map((point) => <PointToAnswer key={point.id} point={point} />)

function PointToAnswer({ point }: { point: Point }) {
  const target = useTarget(pointId(point))
  return (
    <Stack
      {...target}
      gap={12}
      role="group"
      aria-label={`Point about ${point.label}`}
      className={styles.place}
      data-answered={isAnswered(point) || undefined}
    >
      <SentPoint point={point}>
        <AnswerPoint point={point} />
      </SentPoint>
    </Stack>
  )
}

/** the most points that a question names, and the most letters of each */
const NAMED = 10
const NAMED_LETTERS = 120

/** Names the points that a submission leaves without an answer, in its question. */
export const PointsNamed = ({ open, unsent }: Record<'open' | 'unsent', readonly Point[]>) => (
  <>
    <Named
      points={unsent}
      lead={
        unsent.length === 1
          ? 'An answer is not saved yet, so it is not sent'
          : 'Some answers are not saved yet, so they are not sent'
      }
    />
    <Named
      points={open}
      lead={open.length === 1 ? '1 point is not answered' : `${open.length} points are not answered`}
    />
  </>
)

function Named({ points, lead }: { points: readonly Point[]; lead: string }) {
  if (points.length === 0) return null
  const more = points.length - NAMED
  return (
    <>
      <p>{lead}:</p>
      <ul className="bullets">
        {points.slice(0, NAMED).map(({ id, label, text }) => (
          <li key={id} className="breaks">
            {label}
            {text ? `: ${shortened(text, NAMED_LETTERS)}` : ''}
          </li>
        ))}
      </ul>
      {more > 0 ? <p>and {plural(more, 'more point')}.</p> : null}
    </>
  )
}
