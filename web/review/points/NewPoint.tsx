import { useState } from 'react'
import { type PointPlace, POINTS_MAX } from '../../../shared/review/points.schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useDecision } from '../decision-context.tsx'
import { NEW_POINT } from './AddPoint.tsx'
import { usualKind, withoutPoint, withPoint } from './draft-points.ts'
import { addButtonId } from './place-id.ts'
import { PointFields } from './PointFields.tsx'

type NewPointProps = {
  place: PointPlace
  label: string
  /** of the point in the draft */
  ownKey: string
}

/** The form for a new point about a place. Its text is part of the draft from the first letter on. */
export function NewPoint({ place, label, ownKey: key }: NewPointProps) {
  const decision = useDecision()
  const [point, setPoint] = useState({ kind: usualKind(place), text: '' })
  if (!decision) return null
  const { draft, change, write } = decision
  if (withoutPoint(draft.points, key).length >= POINTS_MAX)
    return (
      <Notice tone="warning" live>
        <p>{`A return can have at most ${POINTS_MAX} points.`}</p>
      </Notice>
    )
  const end = () => {
    write(null)
    document.getElementById(addButtonId(place))?.focus()
  }
  return (
    <PointFields
      id={NEW_POINT}
      name={`Point about ${label}`}
      point={point}
      onChange={(typed) => {
        setPoint(typed)
        change({ points: withPoint(draft.points, { ...typed, place, label, key }) })
      }}
      done="Add"
      onDone={end}
      onCancel={() => {
        change({ points: withoutPoint(draft.points, key) })
        end()
      }}
      isChanged={point.text.trim() !== ''}
    />
  )
}
