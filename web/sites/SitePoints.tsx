import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pointId } from '../review/points/place-id.ts'
import { usePoints } from '../review/points/points-context.tsx'
import { PointsOrComments, UnlessPointed } from '../review/points/record-points.tsx'
import { fieldOfPoint } from './form-points.ts'

type SitePointsProps = {
  /** on the page of its reviewer, which lists the points itself */
  isReviewed: boolean
  children: ReactNode
}

/** The points above a profile, for its office with links into the form; without any, the comments. */
export function SitePoints({ isReviewed, children }: SitePointsProps) {
  const shown = usePoints()
  if (isReviewed) return <UnlessPointed>{children}</UnlessPointed>
  return (
    <PointsOrComments
      {...(shown?.isAnswering
        ? {
            toPlace: (point) =>
              fieldOfPoint(point) === null ? (
                point.label
              ) : (
                <Link
                  to="/sitemap/edit/$id"
                  params={{ id: String(shown.record.id) }}
                  search={(all) => all}
                  hash={pointId(point)}
                >
                  {point.label}
                </Link>
              ),
          }
        : {})}
    >
      {children}
    </PointsOrComments>
  )
}
