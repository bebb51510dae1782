import { Box, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilePreview } from '../ui/FilePreview.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { WithAside } from '../ui/WithAside.tsx'
import type { Preview } from './usePreview.ts'

type EvidenceLayoutProps = {
  preview: Preview
  /** what its reader needs while working through it: the comment of the return, and what changed since */
  notes: ReactNode
  children: ReactNode
}

/** The evidence, and on wide screens the open file and the notes beside it. */
export function EvidenceLayout({ preview, notes, children }: EvidenceLayoutProps) {
  const { file, isWide, close } = preview
  return (
    <WithAside
      aside={
        <>
          {file !== null && isWide ? (
            <section id={`preview-${file.id}`} className="card" aria-label={`Preview of ${file.name}`}>
              <Group justify="space-between" gap={8}>
                <Box component="p" fw={550} className="breaks">
                  {file.name}
                </Box>
                <Button size="sm" variant="default" leftSection={<CloseIcon size={16} />} onClick={close}>
                  Close preview
                </Button>
              </Group>
              <FilePreview key={file.id} file={file} />
            </section>
          ) : null}
          {notes}
        </>
      }
    >
      <Stack gap={24}>{children}</Stack>
    </WithAside>
  )
}
