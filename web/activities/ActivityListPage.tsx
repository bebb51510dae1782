import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** The SITES activities in the person's scope. */
export const ActivityListPage = () => <ReviewedListPage of={ACTIVITY_REVIEW} />
