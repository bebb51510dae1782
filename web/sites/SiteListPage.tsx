import { Link } from '@tanstack/react-router'
import { canImport } from '../../shared/imports/imports.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

const IMPORTS = (
  <Link to="/sitemap/imports" search={{}}>
    Import profiles
  </Link>
)

/** Profiling of SITES: every profile within the person's scope. */
export const SiteListPage = () => (
  <ReviewedListPage of={SITE_REVIEW} actions={canImport(useActor()).ok ? IMPORTS : undefined} />
)
