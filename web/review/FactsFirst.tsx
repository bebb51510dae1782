import type { ReactNode } from 'react'
import styles from './FactsFirst.module.css'

/** A record with the decision below its facts; the decision bar stays visible from the first fact on. */
export const FactsFirst = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
)
