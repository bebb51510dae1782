import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** Every SITES activity in the own scope, by SITES code. */
export const ActivityListPage = () => <ReviewedListPage of={ACTIVITY_REVIEW} />
