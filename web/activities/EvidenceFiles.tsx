import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Upload } from '../../shared/activities/activities.schema.ts'
import { previewOf } from '../../shared/files/file-checks.ts'
import { NoteMark } from '../notes/NoteMark.tsx'
import { FileCard } from '../ui/FileCard.tsx'
import { DownloadButton, FilePreview, PreviewButton } from '../ui/FilePreview.tsx'
import { Thumbnail } from '../ui/Thumbnail.tsx'
import type { Preview } from './usePreview.ts'

type EvidenceFileProps = {
  upload: Upload
  indicator: number
  preview: Preview
  /** "Not saved yet", "New since the return" */
  note?: string | null
  hint?: string | undefined
  actions?: ReactNode
  below?: ReactNode
}

/** One evidence file: pictures and PDF open beside the list, CSV files download (FILES-16). */
export function EvidenceFile({ upload, indicator, preview, note, hint, actions, below }: EvidenceFileProps) {
  const { upload_id: id, upload_file_name: name, size, sha256, created_at, scan_status } = upload
  const kind = previewOf(name)
  const isOpen = preview.file?.id === id
  const panel = `preview-${id}`
  return (
    <li data-place>
      <FileCard
        file={{ name, size, sha256, created_at, scan_status }}
        picture={<Thumbnail name={name} of={id} />}
        hint={hint}
        actions={
          <>
            {note ? (
              <p className="pill" data-tone="warning">
                {note}
              </p>
            ) : null}
            {kind === 'download' ? (
              <DownloadButton file={{ id, name }} />
            ) : (
              <PreviewButton
                name={name}
                isOpen={isOpen}
                panel={panel}
                onToggle={() => preview.toggle({ id, name, indicator })}
              />
            )}
            {actions}
            <NoteMark place={{ about: 'file', file_id: id }} label={name} />
          </>
        }
      />
      {isOpen && !preview.isWide ? (
        <Box component="section" id={panel} aria-label={`Preview of ${name}`} mt={8}>
          <FilePreview key={id} file={{ id, name }} />
        </Box>
      ) : null}
      {below}
    </li>
  )
}
