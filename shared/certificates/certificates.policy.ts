import type { Review } from '../review/review-chain.ts'

/** Whether an activity may have a certificate; of all those of a site, the newest has it. */
export const mayHaveCertificate = (activity: Pick<Review, 'site_status'> & { status: string }): boolean =>
  activity.status === 'Activated' && activity.site_status === 'Approved'
