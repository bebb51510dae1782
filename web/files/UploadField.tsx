import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Complaint,
  displayName,
  hasExtensionOf,
  PROFILE_UPLOAD_FAILED,
  replacementRefused,
} from '../../shared/files/file-checks.ts'
import { type FileKind, FILE_KINDS, type UploadedFile } from '../../shared/files/files.schema.ts'
import type { FileFacts } from '../ui/FileCard.tsx'
import { FileField } from '../ui/FileField.tsx'
import { useCopyHints } from './files.calls.ts'
import { StoredDocument } from './StoredDocument.tsx'
import { TransferCard, UploadAnnouncements } from './TransferCard.tsx'
import { useUploads } from './useUploads.ts'

type UploadFieldProps = {
  label: string
  help: string
  /** the kinds that the field takes; of a file, the first that accepts its name */
  kinds: readonly [FileKind, ...FileKind[]]
  /** names the form and this field, so that an upload continues after a reload */
  form: string
  check: (file: File) => Complaint
  /** the sentence for an upload that failed without a reason of the server */
  failed?: (name: string) => string
  value: (FileFacts & { id: number }) | null
  error: ReactNode
  onChange: (file: UploadedFile | null) => void
  /** true while an upload is running, so that the form waits */
  onBusy: (busy: boolean) => void
  /** false for a file that may be left out */
  required?: boolean
}

/** One document: choose, check, upload with progress, show, replace. */
export function UploadField(props: UploadFieldProps) {
  const { label, help, kinds, form, check, value, error, onChange, onBusy } = props
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<{ name: string; complaint: string } | null>(null)
  const uploads = useUploads({
    form,
    onDone: (_place, file) => onChange(file),
    failed: props.failed ?? (() => PROFILE_UPLOAD_FAILED),
  })
  const { transfers, isMoving } = uploads
  const hintOf = useCopyHints(value ? [value.id] : [])
  const failed = transfers.find((one) => one.error !== null)
  const shown = transfers.filter((one) => one.error === null)
  const sayRefused = (name: string, complaint: string) =>
    value ? replacementRefused(displayName(name), value.name, complaint) : complaint

  useEffect(() => {
    if (!isMoving) return
    onBusy(true)
    return () => onBusy(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form counts the calls: one at the start, one at the end
  }, [isMoving])

  const choose = (file: File) => {
    for (const { stored } of transfers) uploads.cancel(stored.id)
    const complaint = check(file)
    setRefused(complaint ? { name: file.name, complaint } : null)
    const kind = kinds.find((one) => hasExtensionOf(one, file.name)) ?? kinds[0]
    if (!complaint) uploads.start(label, [{ kind, file }])
  }

  return (
    <FileField
      label={label}
      help={help}
      invitation={value ? 'Replace the file' : 'Choose a file'}
      accept={kinds
        .flatMap((kind) => FILE_KINDS[kind].extensions.map((extension) => `.${extension}`))
        .join(',')}
      required={props.required ?? true}
      disabled={isMoving}
      error={
        refused
          ? sayRefused(refused.name, refused.complaint)
          : failed?.error
            ? sayRefused(failed.stored.name, failed.error)
            : error
      }
      input={input}
      onFiles={([file]) => file && choose(file)}
    >
      {shown.map((transfer) => (
        <TransferCard
          key={transfer.stored.id}
          transfer={transfer}
          uploads={uploads}
          onGone={() => input.current?.focus()}
        />
      ))}
      {value && shown.length === 0 ? (
        <StoredDocument key={value.id} file={value} hint={hintOf(value.id)} />
      ) : null}
      <UploadAnnouncements uploads={uploads} />
    </FileField>
  )
}
