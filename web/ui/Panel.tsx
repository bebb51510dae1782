import { Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

type PanelProps = { title: string; children: ReactNode; actions?: ReactNode }

/** A titled part of a page. */
export function Panel({ title, children, actions }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <Group justify="space-between" gap={8} mb="md">
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </Group>
      {children}
    </section>
  )
}
