import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type SpelledText, typedSpelling } from '../../../shared/review/spelling.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import type { Decision } from '../decision-context.tsx'
import { SpellingDifference } from './Corrections.tsx'
import styles from './Spelling.module.css'

type CorrectSpellingProps = { of: SpelledText; decision: Decision; children: ReactNode }

/** A text with "Correct spelling", which opens it in place; the correction is prepared for the approval. */
export function CorrectSpelling({ of, decision, children }: CorrectSpellingProps) {
  const { field, label, text: old } = of
  const { draft, change } = decision
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) box.current?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const others = draft.edits.filter((edit) => edit.field !== field)
  const typed = draft.edits.find((edit) => edit.field === field)?.text ?? old
  const { text, complaint } = typedSpelling(of, typed)
  const isCorrected = text !== old
  const write = (now: string) =>
    change({
      edits:
        now === old
          ? others
          : [...others, { field, label, old, text: now, complaint: typedSpelling(of, now).complaint }],
    })
  const undo = () => {
    change({ edits: others })
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <Stack gap={4} align="start" data-spelling={field}>
      {isOpen ? (
        <Textarea
          ref={box}
          label={`Corrected spelling of ${label}`}
          description="Spelling alone: numbers stay as they are."
          value={typed}
          w="100%"
          autosize
          minRows={1}
          maxRows={14}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false)
          }}
        />
      ) : isCorrected ? null : (
        children
      )}
      {isCorrected ? <SpellingDifference edit={{ old, new: text }} /> : null}
      {/* announced when it appears */}
      <p role="status" className={complaint ? styles.refused : styles.prepared}>
        {complaint ?? (isCorrected ? 'Corrected, not sent yet: it is sent with your approval.' : '')}
      </p>
      <Group gap="xs">
        {isOpen ? (
          <Button size="compact-sm" variant="light" onClick={() => setOpen(false)}>
            <ActionName action="Done" name={`correcting ${label}`} />
          </Button>
        ) : (
          <Button ref={opener} size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            <ActionName action={isCorrected ? 'Change' : 'Correct spelling'} name={`of ${label}`} />
          </Button>
        )}
        {isCorrected ? (
          <Button size="compact-sm" variant="subtle" onClick={undo}>
            <ActionName action="Undo" name={`the correction of ${label}`} />
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
