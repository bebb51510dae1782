import type { ReactNode } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PointList } from './PointList.tsx'
import { isUnsettled } from '../../../shared/review/unsettled.ts'
import { isAnswered, usePoints } from './points-context.tsx'
import styles from './Points.module.css'

export type PointsPanelProps = {
  /** only the points of this principle */
  principle?: number | undefined
  toPlace?: (point: Point) => ReactNode
  isAnsweredThere?: (point: Point) => boolean
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
        <p className={styles.intro}>
          A change at its place answers a point, or your words. Both are sent with your submission.
        </p>
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
