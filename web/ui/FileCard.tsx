import { Group, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { extensionOf, type ScanStatus } from '../../shared/files/files.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatBytes } from '../lib/bytes.ts'
import styles from './FileCard.module.css'
import { FileIcon, WarningIcon } from './icons.tsx'

export type FileFacts = {
  name: string
  size?: number
  sha256?: string
  created_at?: string
  scan_status?: ScanStatus
}

/** The scan results to show; a missing scanner is mentioned beside the fingerprint instead. */
const SCAN_WORDS: Partial<Record<ScanStatus, string>> = {
  checking: 'Checking for viruses',
  quarantined: 'Quarantined',
}

type FileCardProps = {
  file: FileFacts
  /** a small picture of what is in the file, instead of the symbol */
  picture?: ReactNode
  /** 0 to 1 during an upload */
  progress?: number | null
  /** what the file is waiting for */
  status?: string | null
  error?: string
  /** a note to read before relying on the file */
  hint?: string | undefined
  actions?: ReactNode
}

/** One file as a row: name, type, size, date, the start of its fingerprint, and progress during an upload. */
export function FileCard({ file, picture, progress = null, status, error, hint, actions }: FileCardProps) {
  const scanWords = file.scan_status && SCAN_WORDS[file.scan_status]
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <div className={styles.card} data-error={error ? true : undefined}>
      <span className={styles.icon}>{picture ?? <FileIcon size={22} />}</span>
      <div className={styles.words}>
        <p className={styles.name}>{file.name}</p>
        <ul className={styles.facts}>
          <li>{extensionOf(file.name).toUpperCase() || 'File'}</li>
          {file.size === undefined ? null : <li>{formatBytes(file.size)}</li>}
          {file.created_at ? <li>{formatDateTime(file.created_at)}</li> : null}
          {file.sha256 ? (
            <li
              title={`SHA-256 ${file.sha256}${file.scan_status === 'not scanned' ? '. Not scanned for viruses.' : ''}`}
            >
              Fingerprint <code>{file.sha256.slice(0, 8)}</code>
            </li>
          ) : null}
          {scanWords ? (
            <li className={styles.scan} data-scan={file.scan_status}>
              {scanWords}
            </li>
          ) : null}
        </ul>
        {hint ? (
          <p className={styles.hint}>
            <WarningIcon size={16} />
            {hint}
          </p>
        ) : null}
        {percent === null ? null : (
          <div className={styles.progress}>
            <Progress value={percent} aria-label={`Uploading ${file.name}`} />
            <span>{percent} %</span>
          </div>
        )}
        {status ? <p className="quiet numbers">{status}</p> : null}
        {error ? (
          <p className={styles.error} role="alert">
            {error}
          </p>
        ) : null}
      </div>
      {actions ? <Group gap={8}>{actions}</Group> : null}
    </div>
  )
}
