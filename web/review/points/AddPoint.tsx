import { useState } from 'react'
import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { useDecision } from '../decision-context.tsx'
import styles from './PointsAt.module.css'
import { hasAddedPoints, rememberAddedPoints } from './added-points.ts'
import { addButtonId, placeId, toPart } from './place-id.ts'

type AddPointProps = {
  place: PointPlace
  /** the name of the place, which screen readers read with the button */
  label: string
  /** on the button of a page's own subject: "about the profile" */
  about?: string
  /** a further button of the same place */
  isSecond?: boolean
}

/** The id of the form for a new point; one is open at a time. */
export const NEW_POINT = 'new-point'

/** Opens the form for a new point about this place, for a reviewer who may return the record. */
export function AddPoint({ place, label, about, isSecond = false }: AddPointProps) {
  const decision = useDecision()
  // the first value stays, so that no button changes while it is used
  const [isKnown] = useState(hasAddedPoints)
  if (!decision?.mayReturn) return null
  const { open, writing, write } = decision
  const isOpen = writing?.at === placeId(place)
  const start = () => {
    rememberAddedPoints()
    write(placeId(place))
  }
  return (
    <button
      type="button"
      id={isSecond ? undefined : addButtonId(place)}
      className={styles.add}
      disabled={!open}
      aria-expanded={isOpen}
      data-add-point
      data-known={isKnown || undefined}
      onClick={() => (isOpen ? toPart(NEW_POINT) : start())}
    >
      <PlusIcon size={16} />
      <span>Add point{about ? ` ${about}` : <span className="visually-hidden"> about {label}</span>}</span>
    </button>
  )
}
