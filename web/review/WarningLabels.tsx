import { Group } from '@mantine/core'
import { WarningIcon } from '../ui/icons.tsx'

/** Short labels for the warnings of a record; nothing without warnings. */
export function WarningLabels({ marks }: { marks: readonly string[] }) {
  if (marks.length === 0) return null
  return (
    <Group component="ul" gap={4} aria-label="Warnings">
      {marks.map((mark) => (
        <li key={mark} className="pill" data-tone="warning">
          <WarningIcon size={14} />
          {mark}
        </li>
      ))}
    </Group>
  )
}
