import { Button, Input } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type Complaint, PROFILE_UPLOAD_FAILED } from '../../shared/files/file-checks.ts'
import { type FileKind, FILE_KINDS, filesApi, type UploadedFile } from '../../shared/files/files.schema.ts'
import { ApiError, firstFieldErrors, upload } from '../lib/call.ts'
import { FileCard, type FileFacts } from '../ui/FileCard.tsx'
import { UploadIcon } from '../ui/icons.tsx'
import styles from './UploadField.module.css'

const SERVER_FAULT = 500

type UploadFieldProps = {
  label: string
  help: string
  kind: FileKind
  /** what is wrong with a chosen file before it is sent */
  check: (file: File) => Complaint
  value: FileFacts | null
  error: ReactNode
  onChange: (file: UploadedFile | null) => void
  /** tells while bytes move, so that the form waits */
  onBusy: (busy: boolean) => void
}

type Moving = { file: File; share: number; abort: AbortController }

/** The server's own words for a refused file, the screen's sentence for anything else. */
function sentenceFor(error: unknown): string {
  if (error instanceof ApiError && error.code !== null && error.status < SERVER_FAULT)
    return firstFieldErrors(error).file ?? error.message
  return PROFILE_UPLOAD_FAILED
}

/** One document: chosen, checked, sent with progress, shown, replaced. */
export function UploadField({ label, help, kind, check, value, error, onChange, onBusy }: UploadFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [complaint, setComplaint] = useState<Complaint>(null)
  const shown = complaint ?? error

  const send = async (file: File) => {
    const abort = new AbortController()
    setComplaint(null)
    setMoving({ file, share: 0, abort })
    onBusy(true)
    try {
      const onProgress = (share: number) => setMoving({ file, share, abort })
      onChange(await upload(filesApi[kind], file, { onProgress, signal: abort.signal }))
    } catch (failure) {
      if (!abort.signal.aborted) setComplaint(sentenceFor(failure))
    } finally {
      setMoving(null)
      onBusy(false)
    }
  }

  const chosen = (file: File | undefined) => {
    // the same file may be chosen again after a failure
    if (input.current) input.current.value = ''
    if (!file) return
    const wrong = check(file)
    if (wrong) setComplaint(wrong)
    else void send(file)
  }

  return (
    <div className={styles.field}>
      <Input.Label htmlFor={id} required>
        {label}
      </Input.Label>
      <Input.Description id={`${id}-help`}>{help}</Input.Description>
      {moving ? (
        <FileCard
          file={{ name: moving.file.name, size: moving.file.size }}
          progress={moving.share}
          actions={
            <Button variant="default" size="sm" onClick={() => moving.abort.abort()}>
              Cancel upload
            </Button>
          }
        />
      ) : null}
      {value && !moving ? <FileCard file={value} /> : null}
      <div className={styles.choose} data-error={shown ? true : undefined}>
        <UploadIcon />
        <span aria-hidden="true">{value ? 'Replace the file' : 'Choose a file'}</span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={FILE_KINDS[kind].extensions.map((extension) => `.${extension}`).join(',')}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={shown ? true : undefined}
          disabled={moving !== null}
          onChange={(event) => chosen(event.currentTarget.files?.[0])}
        />
      </div>
      <div id={`${id}-error`} aria-live="polite">
        {shown ? <Input.Error>{shown}</Input.Error> : null}
      </div>
    </div>
  )
}
