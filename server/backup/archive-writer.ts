import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../store/sync-folder.ts'
import { ABOUT } from './manifest.ts'
import { BLOCK, END, headerOf, paddingOf, readHeader } from './tar.ts'

/** Few enough that a list is short, many enough that lists are few. */
export const PARTS_PER_LIST = 1_000

export type ArchiveWriter = {
  add: (name: string, bytes: Buffer) => Promise<void>
  /** Appends a part from a stream. Returns false, and appends nothing, when its size or SHA-256 differs. */
  addStream: (
    name: string,
    promised: { size: number; sha256: string },
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  ) => Promise<boolean>
  /** Writes the list of the parts so far, so that a reader can trust them before it reads on. */
  list: () => Promise<void>
  /** SHA-256 over the names and sums of all parts so far. */
  sumOfParts: () => string
}

/**
 * Writes an archive through `work`: a tar file that only its owner can read. After every thousand parts follows a list
 * with the SHA-256 of each, in the format of `sha256sum`. The file grows as FILE.part and is renamed when it is
 * complete and on disk. A failure leaves no file; parts left by a killed process are removed first.
 */
export async function writeArchive(
  file: string,
  work: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  await removeStaleParts(path.dirname(file))
  const part = `${file}${PART}`
  const handle = await open(part, 'w', 0o600)
  try {
    try {
      await handle.chmod(0o600)
      await fill(handle, work)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncFolder(path.dirname(file))
}

const PART = '.part'
/** A part file grows while its backup is being made; one unchanged for an hour was left by a killed process. */
const STALE_MS = 3_600_000

/** Whether a file begins as our backups do: the folder may contain unfinished files of other programs. */
async function hasOurHeader(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const block = Buffer.alloc(BLOCK)
    const { bytesRead } = await handle.read(block, 0, BLOCK, 0)
    return bytesRead === BLOCK && readHeader(block)?.name === ABOUT
  } finally {
    await handle.close()
  }
}

/** Part files are as large as backups, and nothing else removes them. A file that cannot be examined stays. */
async function removeStaleParts(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(PART)) continue
    const part = path.join(folder, entry.name)
    const isLeft = async () =>
      Date.now() - (await stat(part)).mtimeMs > STALE_MS && (await hasOurHeader(part))
    if (await isLeft().catch(() => false)) await rm(part, { force: true })
  }
}

async function fill(handle: FileHandle, work: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  let at = 0
  let lists = 0
  let listed: string[] = []
  const all = createHash('sha256')
  const write = async (bytes: Buffer) => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
      done += bytesWritten
    }
    at += bytes.length
  }
  const addWhole = async (name: string, bytes: Buffer) => {
    await write(headerOf(name, bytes.length))
    await write(bytes)
    await write(Buffer.alloc(paddingOf(bytes.length)))
  }
  const list = async () => {
    if (listed.length === 0) return
    lists += 1
    await addWhole(listName(lists), Buffer.from(listed.join('')))
    listed = []
  }
  const note = async (name: string, sha256: string) => {
    listed.push(lineOf(name, sha256))
    all.update(lineOf(name, sha256))
    if (listed.length === PARTS_PER_LIST) await list()
  }

  const archive: ArchiveWriter = {
    async add(name, bytes) {
      await addWhole(name, bytes)
      await note(name, createHash('sha256').update(bytes).digest('hex'))
    },
    async addStream(name, { size, sha256 }, chunks) {
      const start = at
      const hash = createHash('sha256')
      await write(headerOf(name, size))
      for await (const chunk of chunks) {
        hash.update(chunk)
        await write(chunk)
        if (at > start + BLOCK + size) break
      }
      const isWhole = hash.digest('hex') === sha256
      if (!isWhole) {
        await handle.truncate(start)
        at = start
        return false
      }
      await write(Buffer.alloc(paddingOf(size)))
      await note(name, sha256)
      return true
    },
    list,
    sumOfParts: () => all.copy().digest('hex'),
  }
  await work(archive)
  await list()
  await write(END)
}

export const listName = (number: number): string => `sums/${String(number).padStart(6, '0')}`
export const lineOf = (name: string, sha256: string): string => `${sha256}  ${name}\n`
