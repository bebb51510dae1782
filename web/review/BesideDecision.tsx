import type { ReactNode } from 'react'
import styles from './BesideDecision.module.css'

/** What changed at the left and the decision beside it, where there is room; either may be missing. */
export const BesideDecision = ({ children }: { children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)
