import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  type FileStore,
  isUnknownKey,
  namedFilesOf,
  type NamedFolder,
  pathOfNamed,
  type TemporaryFiles,
} from './file-store.ts'
import { writeNewFile } from './write-new-file.ts'
import { syncFolder } from './sync-folder.ts'

const KEY = /^[0-9a-f][0-9a-f-]{7,63}$/
const PARTS = 'parts'
/** A part file grows while its upload runs; one unchanged for an hour was left by a killed process. */
const STALE_MS = 3_600_000

/**
 * Files in a folder, in subfolders by the first two letters of their random keys. A file appears under its name only
 * when it is complete and on disk; until then it is a part file that only the owner can read.
 */
export function localFileStore(folder: string): FileStore {
  const parts = path.join(folder, PARTS)
  mkdirSync(parts, { recursive: true, mode: 0o700 })
  removeStale(parts, Date.now())

  const shardOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('A stored file is named by its random key only.')
    return path.join(folder, key.slice(0, 2))
  }
  const pathOf = (key: string) => path.join(shardOf(key), key)

  /** Stores the whole stream under a name, replacing any file of that name. */
  const place = async (target: string, stream: Readable) => {
    const part = path.join(parts, `${randomUUID()}.part`)
    const shard = path.dirname(target)
    try {
      await writeNewFile(part, stream, { flush: true })
      const made = await mkdir(shard, { recursive: true, mode: 0o700 })
      await rename(part, target)
      await Promise.all([syncFolder(shard), made && syncFolder(path.dirname(made))])
    } catch (error) {
      stream.destroy()
      await rm(part, { force: true })
      throw error
    }
  }

  const namedIn = (named: NamedFolder): TemporaryFiles => {
    const at = (name: string) => path.join(folder, pathOfNamed(named, name))
    return {
      async put(name, bytes) {
        await place(at(name), Readable.from([bytes]))
      },
      async read(name) {
        try {
          return (await open(at(name), 'r')).createReadStream()
        } catch (error) {
          if (isUnknownKey(error)) return null
          throw error
        }
      },
      remove: (name) => rm(at(name), { force: true }),
      async list(start) {
        const all = await readdir(path.join(folder, named)).catch(() => [])
        const found = all
          .filter((name) => name.startsWith(start))
          .map(async (name) => {
            const put = await stat(path.join(folder, named, name)).catch(() => null)
            return put?.isFile() ? [{ name, put_at: put.mtime }] : []
          })
        return (await Promise.all(found)).flat()
      },
    }
  }

  return {
    put: async (key, stream) => {
      try {
        await place(pathOf(key), stream)
      } finally {
        stream.destroy()
      }
    },

    named: namedFilesOf(namedIn('log')),
    pieces: namedIn('uploads'),

    async get(key, range) {
      const file = await open(pathOf(key), 'r')
      return file.createReadStream(range ?? {})
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async isReady() {
      const probe = path.join(parts, `${randomUUID()}.part`)
      const file = await open(probe, 'wx', 0o600)
      await file.close()
      await rm(probe)
      return true
    },

    upkeep: {
      async *keysBefore(moment) {
        for (const shard of await readdir(folder)) {
          if (!/^[0-9a-f]{2}$/.test(shard)) continue
          for (const key of await readdir(path.join(folder, shard))) {
            if (!KEY.test(key)) continue
            const found = await stat(pathOf(key)).catch(() => null)
            if (found && found.mtimeMs < moment.getTime()) yield key
          }
        }
      },
      removeStaleParts: async (now) => removeStale(parts, now.getTime()),
    },
  }
}

/** Part files are few and rarely stale, so this is synchronous. */
function removeStale(parts: string, now: number): void {
  for (const name of readdirSync(parts)) {
    const part = path.join(parts, name)
    const found = statSync(part, { throwIfNoEntry: false })
    if (found && now - found.mtimeMs > STALE_MS) rmSync(part, { force: true })
  }
}
