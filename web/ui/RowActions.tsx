import { ActionIcon, Group } from '@mantine/core'
import type { Verdict } from '../../shared/lib/verdict.ts'
import { EyeIcon, PencilIcon } from './icons.tsx'

type RowActionsProps = {
  /** of the record, for those who hear the buttons */
  name: string
  viewing: Verdict
  /** a wrong moment keeps the button: what is pressed then tells why */
  editing: Verdict
  onView: () => void
  onEdit: () => void
}

/** View and edit of one row of a list, each where the policy allows it. */
export function RowActions({ name, viewing, editing, onView, onEdit }: RowActionsProps) {
  const mayEdit = editing.ok || editing.why === 'state'
  return (
    <Group gap="xs" wrap="nowrap">
      {viewing.ok ? (
        <ActionIcon variant="subtle" size="lg" aria-label={`View ${name}`} title="View" onClick={onView}>
          <EyeIcon />
        </ActionIcon>
      ) : null}
      {mayEdit ? (
        <ActionIcon variant="subtle" size="lg" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
          <PencilIcon />
        </ActionIcon>
      ) : null}
    </Group>
  )
}
