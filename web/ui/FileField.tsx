import { Input, Stack } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import styles from './FileField.module.css'
import { UploadIcon } from './icons.tsx'

type FileFieldProps = {
  label: string
  help: string
  /** what the box says: "Choose a file" */
  invitation: string
  /** endings such as ".pdf", for the browser's own window */
  accept?: string | undefined
  multiple?: boolean
  required?: boolean
  disabled?: boolean
  error: ReactNode
  input?: Ref<HTMLInputElement>
  onFiles: (files: File[]) => void
  /** what was chosen so far */
  children?: ReactNode
}

/** A labelled box that takes files by click, key or drop, with what is wrong under it. */
export function FileField(props: FileFieldProps) {
  const { label, help, invitation, accept, error, onFiles, children } = props
  const { multiple = false, required = false, disabled = false } = props
  const id = useId()
  return (
    <Stack gap={8}>
      <Input.Label htmlFor={id} required={required}>
        {label}
      </Input.Label>
      <Input.Description id={`${id}-help`}>{help}</Input.Description>
      {children}
      <div className={styles.choose} data-error={error ? true : undefined}>
        <UploadIcon />
        <span aria-hidden="true">{invitation}</span>
        <input
          ref={props.input}
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            // the same file may be chosen again after a failure, or after it was taken off
            event.currentTarget.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </div>
      <div id={`${id}-error`} aria-live="polite">
        {error ? <Input.Error>{error}</Input.Error> : null}
      </div>
    </Stack>
  )
}
