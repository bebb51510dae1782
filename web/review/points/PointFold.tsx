import { type ReactNode, useState } from 'react'
import styles from './ReviewPoints.module.css'

/** a longer list is folded at first, so that what follows it is near */
const OPEN_UP_TO = 5

type PointFoldProps = {
  title: ReactNode
  count: number
  /** folded at first however short it is */
  isFolded?: boolean
  children: ReactNode
}

/** A list of points under its count, open while it is short; absent when it is empty. */
export function PointFold({ title, count, isFolded = false, children }: PointFoldProps) {
  // only the first count decides: afterwards the fold belongs to the user
  const [isOpen] = useState(!isFolded && count <= OPEN_UP_TO)
  if (count === 0) return null
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
