import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Complaint, genericFilesComplaint } from '../../shared/files/file-checks.ts'
import { GENERIC_MAX_FILES } from '../../shared/files/files.schema.ts'
import { FileCard } from './FileCard.tsx'
import { FileField } from './FileField.tsx'
import styles from './MultiFileInput.module.css'

type MultiFileInputProps = {
  label: string
  value: File[]
  onChange: (files: File[]) => void
  /** endings such as ".pdf", for the browser's own window */
  accept?: string
}

/** Up to five files of different names, chosen or dropped; a choice that breaks either rule adds nothing (C-11, C-12). */
export function MultiFileInput({ label, value, onChange, accept }: MultiFileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState<Complaint>(null)

  const add = (files: File[]) => {
    const names = value.map((file) => file.name)
    const wrong = genericFilesComplaint(files, names)
    setComplaint(wrong)
    if (!wrong) onChange([...value, ...files])
  }
  const remove = (name: string) => {
    setComplaint(null)
    onChange(value.filter((file) => file.name !== name))
    // the button that was pressed is gone
    input.current?.focus()
  }

  return (
    <FileField
      label={label}
      help={`Up to ${GENERIC_MAX_FILES} files`}
      invitation="Add files"
      accept={accept}
      multiple
      error={complaint}
      input={input}
      onFiles={add}
    >
      {value.length > 0 ? (
        <ul className={styles.files} aria-label={`Chosen files, ${label}`}>
          {value.map((file) => (
            <li key={file.name}>
              <FileCard
                file={{ name: file.name, size: file.size }}
                actions={
                  <Button variant="default" size="sm" onClick={() => remove(file.name)}>
                    Remove<span className="visually-hidden"> {file.name}</span>
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
    </FileField>
  )
}
