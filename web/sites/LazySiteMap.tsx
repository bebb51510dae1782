import { lazy } from 'react'
import { LazyPlaceholder } from '../ui/LazyPlaceholder.tsx'
import type { SiteMapProps } from './SiteMap.tsx'
import styles from './LazySiteMap.module.css'

const Drawn = lazy(() => import('./SiteMap.tsx').then(({ SiteMap }) => ({ default: SiteMap })))

/** The map, loaded with the first page that shows one; a placeholder keeps its space. */
export const LazySiteMap = (props: SiteMapProps) => (
  <LazyPlaceholder className={styles.place} label="Loading the map" region={props.label}>
    <Drawn {...props} />
  </LazyPlaceholder>
)
