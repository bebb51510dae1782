import { Stack, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { changeText } from '../../shared/audit/field-changes.ts'
import { shortened } from '../../shared/lib/format.ts'

/** how much of a row is shown before it is opened */
const SHORT_LIST = 2
const SHORT_TEXT = 120

/** The changes of a row, "region: A to B"; a long list or comment is folded behind a button. */
export function FieldsEdited({ changes }: { changes: FieldChange[] }) {
  const [isOpen, setOpen] = useState(false)
  const texts = changes.map(changeText)
  const isLong = texts.length > SHORT_LIST + 1 || texts.some((text) => text.length > SHORT_TEXT)
  const shown =
    isOpen || !isLong ? texts : texts.slice(0, SHORT_LIST).map((text) => shortened(text, SHORT_TEXT))
  if (texts.length === 0) return null
  return (
    <div className="breaks">
      <Stack component="ul" gap={2}>
        {shown.map((text, index) => (
          <li key={`${index} ${text}`}>{text}</li>
        ))}
      </Stack>
      {isLong ? (
        <UnstyledButton
          className="plain-button no-print"
          mih={24}
          fw={550}
          td="underline"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : texts.length === 1 ? 'Show all of it' : `Show all ${texts.length} changes`}
        </UnstyledButton>
      ) : null}
    </div>
  )
}
