import { Group, Input, Stack } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { UploadIcon } from './icons.tsx'

type FileFieldProps = {
  label: string
  help: string
  /** the text of the box: "Choose a file" */
  invitation: string
  /** file name extensions such as ".pdf", for the browser's file dialog */
  accept?: string | undefined
  multiple?: boolean
  required?: boolean
  disabled?: boolean
  error: ReactNode
  input?: Ref<HTMLInputElement>
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A labelled box that accepts files by click, key or drop, with its error below. */
export function FileField(props: FileFieldProps) {
  const { label, help, invitation, accept, error, input, onFiles, children } = props
  const { multiple = false, required = false, disabled = false } = props
  const id = useId()
  return (
    <Stack gap={8}>
      <Input.Label htmlFor={id} required={required}>
        {label}
      </Input.Label>
      <Input.Description id={`${id}-help`}>{help}</Input.Description>
      {children}
      <Group
        gap={8}
        px="md"
        w="fit-content"
        mih={40}
        fw={550}
        c="var(--leaf)"
        className="drop"
        data-error={error ? true : undefined}
      >
        <UploadIcon />
        <span aria-hidden="true">{invitation}</span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            // allows choosing the same file again after a failure or a removal
            event.currentTarget.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </Group>
      <div id={`${id}-error`} aria-live="polite">
        {error ? <Input.Error>{error}</Input.Error> : null}
      </div>
    </Stack>
  )
}
