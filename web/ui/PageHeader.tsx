import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './PageHeader.module.css'

type PageHeaderProps = {
  title: string
  /** links to the other lists of the page, beside the title */
  tabs?: ReactNode
  /** one sentence for a newcomer */
  intro?: ReactNode
  /** the main action, on the right */
  actions?: ReactNode
  /** a link one step up */
  back?: ReactNode
}

/** The top of every page: a link back, the title, a sentence and the main action. */
export function PageHeader({ title, tabs, intro, actions, back }: PageHeaderProps) {
  return (
    <Group component="header" align="flex-end" justify="space-between" gap={8} mb={16}>
      <div className="breaks">
        {back ? <div className={styles.back}>{back}</div> : null}
        <div className={styles.title}>
          <h1>{title}</h1>
          {tabs}
        </div>
        {intro ? <p className={styles.intro}>{intro}</p> : null}
      </div>
      {actions ? (
        <Group align="stretch" gap={8} className="no-print">
          {actions}
        </Group>
      ) : null}
    </Group>
  )
}
