import { Button, Input, Stack } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { blocksOf } from '../../shared/principles/helper-blocks.ts'
import { PencilIcon } from '../ui/icons.tsx'
import { HelperNotes } from './HelperNotes.tsx'
import { LazyNoteEditor } from './LazyNoteEditor.tsx'

type NoteFieldProps = { number: string; helper: string; error: ReactNode; onChange: (helper: string) => void }

/** The notes of an indicator: read only until the person opens the editor. */
export function NoteField({ number, helper, error, onChange }: NoteFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const errorId = useId()
  const hasNotes = blocksOf(helper).length > 0
  return (
    <Input.Wrapper error={error} errorProps={{ id: errorId }}>
      {isOpen ? (
        <Stack gap={8}>
          <Input.Label component="p" aria-hidden="true">
            What counts as evidence
          </Input.Label>
          <LazyNoteEditor
            name={`Notes of ${number}`}
            helper={helper}
            onChange={onChange}
            errorId={error ? errorId : undefined}
          />
        </Stack>
      ) : (
        <Stack gap={8}>
          <HelperNotes helper={helper} />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<PencilIcon size={16} />}
              aria-label={`${hasNotes ? 'Edit' : 'Add'} notes of ${number}`}
              onClick={() => setOpen(true)}
            >
              {hasNotes ? 'Edit notes' : 'Add notes'}
            </Button>
          </div>
        </Stack>
      )}
    </Input.Wrapper>
  )
}
