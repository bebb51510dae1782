import type { ReactNode } from 'react'
import { PointsOrComments } from '../review/points/lazy-points.tsx'

type PrinciplePointsProps = { principle: number; children: ReactNode }

/** The points of a principle beside its evidence, each leading to its place; without any, the comment. */
export const PrinciplePoints = ({ principle, children }: PrinciplePointsProps) => (
  <PointsOrComments principle={principle} isAnsweredThere={({ place }) => place.about !== 'principle'}>
    {children}
  </PointsOrComments>
)
