import { Button } from '@mantine/core'
import { canSettlePoint } from '../../../shared/review/points.policy.ts'
import type { Point, PointPlace, PointState } from '../../../shared/review/points.schema.ts'
import { countUnsettled } from '../../../shared/review/unsettled.ts'
import type { Level } from '../../../shared/access/levels.ts'
import { formatCount, plural } from '../../../shared/lib/format.ts'
import { useActor } from '../../lib/useActor.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useDecision } from '../decision-context.tsx'
import styles from './ReviewPoints.module.css'
import { earlierId } from './place-id.ts'
import { PlaceLink, type PlaceFound } from './PlaceLink.tsx'
import { PointFold } from './PointFold.tsx'
import { usePoints } from './points-context.tsx'
import { ReviewPoint } from './ReviewPoint.tsx'

export type PlaceOf = (place: PointPlace) => PlaceFound

/** what needs the reviewer comes first */
const PARTS: readonly [PointState, string][] = [
  ['answered', 'Answered'],
  ['open', 'Open, without an answer'],
  ['settled', 'Settled'],
  ['withdrawn', 'Withdrawn'],
]

type EarlierPointsProps = { placeOf: PlaceOf }

/** The points of earlier rounds with their answers, before the facts. */
export function EarlierPoints({ placeOf }: EarlierPointsProps) {
  const points = usePoints()?.points ?? []
  const inState = (wanted: PointState) => points.filter(({ state }) => state === wanted)
  const { open_points, answered_points } = countUnsettled(points)
  const counted = [
    ...(open_points > 0 ? [`${formatCount(open_points)} open`] : []),
    ...(answered_points > 0 ? [`${formatCount(answered_points)} answered`] : []),
  ]
  const words = counted.length > 0 ? counted.join(', ') : 'none open'
  return (
    <Panel title={`Points of earlier rounds: ${words}`}>
      <div className={styles.list}>
        <SettleAnswered answered={inState('answered')} />
        {PARTS.map(([state, title]) => (
          <EarlierList key={state} title={title} points={inState(state)} placeOf={placeOf} state={state} />
        ))}
      </div>
    </Panel>
  )
}

type EarlierListProps = EarlierPointsProps & { title: string; points: readonly Point[]; state: PointState }

function EarlierList({ title, points, placeOf, state }: EarlierListProps) {
  return (
    <PointFold
      title={`${title}: ${formatCount(points.length)}`}
      count={points.length}
      isFolded={state === 'settled' || state === 'withdrawn'}
    >
      <ul className={styles.list}>
        {points.map((point) => (
          <li key={point.id} id={earlierId(point.id)} tabIndex={-1} className={styles.item}>
            <ReviewPoint
              point={point}
              place={<PlaceLink place={point.place} label={point.label} found={placeOf(point.place)} />}
            />
          </li>
        ))}
      </ul>
    </PointFold>
  )
}

/** Settles all answered points at once that this level may settle; each can be undone. */
function SettleAnswered({ answered }: { answered: readonly Point[] }) {
  const decision = useDecision()
  const level: Level = useActor().access_level
  if (!decision?.mayReturn) return null
  const { draft, change, open } = decision
  const asked = new Set(draft.reopened.map(({ id }) => id))
  const left = answered.filter(
    (point) => !draft.settled.includes(point.id) && !asked.has(point.id) && canSettlePoint(level, point).ok,
  )
  if (left.length < 2) return null
  return (
    <div className={styles.actions}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!open}
        onClick={() => change({ settled: [...draft.settled, ...left.map(({ id }) => id)] })}
      >
        Settle {plural(left.length, 'answered point')}
      </Button>
    </div>
  )
}
