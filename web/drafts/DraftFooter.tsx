import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { trackBarHeight } from '../ui/bar-height.ts'
import styles from '../ui/Bar.module.css'

/** The bar under a form with a draft: the state of the draft, and the buttons. */
export const DraftFooter = ({ stored, children }: { stored: ReactNode; children: ReactNode }) => (
  <div ref={trackBarHeight} className={`${styles.bar} ${styles.form}`}>
    <p className="quiet">{stored}</p>
    <Group gap={8} ml="auto">
      {children}
    </Group>
  </div>
)
