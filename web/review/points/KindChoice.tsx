import { useId } from 'react'
import { KIND_CHOICES } from '../../../shared/review/points.rules.ts'
import { POINT_KINDS, type PointKind } from '../../../shared/review/points.schema.ts'
import styles from './ReviewPoints.module.css'

type KindChoiceProps = { kind: PointKind; onChoose: (kind: PointKind) => void }

/** What a point asks for. */
export function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend>What is needed</legend>
      {POINT_KINDS.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === kind} onChange={() => onChoose(one)} />
          {KIND_CHOICES[one]}
        </label>
      ))}
    </fieldset>
  )
}
