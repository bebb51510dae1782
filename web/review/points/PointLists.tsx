import { Box, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Level } from '../../../shared/access/levels.ts'
import { formatCount, plural } from '../../../shared/lib/format.ts'
import { canSettlePoint } from '../../../shared/review/points.policy.ts'
import type { Point, PointPlace, PointState } from '../../../shared/review/points.schema.ts'
import { countUnsettled } from '../../../shared/review/unsettled.ts'
import { useActor } from '../../lib/useActor.ts'
import { ThreadFold, ThreadText } from '../../threads/Thread.tsx'
import { toTarget } from '../../threads/target.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useDecision } from '../decision-context.tsx'
import { countAsked } from '../decision-draft.ts'
import { fittingDraft } from './draft-points.ts'
import { earlierId, placeId, PREPARED_POINTS } from './place-id.ts'
import { usePoints } from './points-context.tsx'
import styles from './Points.module.css'
import { DraftPoint, ReviewPoint } from './ReviewPoint.tsx'

/** Where a place is: on this page, on another one, or nowhere in the record as it is now (null). */
export type PlaceFound = { page: string | null } | null

type PlaceLinkProps = { place: PointPlace; label: string; found: PlaceFound }

/** The name of a place, which leads to its points on whatever page they are. */
function PlaceLink({ place, label, found }: PlaceLinkProps) {
  if (!found) return <strong>{label}</strong>
  const id = placeId(place)
  if (found.page === null)
    return (
      <button type="button" className={styles.toPlace} onClick={() => toTarget(id)}>
        {label}
      </button>
    )
  return (
    <Link to={found.page as '/sitemap'} search={(all) => all} hash={id} className={styles.toPlace}>
      {label}
    </Link>
  )
}

export type PlaceOf = (place: PointPlace) => PlaceFound

/** what needs the reviewer comes first */
const PARTS: readonly [PointState, string][] = [
  ['answered', 'Answered'],
  ['open', 'Open, without an answer'],
  ['settled', 'Settled'],
  ['withdrawn', 'Withdrawn'],
]

/** The points of earlier rounds with their answers, before the facts. */
export function EarlierPoints({ placeOf }: { placeOf: PlaceOf }) {
  const points = usePoints()?.points ?? []
  const inState = (wanted: PointState) => points.filter(({ state }) => state === wanted)
  const { open_points, answered_points } = countUnsettled(points)
  const counted = [
    open_points > 0 ? [`${formatCount(open_points)} open`] : [],
    answered_points > 0 ? [`${formatCount(answered_points)} answered`] : [],
  ].flat()
  const words = counted.length > 0 ? counted.join(', ') : 'none open'
  return (
    <Panel title={`Points of earlier rounds: ${words}`}>
      <Stack gap={12}>
        <SettleAnswered answered={inState('answered')} />
        {PARTS.map(([state, title]) => (
          <ThreadFold
            key={state}
            title={`${title}: ${formatCount(inState(state).length)}`}
            count={inState(state).length}
            isFolded={state === 'settled' || state === 'withdrawn'}
          >
            {inState(state).map((point) => (
              <li key={point.id} id={earlierId(point.id)} tabIndex={-1} className={styles.earlier}>
                <ReviewPoint
                  point={point}
                  place={<PlaceLink place={point.place} label={point.label} found={placeOf(point.place)} />}
                />
              </li>
            ))}
          </ThreadFold>
        ))}
      </Stack>
    </Panel>
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
    <Group gap={8} className={styles.actions}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!open}
        onClick={() => change({ settled: [...draft.settled, ...left.map(({ id }) => id)] })}
      >
        Settle {plural(left.length, 'answered point')}
      </Button>
    </Group>
  )
}

/** The points that the return will send, with those it asks again and settles; each leads to its place. */
export function PreparedPoints({ placeOf }: { placeOf: PlaceOf }) {
  const decision = useDecision()
  const sent = usePoints()?.points ?? []
  if (!decision) return null
  const draft = fittingDraft(decision.draft, sent)
  const { points, reopened, settled } = draft
  const asked = countAsked(draft)
  const comments = Math.max(0, asked - points.length - reopened.length)
  const labelOf = new Map(sent.map(({ id, label }) => [id, label]))
  const toList = () => toTarget(PREPARED_POINTS)
  return (
    <Stack gap={12}>
      <Box component="h3" id={PREPARED_POINTS} tabIndex={-1} fz="md">
        {plural(asked, 'point')} to send
      </Box>
      {comments > 0 ? <p className="quiet">{plural(comments, 'comment')} included.</p> : null}
      <ThreadFold title={`New: ${formatCount(points.length)}`} count={points.length}>
        {points.map((point) => {
          const found = placeOf(point.place)
          return (
            <li key={point.key}>
              <DraftPoint
                point={point}
                onGone={toList}
                head={
                  <div>
                    <PlaceLink place={point.place} label={point.label} found={found} />
                    {found ? null : (
                      <p className="quiet">
                        The record no longer has this place. Remove the point, or add it to another place.
                      </p>
                    )}
                  </div>
                }
              />
            </li>
          )
        })}
      </ThreadFold>
      <ThreadFold title={`Asked again: ${formatCount(reopened.length)}`} count={reopened.length}>
        {reopened.map(({ id, text }) => (
          <li key={id}>
            <EarlierLink id={id} label={labelOf.get(id) ?? 'A point of an earlier round'} />
            <ThreadText>{text}</ThreadText>
          </li>
        ))}
      </ThreadFold>
      <ThreadFold title={`Settled with it: ${formatCount(settled.length)}`} count={settled.length} isFolded>
        {settled.map((id) => (
          <li key={id}>
            <EarlierLink id={id} label={labelOf.get(id) ?? 'A point of an earlier round'} />
          </li>
        ))}
      </ThreadFold>
    </Stack>
  )
}

/** Leads to a sent point in the list before the facts. */
const EarlierLink = ({ id, label }: { id: number; label: string }) => (
  <button type="button" className={styles.toPlace} onClick={() => toTarget(earlierId(id))}>
    {label}
  </button>
)
