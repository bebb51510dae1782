import type { ReactNode } from 'react'
import { PointsOrComments } from '../review/points/lazy-points.tsx'
import { fieldOfPoint } from './form-points.ts'

/** The points beside the form, each leading to its field, where it is answered; without any, the comments. */
export const FormPoints = ({ children }: { children: ReactNode }) => (
  <PointsOrComments isAnsweredThere={(point) => fieldOfPoint(point) !== null}>{children}</PointsOrComments>
)
