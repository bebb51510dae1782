import { ActionIcon, Group } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { EyeIcon, PencilIcon } from './icons.tsx'

/** the name of the record, for screen readers */
type Named = { name: string }

/** Opens the record of a row in a window over the list. */
export const ViewButton = ({ name, onClick }: Named & { onClick: () => void }) => (
  <ActionIcon variant="subtle" size="lg" aria-label={`View ${name}`} title="View" onClick={onClick}>
    <EyeIcon />
  </ActionIcon>
)

/** Links to the page of a row's record. */
export const ViewLink = createLink(({ name, ...link }: Named & ComponentProps<'a'>) => (
  <ActionIcon
    component="a"
    variant="subtle"
    size="lg"
    {...(link as object)}
    aria-label={`View ${name}`}
    title="View"
  >
    <EyeIcon />
  </ActionIcon>
))

type RowActionsProps = Named & {
  /** a ViewButton or a ViewLink, if the policy allows it */
  view: ReactNode
  /** if only the record's state forbids editing, the button stays and says why */
  editing: Verdict
  onEdit: () => void
}

/** View and edit of one row, each if the policy allows it. */
export function RowActions({ name, view, editing, onEdit }: RowActionsProps) {
  const mayEdit = editing.ok || editing.why === 'state'
  return (
    <Group gap="xs" wrap="nowrap">
      {view}
      {mayEdit ? (
        <ActionIcon variant="subtle" size="lg" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <PencilIcon />
        </ActionIcon>
      ) : null}
    </Group>
  )
}
