import { BulkPage } from '../review/bulk/BulkPage.tsx'
import { PLACES_OF_EVERY_SITE } from '../../shared/sites/site-points.ts'
import { SITE_REVIEW } from './site-review.tsx'

/** The decision on many profiles. */
export const SiteBulkPage = () => <BulkPage of={SITE_REVIEW} places={PLACES_OF_EVERY_SITE} />
