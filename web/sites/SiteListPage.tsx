import { Link } from '@tanstack/react-router'
import { canSeeImports } from '../../shared/imports/imports.policy.ts'
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
  <ReviewedListPage of={SITE_REVIEW} actions={canSeeImports(useActor()).ok ? IMPORTS : undefined} />
)
