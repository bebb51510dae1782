import { Link } from '@tanstack/react-router'
import { canSeeImports } from '../../shared/imports/imports.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { ReviewedListPage } from '../review/ReviewedListPage.tsx'
import { SITE_REVIEW } from './site-review.tsx'

/** Links to what belongs to profiles: the open tasks on their land, the layers that they are compared with, and imports. */
const Links = () => (
  <>
    <Link to="/land/tasks" search={{}}>
      Land
    </Link>
    <Link to="/land/layers" search={{}}>
      Layers of land
    </Link>
    {canSeeImports(useActor()).ok ? (
      <Link to="/sitemap/imports" search={{}}>
        Import profiles
      </Link>
    ) : null}
  </>
)

/** Profiling of SITES: every profile within the person's scope. */
export const SiteListPage = () => <ReviewedListPage of={SITE_REVIEW} actions={<Links />} />
