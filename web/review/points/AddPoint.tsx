import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { useDecision } from '../decision-context.tsx'
import styles from './PointsAt.module.css'
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
  if (!decision?.mayReturn) return null
  const { open, writing, write } = decision
  const isOpen = writing?.at === placeId(place)
  return (
    <button
      type="button"
      id={isSecond ? undefined : addButtonId(place)}
      className={styles.add}
      disabled={!open}
      aria-expanded={isOpen}
      data-add-point
      onClick={() => (isOpen ? toPart(NEW_POINT) : write(placeId(place)))}
    >
      <PlusIcon size={16} />
      <span>Add point{about ? ` ${about}` : <span className="visually-hidden"> about {label}</span>}</span>
    </button>
  )
}
