import { type ComponentProps, lazy } from 'react'
import { LazyPlaceholder } from '../ui/LazyPlaceholder.tsx'
import type { MapWithLand } from './MapWithLand.tsx'
import styles from './LazySiteMap.module.css'

const Drawn = lazy(() => import('./MapWithLand.tsx').then(({ MapWithLand }) => ({ default: MapWithLand })))

/** The map, loaded with the first page that shows one; a placeholder keeps its space. */
export const LazySiteMap = (props: ComponentProps<typeof MapWithLand>) => (
  <LazyPlaceholder className={styles.place} label="Loading the map" region={props.label}>
    <Drawn {...props} />
  </LazyPlaceholder>
)
