import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { useDecision } from '../decision-context.tsx'
import { AddPoint } from './AddPoint.tsx'
import styles from './PointsAt.module.css'
import { placeId } from './place-id.ts'
import { isAt, usePoints } from './points-context.tsx'

const HerePoints = lazy(() => import('./HerePoints.tsx').then((file) => ({ default: file.HerePoints })))

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
export function PointsAt({ place, label, as: Part = 'div', withButton = true }: PointsAtProps) {
  const sent = usePoints()?.points ?? []
  const decision = useDecision()
  const isFilled =
    sent.some((point) => isAt(place, point.place)) ||
    decision?.writing?.at === placeId(place) ||
    (decision?.draft.points ?? []).some((point) => isAt(place, point.place))
  const hasButton = withButton && decision?.mayReturn
  if (!isFilled && !hasButton) return null
  return (
    <Part
      className={styles.at}
      {...(isFilled ? { id: placeId(place), tabIndex: -1, 'data-filled': true } : {})}
    >
      {isFilled ? (
        <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
          <HerePoints place={place} label={label} />
        </Suspense>
      ) : null}
      {hasButton ? (
        <div>
          <AddPoint place={place} label={label} />
        </div>
      ) : null}
    </Part>
  )
}
