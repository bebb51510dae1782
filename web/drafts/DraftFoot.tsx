import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { roomForBar } from '../ui/room-for-bar.ts'
import styles from './DraftFoot.module.css'

/** The bar under a form that is kept as a draft: what is kept, and the buttons. */
export const DraftFoot = ({ kept, children }: { kept: ReactNode; children: ReactNode }) => (
  <div ref={roomForBar} className={styles.foot}>
    <p className="quiet">{kept}</p>
    <Group gap={8} ml="auto">
      {children}
    </Group>
  </div>
)
