import { Group } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type PanelProps = { title: string; children: ReactNode; actions?: ReactNode }

/** A titled part of a page. */
export function Panel({ title, children, actions }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <Group justify="space-between" gap={8} mb="md">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {actions}
      </Group>
      {children}
    </section>
  )
}
