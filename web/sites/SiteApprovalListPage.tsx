import { ApprovalListPage } from '../review/ApprovalListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** Profiles to review at the own level. */
export const SiteApprovalListPage = () => <ApprovalListPage of={SITE_REVIEW} />
