import type { Review } from '../review/review-chain.ts'

/** Whether an activity may have a certificate; of a site's activities only the newest gets one. */
export const mayHaveCertificate = (activity: Pick<Review, 'site_status'> & { status: string }): boolean =>
  activity.status === 'Activated' && activity.site_status === 'Approved'
