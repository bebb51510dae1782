import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** The decision on many profiles. */
export const SiteBulkPage = () => <BulkPage of={SITE_REVIEW} />
