import { Link } from '@tanstack/react-router'
import type { PointPlace } from '../../../shared/review/points.schema.ts'
import styles from './ReviewPoints.module.css'
import { placeId, toPart } from './place-id.ts'

/** Where a place is: on this page, on another one, or nowhere in the record as it is now (null). */
export type PlaceFound = { page: string | null } | null

type PlaceLinkProps = { place: PointPlace; label: string; found: PlaceFound }

/** The name of a place, which leads to its points on whatever page they are. */
export function PlaceLink({ place, label, found }: PlaceLinkProps) {
  if (!found) return <strong>{label}</strong>
  const id = placeId(place)
  if (found.page === null)
    return (
      <button type="button" className={styles.place} onClick={() => toPart(id)}>
        {label}
      </button>
    )
  return (
    <Link to={found.page as '/sitemap'} search={(all) => all} hash={id} className={styles.place}>
      {label}
    </Link>
  )
}
