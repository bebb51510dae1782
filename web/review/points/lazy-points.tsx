import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { Point, PointPlace } from '../../../shared/review/points.schema.ts'
import { isUnsettled } from '../../../shared/review/unsettled.ts'
import { isAt, isPointed, usePoints } from './points-context.tsx'

const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function Later(props: ComponentProps<typeof Loaded>) {
    const loaded = <Loaded {...props} />
    // a page on which points are answered waits as a whole (`WithPoints`)
    return usePoints()?.isAnswering ? loaded : <Suspense>{loaded}</Suspense>
  }
}

const Panel = later(async () => (await import('./PointsPanel.tsx')).PointsPanel)
const Placed = later(async () => (await import('./PlacePoints.tsx')).PlacePoints)
const Named = later(async () => (await import('./PointsNamed.tsx')).PointsNamed)
export const HistoryPoints = later(async () => (await import('./HistoryPoints.tsx')).HistoryPoints)
export const WithdrawnPoints = later(async () => (await import('./HistoryPoints.tsx')).WithdrawnPoints)

/** The points about a place of a form, below it. */
export function PointsOfPlace({ place }: { place: PointPlace | ((point: Point) => boolean) }) {
  const points = (usePoints()?.points ?? []).filter(
    (point) => isUnsettled(point) && (typeof place === 'function' ? place(point) : isAt(point.place, place)),
  )
  return points.length > 0 ? <Placed points={points} /> : null
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

/** Names the points that a submission leaves without an answer, in its question. */
export const PointsNotAnswered = (points: ComponentProps<typeof Named>) =>
  points.open.length + points.unsent.length > 0 ? <Named {...points} /> : null
