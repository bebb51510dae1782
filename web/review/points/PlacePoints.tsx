import type { Point } from '../../../shared/review/points.schema.ts'
import { AnswerPoint } from './AnswerPoint.tsx'
import { isAnswered } from './points-context.tsx'
import styles from './Points.module.css'
import { SentPoint } from './SentPoint.tsx'
import { usePointTarget } from './usePointTarget.ts'

/** The points about one place of a form, each with its answer. */
export const PlacePoints = ({ points }: { points: readonly Point[] }) =>
  points.map((point) => <PlacePoint key={point.id} point={point} />)

function PlacePoint({ point }: { point: Point }) {
  const target = usePointTarget<HTMLDivElement>(point)
  return (
    <div
      {...target}
      role="group"
      aria-label={`Point about ${point.label}`}
      className={styles.place}
      data-answered={isAnswered(point) || undefined}
    >
      <SentPoint point={point}>
        <AnswerPoint point={point} />
      </SentPoint>
    </div>
  )
}
