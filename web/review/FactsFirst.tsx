import type { ReactNode } from 'react'
import styles from './FactsFirst.module.css'

/** A record and, after its facts, the decision, whose bar stays in view from the first fact on. */
export const FactsFirst = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
)
