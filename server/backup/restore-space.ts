import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'
import type { Manifest } from './manifest.ts'

/** Disk space per byte of the rows' text: the rows, their indexes and the database's write-ahead log. */
const DISK_PER_BYTE = 3

const nearestExistingFolder = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : nearestExistingFolder(path.dirname(folder))

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** How much of DATA_DIR a restore fills; an external database or file store is not counted. */
function restoreBytes({ database_url, files_url }: Config, { tables, files }: Manifest): number {
  const rows = tables.reduce((total, { bytes }) => total + bytes, 0)
  return (database_url ? 0 : DISK_PER_BYTE * rows) + (files_url ? 0 : files.bytes)
}

/** Throws a foreseen error, before anything is touched, when the backup would not fit. */
export async function requireRestoreSpace(config: Config, backup: Manifest): Promise<void> {
  const needed = restoreBytes(config, backup)
  const disk = await statfs(nearestExistingFolder(path.resolve(config.data_dir)))
  const free = disk.bavail * disk.bsize
  if (needed > free)
    throw foreseen(
      `This backup needs about ${inGigabytes(needed)} in ${config.data_dir}, where ${inGigabytes(free)} are free: make room first.`,
    )
}
