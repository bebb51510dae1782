import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useDecision } from '../decision-context.tsx'
import type { Level } from '../../../shared/access/levels.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import type { DecisionDraft } from '../decision-draft.ts'
import type { PlaceOf } from './EarlierPoints.tsx'
import { usePoints } from './points-context.tsx'

const Earlier = lazy(() => import('./EarlierPoints.tsx').then((file) => ({ default: file.EarlierPoints })))
const Prepared = lazy(() => import('./PreparedPoints.tsx').then((file) => ({ default: file.PreparedPoints })))

const OfReturn = lazy(() => import('./PointsQuestion.tsx').then((file) => ({ default: file.PointsOfReturn })))
const OfApproval = lazy(() =>
  import('./PointsQuestion.tsx').then((file) => ({ default: file.PointsOfApproval })),
)

const WAITING = <Loader size="sm" aria-label="Loading" />

type LazyPointsProps = { placeOf: PlaceOf }

/** The points of earlier rounds, loaded for a record that has some. */
export const LazyEarlierPoints = ({ placeOf }: LazyPointsProps) =>
  (usePoints()?.points ?? []).length === 0 ? null : (
    <Suspense fallback={WAITING}>
      <Earlier placeOf={placeOf} />
    </Suspense>
  )

/** What the return will send beside its comments, loaded once there is something. */
export function LazyPreparedPoints({ placeOf }: LazyPointsProps) {
  const draft = useDecision()?.draft
  if (!draft || countOf(draft) === 0) return null
  return (
    <Suspense fallback={WAITING}>
      <Prepared placeOf={placeOf} />
    </Suspense>
  )
}

const countOf = ({ points, reopened, settled }: DecisionDraft): number =>
  points.length + reopened.length + settled.length

type QuestionProps = { draft: DecisionDraft; sent: readonly Point[] }

/** What a return says and settles beside its comments, for its question. */
export const LazyPointsOfReturn = (props: QuestionProps) =>
  countOf(props.draft) === 0 ? null : (
    <Suspense fallback={WAITING}>
      <OfReturn {...props} />
    </Suspense>
  )

/** What an approval does not send, and what it settles, for its question. */
export const LazyPointsOfApproval = (props: QuestionProps & { level: Level }) =>
  countOf(props.draft) + props.sent.length === 0 ? null : (
    <Suspense fallback={WAITING}>
      <OfApproval {...props} />
    </Suspense>
  )
