import { Loader } from '@mantine/core'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { Level } from '../../../shared/access/levels.ts'
import type { Point, PointPlace } from '../../../shared/review/points.schema.ts'
import { isUnsettled, settledSentence } from '../../../shared/review/unsettled.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useDecision } from '../decision-context.tsx'
import type { DecisionDraft } from '../decision-draft.ts'
import type { PlaceOf } from './PointLists.tsx'
import { isAt, isPointed, usePoints } from './points-context.tsx'

/* What a page shows of the points of its record, loaded once there are some. */

const later = <Props extends object>(load: () => Promise<ComponentType<Props>>, waiting?: ReactNode) => {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Later(props: ComponentProps<typeof Loaded>) {
    const loaded = <Loaded {...props} />
    // a page on which points are answered waits as a whole (`WithPoints`)
    return usePoints()?.isAnswering ? loaded : <Suspense fallback={waiting}>{loaded}</Suspense>
  }
}

const Panel = later(async () => (await import('./OfficePoints.tsx')).PointsPanel)
const ToAnswer = later(async () => (await import('./OfficePoints.tsx')).PointsToAnswer)
const Named = later(async () => (await import('./OfficePoints.tsx')).PointsNamed)
export const HistoryPoints = later(async () => (await import('./HistoryPoints.tsx')).HistoryPoints)
export const WithdrawnPoints = later(async () => (await import('./HistoryPoints.tsx')).WithdrawnPoints)

/** The points about a place of a form, below it. */
export function FormPoints({ place }: { place: PointPlace | ((point: Point) => boolean) }) {
  const points = (usePoints()?.points ?? []).filter(
    (point) => isUnsettled(point) && (typeof place === 'function' ? place(point) : isAt(point.place, place)),
  )
  return points.length > 0 ? <ToAnswer points={points} /> : null
}

/** The points of a record above it; without any, `children`: the comments of its return. */
export function PointsOrComments({
  children,
  ...panel
}: ComponentProps<typeof Panel> & { children?: ReactNode }) {
  const shown = usePoints()
  return shown && isPointed(shown) ? <Panel {...panel} /> : children
}

/** The comments of a return, on a page that shows its points elsewhere. */
export function UnlessPointed({ children }: { children: ReactNode }) {
  const shown = usePoints()
  return shown && isPointed(shown) ? null : children
}

type CommentNoticeProps = {
  title: string
  /** only these points count */
  isAbout?: (point: Point) => boolean
  children: ReactNode
}

/** The comment of the newest return; once the record is in review again, with what of its points is settled. */
export function CommentNotice({ title, isAbout = () => true, children }: CommentNoticeProps) {
  const shown = usePoints()
  const points = shown && shown.record.site_status !== 'Returned' ? shown.points.filter(isAbout) : []
  const settled = settledSentence(points)
  return (
    <Notice tone={settled && !points.some(isUnsettled) ? 'success' : 'warning'} title={title}>
      {children}
      {settled ? (
        <p>
          <strong>{settled}</strong>
        </p>
      ) : null}
    </Notice>
  )
}

/** Names the points that a submission leaves without an answer, in its question. */
export const PointsNotAnswered = (points: ComponentProps<typeof Named>) =>
  points.open.length + points.unsent.length > 0 ? <Named {...points} /> : null

const WAITING = <Loader size="sm" aria-label="Loading" />
const Earlier = later(async () => (await import('./PointLists.tsx')).EarlierPoints, WAITING)
const Prepared = later(async () => (await import('./PointLists.tsx')).PreparedPoints, WAITING)
const OfReturn = later(async () => (await import('./PointsQuestion.tsx')).PointsOfReturn, WAITING)
const OfApproval = later(async () => (await import('./PointsQuestion.tsx')).PointsOfApproval, WAITING)

/** For its reviewer: the points of earlier rounds, where the record has some. */
export const EarlierPoints = ({ placeOf }: { placeOf: PlaceOf }) =>
  (usePoints()?.points ?? []).length === 0 ? null : <Earlier placeOf={placeOf} />

const countOf = ({ points, reopened, settled }: DecisionDraft): number =>
  points.length + reopened.length + settled.length

/** What the return will send beside its comments, once there is something. */
export function PreparedPoints({ placeOf }: { placeOf: PlaceOf }) {
  const draft = useDecision()?.draft
  return draft && countOf(draft) > 0 ? <Prepared placeOf={placeOf} /> : null
}

type QuestionProps = { draft: DecisionDraft; sent: readonly Point[] }

/** What a return says and settles beside its comments, for its question. */
export const PointsOfReturn = (props: QuestionProps) =>
  countOf(props.draft) === 0 ? null : <OfReturn {...props} />

/** What an approval does not send, and what it settles, for its question. */
export const PointsOfApproval = (props: QuestionProps & { level: Level }) =>
  countOf(props.draft) + props.sent.length === 0 ? null : <OfApproval {...props} />
