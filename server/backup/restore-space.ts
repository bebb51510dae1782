import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../lib/config.ts'
import { foreseen } from '../lib/errors.ts'
import type { Manifest } from './manifest.ts'

/** Rows take about so much of the disk for each byte of their text: themselves, their indexes, the log of the database. */
const DISK_PER_BYTE = 3

const nearestExistingFolder = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : nearestExistingFolder(path.dirname(folder))

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** How much of DATA_DIR a backup fills when it is restored; a database or a store of its own keeps its own house. */
function restoreBytes({ database_url, files_url }: Config, { tables, files }: Manifest): number {
  const rows = tables.reduce((total, { bytes }) => total + bytes, 0)
  return (database_url ? 0 : DISK_PER_BYTE * rows) + (files_url ? 0 : files.bytes)
}

/** Refuses, before anything is touched, a backup that would not fit. */
export async function requireRestoreSpace(config: Config, backup: Manifest): Promise<void> {
  const needed = restoreBytes(config, backup)
  const disk = await statfs(nearestExistingFolder(path.resolve(config.data_dir)))
  const free = disk.bavail * disk.bsize
  if (needed > free)
    throw foreseen(
      `This backup needs about ${inGigabytes(needed)} in ${config.data_dir}, where ${inGigabytes(free)} are free: make room first.`,
    )
}
