import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilePreview } from '../ui/FilePreview.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import styles from './Evidence.module.css'
import type { Preview } from './usePreview.ts'

/** The evidence at the left and, where there is room, the file one looks at beside it. */
export function EvidenceLayout({ preview, children }: { preview: Preview; children: ReactNode }) {
  const { file, isWide, close } = preview
  const isBeside = file !== null && isWide
  return (
    <div className={styles.layout} data-beside={isBeside || undefined}>
      <div className={styles.list}>{children}</div>
      {isBeside ? (
        <section id={`preview-${file.id}`} className={styles.beside} aria-label={`Preview of ${file.name}`}>
          <div className={styles.besideHead}>
            <p className={styles.besideName}>{file.name}</p>
            <Button size="sm" variant="default" leftSection={<CloseIcon size={16} />} onClick={close}>
              Close preview
            </Button>
          </div>
          <FilePreview key={file.id} file={file} />
        </section>
      ) : null}
    </div>
  )
}
