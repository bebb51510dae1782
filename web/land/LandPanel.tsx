import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import { Panel } from '../ui/Panel.tsx'

const Land = lazy(() => import('./SiteLand.tsx').then(({ SiteLand }) => ({ default: SiteLand })))

/** What the boundary of a profile meets in the layers of land, for staff who may see the profile. */
export const LandPanel = ({ site }: { site: Reviewed & { id: number } }) => (
  <Panel title="Land">
    <Suspense fallback={<Loader aria-label="Loading the land" />}>
      <Land site={site} />
    </Suspense>
  </Panel>
)
