import { Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SiteMapProps } from './SiteMap.tsx'
import styles from './LazySiteMap.module.css'

const Drawn = lazy(() => import('./SiteMap.tsx').then(({ SiteMap }) => ({ default: SiteMap })))

/** The map, loaded when the first page needs one; its place is kept meanwhile. */
export const LazySiteMap = (props: SiteMapProps) => (
  <Suspense
    fallback={
      <div className={styles.place}>
        <Loader aria-label="Loading the map" />
      </div>
    }
  >
    <Drawn {...props} />
  </Suspense>
)
