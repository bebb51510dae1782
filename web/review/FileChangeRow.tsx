import { Group, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { previewOf } from '../../shared/files/file-checks.ts'
import { extensionOf, type ScanStatus } from '../../shared/files/files.schema.ts'
import type { FileChange } from '../../shared/review/changes.schema.ts'
import type { SnapshotFile } from '../../shared/review/snapshot.schema.ts'
import { formatBytes } from '../lib/bytes.ts'
import { DownloadButton, FilePreview, PreviewButton } from '../ui/FilePreview.tsx'
import styles from './Changes.module.css'

const SIGNS: Record<FileChange, string> = { added: '+', removed: '−', replaced: '⇄', renamed: '≈' }
const WORDS: Record<FileChange, string> = {
  added: 'Added',
  removed: 'Removed',
  replaced: 'Replaced',
  renamed: 'Renamed',
}

export type FileChangeProps = {
  change: FileChange
  old: SnapshotFile | null
  new: SnapshotFile | null
  /** of the new file; null if the record no longer has it */
  scan_status: ScanStatus | null
}

function Facts({ file, when }: { file: SnapshotFile; when?: string }) {
  return (
    <div className={styles.file} data-both={when ? true : undefined}>
      {when ? <span className="muted">{when}</span> : null}
      <p>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.facts} title={`SHA-256 ${file.sha256}`}>
          {extensionOf(file.name).toUpperCase() || 'File'}, {formatBytes(file.size)}, fingerprint{' '}
          <code>{file.sha256.slice(0, 8)}</code>
        </span>
      </p>
    </div>
  )
}

const isShown = (file: SnapshotFile): boolean => ['image', 'pdf'].includes(previewOf(file.name))

/** One changed file: the kind of change, its facts before and after, and a preview or download of the new one. */
export function FileChangeRow({ change, old, new: now, scan_status }: FileChangeProps) {
  const panel = useId()
  const [isOpen, setOpen] = useState(false)
  const both = old !== null && now !== null
  return (
    <li className={styles.row} data-change={change}>
      <Group component="span" gap={8} align="baseline" wrap="nowrap" fw={650}>
        <span className={styles.sign} aria-hidden="true">
          {SIGNS[change]}
        </span>
        {WORDS[change]}
      </Group>
      <Stack gap={4} miw={0}>
        {old ? <Facts file={old} {...(both ? { when: 'When returned' } : {})} /> : null}
        {now ? <Facts file={now} {...(both ? { when: 'After' } : {})} /> : null}
        {scan_status === 'quarantined' ? (
          <p className={styles.quarantined}>Quarantined: it did not pass the virus check.</p>
        ) : null}
      </Stack>
      {now && scan_status !== null && scan_status !== 'quarantined' ? (
        <div className="no-print">
          {isShown(now) ? (
            <PreviewButton name={now.name} isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)} />
          ) : (
            <DownloadButton file={now} />
          )}
        </div>
      ) : null}
      {now && isOpen ? (
        <section id={panel} aria-label={`Preview of ${now.name}`} className={styles.preview}>
          <FilePreview file={now} />
        </section>
      ) : null}
    </li>
  )
}

/** Changed files under the label of their field or indicator. */
export const FileChangeList = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Stack component="ul" gap={8} aria-label={label}>
    {children}
  </Stack>
)
