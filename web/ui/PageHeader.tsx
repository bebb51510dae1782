import { Box, Group } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type PageHeaderProps = {
  title: string
  /** the code of the record, named at the foot of a printed page */
  code?: string
  /** links to the other lists of the page, beside the title */
  tabs?: ReactNode
  /** one sentence for a newcomer */
  intro?: ReactNode
  /** the main action, on the right */
  actions?: ReactNode
  /** a link one step up */
  back?: ReactNode
  /** for a page that moves the focus to its title */
  heading?: Ref<HTMLHeadingElement>
}

/** The top of every page: a link back, the title, a sentence and the main action. */
export function PageHeader({ title, tabs, code, intro, actions, back, heading }: PageHeaderProps) {
  return (
    <Group component="header" data-code={code} align="flex-end" justify="space-between" gap={8} mb={16}>
      <div className="breaks">
        {back ? (
          <Box className="links no-print" mb={8}>
            {back}
          </Box>
        ) : null}
        <Group gap="8px 20px">
          <h1 {...(heading ? { ref: heading, tabIndex: -1 } : {})}>{title}</h1>
          {tabs}
        </Group>
        {intro ? (
          <Box component="p" mt={4} maw="var(--measure)" className="muted">
            {intro}
          </Box>
        ) : null}
      </div>
      {actions ? (
        <Group align="stretch" gap={8} className="no-print">
          {actions}
        </Group>
      ) : null}
    </Group>
  )
}
