import type { ReactNode } from 'react'
import { toPoint } from '../review/points/place-id.ts'
import { PointsOrComments } from '../review/points/lazy-points.tsx'

type PrinciplePointsProps = { principle: number; children: ReactNode }

/** The points of a principle beside its evidence, each leading to its place; without any, the comment. */
export const PrinciplePoints = ({ principle, children }: PrinciplePointsProps) => (
  <PointsOrComments
    principle={principle}
    isAnsweredThere={({ place }) => place.about !== 'principle'}
    toPlace={(point) =>
      point.place.about === 'principle' ? (
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
