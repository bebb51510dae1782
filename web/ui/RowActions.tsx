import { ActionIcon, Group } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { EyeIcon, PencilIcon } from './icons.tsx'

/** of the record, for those who hear the buttons */
type Named = { name: string }

/** Opens the record of a row in a window over the list. */
export const ViewButton = ({ name, onClick }: Named & { onClick: () => void }) => (
  <ActionIcon variant="subtle" size="lg" aria-label={`View ${name}`} title="View" onClick={onClick}>
    <EyeIcon />
  </ActionIcon>
)

/** Leads to the page of the record of a row. */
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
  /** a ViewButton or a ViewLink, where the policy allows it */
  view: ReactNode
  /** a wrong moment keeps the button: what is pressed then says why */
  editing: Verdict
  onEdit: () => void
}

/** View and edit of one row of a list, each where the policy allows it. */
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
