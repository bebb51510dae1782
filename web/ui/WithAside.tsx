import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import styles from './WithAside.module.css'

/** Whether the window has room for two columns; the style sheet has the same width. */
export const useHasAside = (): boolean =>
  useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false })

type WithAsideProps = {
  /** before the aside in a single column, beside it in two */
  lead?: ReactNode
  /** stays in view beside the rest; without content the rest has the whole width */
  aside: ReactNode
  children?: ReactNode
}

/** A page with what helps its reader at the right of a wide screen, and in one column on others. */
export const WithAside = ({ lead, aside, children }: WithAsideProps) => (
  <div className={styles.room}>
    <div className={styles.columns}>
      {lead ? <div className={styles.main}>{lead}</div> : null}
      <div className={`${styles.aside} unless-empty`}>{aside}</div>
      <div className={`${styles.main} unless-empty`}>{children}</div>
    </div>
  </div>
)

/** Two columns of a record, beside each other where both have room. */
export const TwoColumns = ({ children }: { children: ReactNode }) => (
  <div className={styles.room}>
    <div className={styles.two}>{children}</div>
  </div>
)
