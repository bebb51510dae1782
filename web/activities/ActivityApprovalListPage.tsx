import { ApprovalListPage } from '../review/ApprovalListPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** Activities to review at the own level. */
export const ActivityApprovalListPage = () => <ApprovalListPage of={ACTIVITY_REVIEW} />
