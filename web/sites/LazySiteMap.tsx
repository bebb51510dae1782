import { lazy } from 'react'
import { LazyPlaceholder } from '../ui/LazyPlaceholder.tsx'
import type { SiteMapProps } from './SiteMap.tsx'
import styles from './LazySiteMap.module.css'

const Drawn = lazy(() => import('./SiteMap.tsx').then(({ SiteMap }) => ({ default: SiteMap })))

/** The map, loaded when the first page needs one; its place is kept meanwhile. */
export const LazySiteMap = (props: SiteMapProps) => (
  <LazyPlaceholder className={styles.place} label="Loading the map">
    <Drawn {...props} />
  </LazyPlaceholder>
)
