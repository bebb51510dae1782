import { type ComponentProps, lazy } from 'react'
import { LazyPlaceholder } from '../ui/LazyPlaceholder.tsx'
import type { MapWithLand } from './MapWithLand.tsx'
import type { SiteMap } from './SiteMap.tsx'

const Bare = lazy(() => import('./SiteMap.tsx').then(({ SiteMap }) => ({ default: SiteMap })))
const WithLand = lazy(() => import('./MapWithLand.tsx').then(({ MapWithLand }) => ({ default: MapWithLand })))

const placeholder = { height: 'clamp(280px, 48vh, 460px)', label: 'Loading the map' }

/** The map, loaded with the first page that shows one; a placeholder keeps its space. */
export const LazySiteMap = (props: ComponentProps<typeof SiteMap>) => (
  <LazyPlaceholder {...placeholder} region={props.label}>
    <Bare {...props} />
  </LazyPlaceholder>
)

/** The same for a stored profile, with its land and its photographs. */
export const LazyMapWithLand = (props: ComponentProps<typeof MapWithLand>) => (
  <LazyPlaceholder {...placeholder} region={props.label}>
    <WithLand {...props} />
  </LazyPlaceholder>
)
