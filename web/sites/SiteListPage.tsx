import { Link } from '@tanstack/react-router'
import { canImport } from '../../shared/imports/imports.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** The way to the imports, for the few who make them. */
const IMPORTS = (
  <Link to="/sitemap/imports" search={{}}>
    Import profiles
  </Link>
)

/** Profiling of SITES: every profile in the own scope. */
export const SiteListPage = () => (
  <ReviewedListPage of={SITE_REVIEW} actions={canImport(useActor()).ok ? IMPORTS : undefined} />
)
