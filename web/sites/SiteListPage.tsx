import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** Profiling of SITES: every profile in the own scope. */
export const SiteListPage = () => <ReviewedListPage of={SITE_REVIEW} />
