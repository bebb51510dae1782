import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../lib/config.ts'
import { writeNewFile } from './write-new-file.ts'

/** a file untouched for this long was left by a killed process */
const STALE_MS = 3_600_000

const folderOf = (config: Config) => path.join(config.data_dir, 'tmp')

/** Writes the stream to a temporary file, runs `use` with its path, and removes the file in any case. */
export async function withTempFile<T>(
  config: Config,
  stream: Readable,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = folderOf(config)
  const file = path.join(folder, randomUUID())
  const inUse = () => void utimes(file, new Date(), new Date()).catch(() => undefined)
  const telling = setInterval(inUse, STALE_MS / 4).unref()
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeNewFile(file, stream)
    return await use(file)
  } finally {
    clearInterval(telling)
    stream.destroy()
    await rm(file, { force: true })
  }
}

/** Removes what killed processes have left in the temporary folder. */
export async function removeStaleTempFiles(config: Config, now: Date): Promise<void> {
  const folder = folderOf(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > STALE_MS) await rm(file, { force: true })
  }
}
