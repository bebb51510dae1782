import { Button, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Complaint, type GenericKind, genericFilesComplaint } from '../../shared/files/file-checks.ts'
import { GENERIC_MAX_FILES } from '../../shared/files/files.schema.ts'
import { FileCard } from './FileCard.tsx'
import { FileField } from './FileField.tsx'
import { ActionName } from './ActionName.tsx'

type MultiFileInputProps = {
  label: string
  value: File[]
  onChange: (files: File[]) => void
  kind?: GenericKind
}

/**
 * Up to five files of different names and at most 25 MB each, chosen or dropped; a selection that breaks a rule adds
 * nothing (C-09, C-11, C-12).
 */
export function MultiFileInput({ label, value, onChange, kind }: MultiFileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState<Complaint>(null)

  const add = (files: File[]) => {
    const names = value.map((file) => file.name)
    const wrong = genericFilesComplaint(files, names, kind)
    setComplaint(wrong)
    if (!wrong) onChange([...value, ...files])
  }
  const remove = (name: string) => {
    setComplaint(null)
    onChange(value.filter((file) => file.name !== name))
    // the pressed button is gone
    input.current?.focus()
  }

  return (
    <FileField
      label={label}
      help={`Up to ${GENERIC_MAX_FILES} files, at most 25 MB each`}
      invitation="Add files"
      accept={kind && `.${kind}`}
      multiple
      error={complaint}
      input={input}
      onFiles={add}
    >
      {value.length > 0 ? (
        <Stack component="ul" gap={8} aria-label={`Chosen files, ${label}`}>
          {value.map((file) => (
            <li key={file.name}>
              <FileCard
                file={{ name: file.name, size: file.size }}
                actions={
                  <Button variant="default" size="sm" onClick={() => remove(file.name)}>
                    <ActionName action="Remove" name={file.name} />
                  </Button>
                }
              />
            </li>
          ))}
        </Stack>
      ) : null}
    </FileField>
  )
}
