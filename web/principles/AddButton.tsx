import { Button, Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlusIcon } from '../ui/icons.tsx'
import { addId, type FigurePath, type ListPath } from './useCriteriaLists.ts'

/** Adds a line at the end of a list; errors of the list as a whole are shown below it. */
export function AddButton(props: {
  path: ListPath | FigurePath
  error: ReactNode
  label: string
  onClick: () => void
}) {
  return (
    <Input.Wrapper error={props.error}>
      <Button
        id={addId(props.path)}
        variant="default"
        size="sm"
        leftSection={<PlusIcon size={16} />}
        onClick={props.onClick}
      >
        {props.label}
      </Button>
    </Input.Wrapper>
  )
}
