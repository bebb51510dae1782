import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilePreview } from '../ui/FilePreview.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import styles from './Evidence.module.css'
import type { Preview } from './usePreview.ts'

/** The evidence, and on wide screens the open file beside it. */
export function EvidenceLayout({ preview, children }: { preview: Preview; children: ReactNode }) {
  const { file, isWide, close } = preview
  const isBeside = file !== null && isWide
  return (
    <div className={styles.layout} data-beside={isBeside || undefined}>
      <Stack gap={24}>{children}</Stack>
      {isBeside ? (
        <section id={`preview-${file.id}`} className={styles.beside} aria-label={`Preview of ${file.name}`}>
          <Group justify="space-between" gap={8}>
            <p className={styles.besideName}>{file.name}</p>
            <Button size="sm" variant="default" leftSection={<CloseIcon size={16} />} onClick={close}>
              Close preview
            </Button>
          </Group>
          <FilePreview key={file.id} file={file} />
        </section>
      ) : null}
    </div>
  )
}
