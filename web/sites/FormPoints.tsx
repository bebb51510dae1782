import type { ReactNode } from 'react'
import { toPoint } from '../review/points/place-id.ts'
import { PointsOrComments } from '../review/points/lazy-points.tsx'
import { fieldOfPoint } from './form-points.ts'

/** The points beside the form, each leading to its field, where it is answered; without any, the comments. */
export const FormPoints = ({ children }: { children: ReactNode }) => (
  <PointsOrComments
    isAnsweredThere={(point) => fieldOfPoint(point) !== null}
    toPlace={(point) =>
      fieldOfPoint(point) === null ? (
        point.label
      ) : (
        <button type="button" className="plain-button" onClick={() => toPoint(point)}>
          {point.label}
        </button>
      )
    }
  >
    {children}
  </PointsOrComments>
)
