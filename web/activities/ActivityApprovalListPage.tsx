import { ApprovalListPage } from '../review/ApprovalListPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** The activities that the approver's own level must review. */
export const ActivityApprovalListPage = () => <ApprovalListPage of={ACTIVITY_REVIEW} />
