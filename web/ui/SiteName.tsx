import styles from './SiteName.module.css'

type Place = { city: string | null; province: string | null }

/** "Pangil, Laguna"; the capital region has no provinces. */
export const placeOf = ({ city, province }: Place): string =>
  [city, province].filter((part) => part !== null && part !== '').join(', ')

/** A site's name with where it lies: two of one name are told apart. */
export const SiteName = ({ name, place }: { name: string; place: Place }) => (
  <span className={styles.site}>
    <span>{name}</span>
    <small className={styles.place}>{placeOf(place)}</small>
  </span>
)
