import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** The decision on many activities. */
export const ActivityBulkPage = () => <BulkPage of={ACTIVITY_REVIEW} />
