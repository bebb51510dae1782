import { ApprovalListPage } from '../review/ApprovalListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** The approval list of profiles. */
export const SiteApprovalListPage = () => <ApprovalListPage of={SITE_REVIEW} />
