import { ActionIcon, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { FormFields, FormOf, Line } from '../../shared/lib/fields.ts'
import { ignoreDoubleClick } from './ignore-double-click.ts'
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from './icons.tsx'
import { useNextFocus } from './useNextFocus.ts'

/** A new line of a list, as it is empty. */
export const newLine = <All extends FormFields>(of: FormOf<All>): Line<All> => ({
  ...of.start(null),
  key: crypto.randomUUID(),
})

const moveId = (lineId: string, by: -1 | 1) => `${lineId}-${by < 0 ? 'up' : 'down'}`

/** Adds, moves and removes the lines of a form, says so, and moves the focus to where keyboard users continue. */
export function useLines<Values extends object>(form: UseFormReturnType<Values>) {
  const [said, setSaid] = useState('')
  const focusNext = useNextFocus()
  return {
    said,
    add: (path: string, line: { key: string }, focus: string) => {
      focusNext(focus)
      // a line of this list
      form.insertListItem(path, line as never)
      form.clearFieldError(path)
    },
    move: (path: string, { index, id }: { index: number; id: string }, by: -1 | 1, words: string) => {
      focusNext(moveId(id, by), moveId(id, by < 0 ? 1 : -1))
      form.reorderListItem(path, { from: index, to: index + by })
      setSaid(words)
    },
    remove: (path: string, index: number, focus: string, words: string) => {
      focusNext(focus)
      form.removeListItem(path, index)
      setSaid(words)
    },
  }
}

type LineButtonsProps = {
  /** of the line, in the names of the buttons */
  name: string
  /** of its element */
  id: string
  index: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  className?: string
}

const ARROWS = [
  { by: -1, way: 'up', Icon: ArrowUpIcon },
  { by: 1, way: 'down', Icon: ArrowDownIcon },
] as const

/** Moves a line up or down, or removes it. */
export const LineButtons = ({ name, id, index, count, onMove, onRemove, className }: LineButtonsProps) => (
  <Group gap="xs" wrap="nowrap" className={className ?? ''}>
    {ARROWS.map(({ by, way, Icon }) => (
      <ActionIcon
        key={way}
        id={moveId(id, by)}
        variant="default"
        size="lg"
        aria-label={`Move ${name} ${way}`}
        title={`Move ${way}`}
        disabled={index === (by < 0 ? 0 : count - 1)}
        onClick={() => onMove(by)}
      >
        <Icon />
      </ActionIcon>
    ))}
    <ActionIcon
      variant="subtle"
      color="red"
      size="lg"
      aria-label={`Remove ${name}`}
      title="Remove"
      onClick={ignoreDoubleClick(onRemove)}
    >
      <TrashIcon />
    </ActionIcon>
  </Group>
)
