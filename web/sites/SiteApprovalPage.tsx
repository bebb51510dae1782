import { useParams } from '@tanstack/react-router'
import { isOnLand, pointFieldOf, siteLabel } from '../../shared/sites/site-points.ts'
import { type Having, SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import { ApprovalPage } from '../review/ApprovalPage.tsx'
import { PointsAt } from '../review/points/PointsAt.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** The points about a field of the page, for the fields that the encoder can change. */
function pointsOf(shown: Having<'shown'>) {
  const field = pointFieldOf(shown)
  return field && <PointsAt place={{ about: 'field', field }} label={SITE_FIELDS[shown].label} as="dd" />
}

/** A profile for its reviewer, with Approve and Return. */
export function SiteApprovalPage() {
  const { id } = useParams({ from: '/sites/approval/view/$id' })
  return (
    <ApprovalPage
      of={SITE_REVIEW}
      id={id}
      places="a field, a document, the boundary, a finding, an instrument or the whole profile"
      // what is on the land is on this page, or gone
      placeOf={({ siteProfile }, place) =>
        isOnLand(place) || siteLabel(siteProfile, place) ? { page: null } : null
      }
    >
      {(shown) => <SiteRecord details={shown} isReviewed pointsOf={pointsOf} />}
    </ApprovalPage>
  )
}
