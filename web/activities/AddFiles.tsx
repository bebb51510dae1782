import { Button, Group } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { MOV_EXTENSIONS } from '../../shared/files/files.schema.ts'
import { UploadIcon } from '../ui/icons.tsx'

const ACCEPT = MOV_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** The element that gets the focus after a file is removed. */
export const addFilesButtonId = (number: string): string => `add-mov-${number}`

type AddFilesProps = {
  /** "3.2.1" */
  number: string
  onFiles: (files: File[]) => void
}

/** Adds several files at once, by button or by dropping them. */
export function AddFiles({ number, onFiles }: AddFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }

  return (
    // dropping has no role or keys of its own, because the button does the same
    <Group
      gap="8px 16px"
      p="sm"
      fz="sm"
      className="drop no-print"
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`Files for ${number}`}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // so that the same file can be chosen again after it was removed
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        id={addFilesButtonId(number)}
        size="sm"
        variant="light"
        leftSection={<UploadIcon />}
        onClick={() => input.current?.click()}
      >
        <span className="not-by-touch">Upload files</span>
        <span className="by-touch">Choose files</span>
        <span className="visually-hidden"> for {number}</span>
      </Button>
      <span>
        <span className="not-by-touch">or drop files here: </span>
        pdf, csv, png, jpeg, up to 40 MB each
      </span>
    </Group>
  )
}
