import type { ReactNode } from 'react'
import styles from './SiteName.module.css'

type Place = { city: string | null; province: string | null }

/** "Pangil, Laguna"; the capital region has no provinces. */
export const placeOf = ({ city, province }: Place): string =>
  [city, province].filter((part) => part !== null && part !== '').join(', ')

type SiteNameProps = {
  name: string
  place: Place
  /** beside the place; on a phone on a line of its own */
  children?: ReactNode
}

/** A site's name with its place, which distinguishes sites of the same name. */
export const SiteName = ({ name, place, children }: SiteNameProps) => (
  <div>
    {name}
    <div className={styles.below}>
      <small className="fine">{placeOf(place)}</small>
      {children}
    </div>
  </div>
)
