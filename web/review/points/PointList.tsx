import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Point } from '../../../shared/review/points.schema.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { AnswerPoint } from './AnswerPoint.tsx'
import { toPoint } from './place-id.ts'
import { PointHead, SentPoint } from './SentPoint.tsx'
import { WithdrawPoint } from './WithdrawPoint.tsx'
import styles from './Points.module.css'
import { usePointTarget } from './usePointTarget.ts'

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
export function PointList({ label, points, toPlace, isAnsweredThere }: PointListProps) {
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
        <Button
          className={styles.more ?? ''}
          size="sm"
          variant="default"
          onClick={() => setCount(count + SHOWN)}
        >
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
  const target = usePointTarget<HTMLDivElement>(point)
  return (
    <div {...target} className={styles.listed}>
      <SentPoint point={point} place={place}>
        <AnswerPoint point={point} />
        <WithdrawPoint point={point} />
      </SentPoint>
    </div>
  )
}
