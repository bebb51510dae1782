import { Loader } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { BeginThread, ThreadsAt } from '../../threads/ThreadsAt.tsx'
import { toTarget } from '../../threads/target.ts'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { useDecision } from '../decision-context.tsx'
import { addButtonId, NEW_POINT, placeId } from './place-id.ts'
import { isAt, usePoints } from './points-context.tsx'

const PlacePoints = lazy(() => import('./PlacePoints.tsx').then((file) => ({ default: file.PlacePoints })))

/** Set once a person has begun a point on this device; one entry per person, since an office shares a computer. */
const addedEntry = () => `points_added_${localStorage.getItem('user_id')}`

type AddPointProps = {
  place: PointPlace
  /** the name of the place, which screen readers read with the button */
  label: string
  /** on the button of a page's own subject: "about the profile" */
  about?: string
  /** a further button of the same place */
  isSecond?: boolean
}

/** Opens the form for a new point about this place, for a reviewer who may return the record. */
export function AddPoint({ place, label, about, isSecond = false }: AddPointProps) {
  const decision = useDecision()
  // the first value stays, so that no button changes while it is used
  const [isKnown] = useState(() => localStorage.getItem(addedEntry()) !== null)
  if (!decision?.mayReturn) return null
  const { open, writing, write } = decision
  const isOpen = writing?.at === placeId(place)
  const start = () => {
    localStorage.setItem(addedEntry(), 'true')
    write(placeId(place))
  }
  return (
    <BeginThread
      id={isSecond ? undefined : addButtonId(place)}
      disabled={!open}
      isOpen={isOpen}
      isKnown={isKnown}
      data-add-point
      onClick={() => (isOpen ? toTarget(NEW_POINT) : start())}
    >
      Add point{about ? ` ${about}` : <span className="visually-hidden"> about {label}</span>}
    </BeginThread>
  )
}

/** The place around the focused element that a point can be added to. */
const focusedButton = () =>
  document.activeElement?.closest('[data-place]')?.querySelector<HTMLElement>('[data-add-point]')

/** p opens the form for a point about the place that has the focus, or about the subject of the page. */
export function usePointKey(subject: PointPlace): void {
  const isOn = useDecision()?.mayReturn ?? false
  useShortcuts(
    isOn ? { p: () => (focusedButton() ?? document.getElementById(addButtonId(subject)))?.click() } : {},
  )
}

type PointsAtProps = {
  place: PointPlace
  /** the name of the place on this screen, until the server names it */
  label: string
  /** `dd` beside the value of a labelled field */
  as?: 'div' | 'dd'
  /** off where the button is in another place than the points */
  withButton?: boolean
}

/** The points about one place of a record: sent ones with their answers, and for its reviewer the button for a new one. */
export function PointsAt({ place, label, as = 'div', withButton = true }: PointsAtProps) {
  const sent = usePoints()?.points ?? []
  const decision = useDecision()
  const isFilled =
    [...sent, ...(decision?.draft.points ?? [])].some((point) => isAt(place, point.place)) ||
    decision?.writing?.at === placeId(place)
  return (
    <ThreadsAt
      id={placeId(place)}
      as={as}
      button={withButton && decision?.mayReturn ? <AddPoint place={place} label={label} /> : null}
    >
      {isFilled ? (
        <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
          <PlacePoints place={place} label={label} />
        </Suspense>
      ) : null}
    </ThreadsAt>
  )
}
