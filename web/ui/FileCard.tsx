import { Box, Center, Group, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { extensionOf, type ScanStatus } from '../../shared/files/files.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatBytes } from '../lib/bytes.ts'
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

/** of the symbols too, so that the names of a list share one edge */
export const PICTURE_WIDTH = 44
/** on a phone the rest of the row */
const BESIDE_PICTURE = '1 1 min(200px, calc(100% - 56px))'

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
    <Group gap={12} p="sm" className="framed" {...(error ? { bd: '1px solid var(--danger)' } : {})}>
      <Center w={PICTURE_WIDTH} flex="none" c="var(--leaf)">
        {picture ?? <FileIcon size={22} />}
      </Center>
      <Box flex={BESIDE_PICTURE} miw={0}>
        <Box component="p" fw={550} className="breaks">
          {file.name}
        </Box>
        <Group component="ul" gap="0 12px" className="quiet numbers">
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
            <Box
              component="li"
              fw={550}
              c={file.scan_status === 'quarantined' ? 'var(--danger)' : 'var(--ink)'}
            >
              {scanWords}
            </Box>
          ) : null}
        </Group>
        {hint ? (
          <p className="with-icon">
            <WarningIcon size={16} />
            {hint}
          </p>
        ) : null}
        {percent === null ? null : (
          <Group gap={8} wrap="nowrap" fz="sm" className="numbers">
            <Progress flex={1} value={percent} aria-label={`Uploading ${file.name}`} />
            <span>{percent} %</span>
          </Group>
        )}
        {status ? <p className="quiet numbers">{status}</p> : null}
        {error ? (
          <Box component="p" fz="sm" c="var(--danger)" role="alert">
            {error}
          </Box>
        ) : null}
      </Box>
      {actions ? <Group gap={8}>{actions}</Group> : null}
    </Group>
  )
}
