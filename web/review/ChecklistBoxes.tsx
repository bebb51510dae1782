import { Checkbox, Stack } from '@mantine/core'
import type { Checklist } from './checklists.ts'
import { useDecision } from './decision-context.tsx'

/** A checklist as boxes for the reviewer, stored with the draft of the decision; nothing for other readers. */
export function ChecklistBoxes({ of: { principle_number, checks } }: { of: Checklist }) {
  const decision = useDecision()
  if (!decision) return null
  const { draft, change, open } = decision
  const { looked } = draft
  return (
    <Stack gap="sm" role="group" aria-label={`What you looked at, Principle #${principle_number}`}>
      {checks.map(({ id, text }) => (
        <Checkbox
          key={id}
          label={text}
          checked={looked.includes(id)}
          disabled={open === null}
          onChange={({ currentTarget }) =>
            change({ looked: currentTarget.checked ? [...looked, id] : looked.filter((one) => one !== id) })
          }
        />
      ))}
    </Stack>
  )
}
