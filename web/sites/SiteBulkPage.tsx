import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** Profiles that are decided on together. */
export const SiteBulkPage = () => <BulkPage of={SITE_REVIEW} />
