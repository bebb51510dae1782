import { useState } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import { type PointPlace, POINTS_MAX } from '../../../shared/review/points.schema.ts'
import { isUnsettled } from '../../../shared/review/unsettled.ts'
import { ThreadFold } from '../../threads/Thread.tsx'
import { useTarget } from '../../threads/target.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useDecision } from '../decision-context.tsx'
import { usualKind, withoutPoint, withPoint } from './draft-points.ts'
import { addButtonId, NEW_POINT, placeId } from './place-id.ts'
import { PointFields } from './PointForm.tsx'
import { isAt, usePoints } from './points-context.tsx'
import { DraftPoint, ReviewPoint } from './ReviewPoint.tsx'

type NewPointProps = {
  place: PointPlace
  label: string
  /** of the point in the draft */
  ownKey: string
}

/** The form for a new point about a place. Its text is part of the draft from the first letter on. */
function NewPoint({ place, label, ownKey: key }: NewPointProps) {
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

type PlacePointsProps = { place: PointPlace; label: string }

/** What there is about one place: sent points, those that are not sent yet, and the form for a new one. */
export function PlacePoints({ place, label }: PlacePointsProps) {
  const decision = useDecision()
  const sent = usePoints()?.points.filter((point) => isAt(place, point.place)) ?? []
  const past = sent.filter((point) => !isUnsettled(point))
  const prepared = decision?.draft.points.filter(
    (point) => isAt(place, point.place) && point.key !== decision.writing?.key,
  )
  const { id } = useTarget(placeId(place))
  return (
    <>
      {sent.filter(isUnsettled).map((point) => (
        <ReviewPoint key={point.id} point={point} />
      ))}
      <ThreadFold title={plural(past.length, 'settled or withdrawn point')} count={past.length} isFolded>
        {past.map((point) => (
          <li key={point.id}>
            <ReviewPoint point={point} />
          </li>
        ))}
      </ThreadFold>
      {prepared?.map((point) => (
        <DraftPoint
          key={point.key}
          point={point}
          onGone={() => document.getElementById(addButtonId(place))?.focus()}
        />
      ))}
      {decision?.writing?.at === id ? (
        <NewPoint key={decision.writing.key} place={place} label={label} ownKey={decision.writing.key} />
      ) : null}
    </>
  )
}
