import { ActionIcon, Group } from '@mantine/core'
import { ignoreDoubleClick } from '../ui/ignore-double-click.ts'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from '../ui/icons.tsx'
import { type CriteriaLists, type Line, moveId } from './useCriteriaLists.ts'

type LineButtonsProps = {
  line: Line
  lists: CriteriaLists
  /** what is lost with the line; '' for a blank line, which is removed without asking */
  holds: string
}

/** Moves a line up or down, or removes it. */
export function LineButtons({ line, lists, holds }: LineButtonsProps) {
  const { name, index, count, id } = line
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        id={moveId(id, -1)}
        variant="default"
        size="lg"
        aria-label={`Move ${name} up`}
        title="Move up"
        disabled={index === 0}
        onClick={() => lists.move(line, -1)}
      >
        <ArrowUpIcon />
      </ActionIcon>
      <ActionIcon
        id={moveId(id, 1)}
        variant="default"
        size="lg"
        aria-label={`Move ${name} down`}
        title="Move down"
        disabled={index === count - 1}
        onClick={() => lists.move(line, 1)}
      >
        <ArrowDownIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={ignoreDoubleClick(() => void lists.remove(line, holds))}
      >
        <TrashIcon />
      </ActionIcon>
    </Group>
  )
}
