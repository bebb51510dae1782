import { useParams } from '@tanstack/react-router'
import { ApprovalPage } from '../review/ApprovalPage.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** A profile for its reviewer, with Approve and Return. */
export function SiteApprovalPage() {
  const { id } = useParams({ from: '/sites/approval/view/$id' })
  return (
    <ApprovalPage of={SITE_REVIEW} id={id}>
      {(shown) => <SiteRecord details={shown} isReviewed />}
    </ApprovalPage>
  )
}
