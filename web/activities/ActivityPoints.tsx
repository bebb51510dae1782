import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { pointId } from '../review/points/place-id.ts'
import { PointsOrComments } from '../review/points/record-points.tsx'
import type { MeansMode } from './means-mode.ts'
import { PrincipleLink } from './PrincipleLink.tsx'

/** The points above an activity, each with a link to the page of its principle. */
export const ActivityPoints = ({ shown, mode }: { shown: ActivityShowReply; mode: MeansMode }) => (
  <PointsOrComments
    toPlace={(point) => {
      const principle = shown.sitePrinciples.find((one) => one.principle_number === point.principle_number)
      return principle ? (
        <PrincipleLink
          mode={mode}
          activityId={shown.siteActivities.id}
          principleId={principle.id}
          hash={pointId(point)}
        >
          {point.label}
        </PrincipleLink>
      ) : (
        point.label
      )
    }}
  />
)
