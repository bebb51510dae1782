import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { displayName, movUploadFailed, sortArchives } from '../../shared/files/file-checks.ts'
import { FILE_KINDS, type UploadedFile } from '../../shared/files/files.schema.ts'
import { IMPORT } from '../../shared/imports/imports.fields.ts'
import { TransferCard, UploadAnnouncements, UploadsTotal } from '../files/TransferCard.tsx'
import { useUploads } from '../files/useUploads.ts'
import { FileCard } from '../ui/FileCard.tsx'
import { FileField } from '../ui/FileField.tsx'
import { ActionName } from '../ui/ActionName.tsx'

const { label, help } = IMPORT.fields.archive_ids

type ArchivesFieldProps = {
  value: readonly UploadedFile[]
  error: ReactNode
  onAdd: (file: UploadedFile) => void
  onRemove: (id: number) => void
  /** true while an upload is running, so that the form waits */
  onBusy: (busy: boolean) => void
}

/** The zip files of an import: choose, upload with progress, remove. */
export function ArchivesField({ value, error, onAdd, onRemove, onBusy }: ArchivesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const uploads = useUploads({
    form: 'import:archive_ids',
    onDone: (_place, file) => onAdd(file),
    failed: movUploadFailed,
  })
  const { transfers, isMoving } = uploads
  const toInput = () => input.current?.focus()

  useEffect(() => {
    if (!isMoving) return
    onBusy(true)
    return () => onBusy(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form counts the calls: one at the start, one at the end
  }, [isMoving])

  const choose = (files: File[]) => {
    const names = [
      ...value.map(({ name }) => name),
      ...transfers.map(({ stored }) => displayName(stored.name)),
    ]
    const sorted = sortArchives(files, names)
    setRefused(sorted.refused)
    if (sorted.taken.length > 0)
      uploads.start(
        label,
        sorted.taken.map((file) => ({ kind: 'archive', file })),
      )
  }

  return (
    <FileField
      label={label}
      help={help ?? ''}
      invitation={value.length > 0 ? 'Add another zip file' : 'Choose a zip file'}
      accept={FILE_KINDS.archive.extensions.map((extension) => `.${extension}`).join(',')}
      multiple
      required
      error={refused.length > 0 ? refused.join(' ') : error}
      input={input}
      onFiles={choose}
    >
      {value.length > 0 ? (
        <Stack component="ul" gap={8} aria-label="Uploaded zip files">
          {value.map((file) => (
            <li key={file.id}>
              <FileCard
                file={file}
                actions={
                  <Button
                    variant="default"
                    size="sm"
                    onClick={() => {
                      onRemove(file.id)
                      toInput()
                    }}
                  >
                    <ActionName action="Remove" name={file.name} />
                  </Button>
                }
              />
            </li>
          ))}
        </Stack>
      ) : null}
      {transfers.map((transfer) => (
        <TransferCard key={transfer.stored.id} transfer={transfer} uploads={uploads} onGone={toInput} />
      ))}
      {uploads.total.files > 1 ? (
        <p className="quiet">
          <UploadsTotal total={uploads.total} />
        </p>
      ) : null}
      <UploadAnnouncements uploads={uploads} />
    </FileField>
  )
}
