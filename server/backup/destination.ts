import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../lib/config.ts'
import { bucketOf } from '../lib/bucket-address.ts'
import { s3FileStore } from '../store/file-store-s3.ts'
import { writeNewFile } from '../store/write-new-file.ts'
import { syncFolder } from '../store/sync-folder.ts'

/** The place of the automatic backups. */
export type BackupDestination = {
  /** the place as an operator names it, without secrets */
  description: string
  /** Stores a finished file under this name, which appears only when all bytes are stored. */
  put: (name: string, file: string, signal?: AbortSignal) => Promise<void>
  /** Copies the backup of this name into a new file. */
  fetch: (name: string, file: string, signal?: AbortSignal) => Promise<void>
  list: () => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** Returns the destination of BACKUP_URL, or null when it is not set. */
export function backupDestination({ backup_url }: Pick<Config, 'backup_url'>): BackupDestination | null {
  if (backup_url === null) return null
  return backup_url.startsWith('s3://') ? bucketDestination(backup_url) : folderDestination(backup_url)
}

const PART = /^\.[0-9a-f-]{36}\.part$/

/** The folder must exist: created where a disk is not mounted, it would fill the wrong disk. */
function folderDestination(folder: string): BackupDestination {
  const at = (name: string) => path.join(folder, name)
  return {
    description: folder,
    async put(name, file, signal) {
      // left by a killed server
      for (const other of await readdir(folder)) if (PART.test(other)) await rm(at(other), { force: true })
      const part = at(`.${randomUUID()}.part`)
      try {
        await writeNewFile(part, createReadStream(file), { flush: true, signal })
        await rename(part, at(name))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    fetch: (name, file) => copyFile(at(name), file, constants.COPYFILE_EXCL),
    async list() {
      await access(folder, constants.W_OK)
      return readdir(folder)
    },
    remove: (name) => rm(at(name), { force: true }),
  }
}

function bucketDestination(address: string): BackupDestination {
  const { bucket, prefix } = bucketOf(address, 'BACKUP_URL')
  const store = s3FileStore(address, 'BACKUP_URL')
  return {
    description: `s3://${bucket}/${prefix}`,
    async put(name, file, signal) {
      const { size } = await stat(file)
      await store.put(name, createReadStream(file, signal ? { signal } : {}), size)
    },
    async fetch(name, file, signal) {
      await writeNewFile(file, await store.get(name), { signal })
    },
    list: store.list,
    remove: store.remove,
  }
}
