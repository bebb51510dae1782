import type { ReactNode } from 'react'
import type { Point } from '../../../shared/review/points.schema.ts'
import { useDecision } from '../decision-context.tsx'
import styles from './ReviewPoints.module.css'
import { PointVerdict } from './PointVerdict.tsx'
import { SentPoint } from './SentPoint.tsx'

type ReviewPointProps = {
  point: Point
  /** the name of its place as a link, in a list of several places */
  place?: ReactNode
}

/** A sent point with its answer; for a reviewer who may return the record, with Settle and Ask again. */
export function ReviewPoint({ point, place }: ReviewPointProps) {
  const mayJudge = useDecision()?.mayReturn && (point.state === 'answered' || point.state === 'settled')
  return (
    <div className={styles.point}>
      <SentPoint point={point} place={place}>
        {mayJudge ? <PointVerdict point={point} /> : null}
      </SentPoint>
    </div>
  )
}
