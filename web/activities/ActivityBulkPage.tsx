import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** Activities that are decided on together. */
export const ActivityBulkPage = () => <BulkPage of={ACTIVITY_REVIEW} />
