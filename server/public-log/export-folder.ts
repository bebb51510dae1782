import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../store/sync-folder.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { AppError, foreseen } from '../lib/errors.ts'

/** rows in one file: some ten megabytes, which any editor opens */
const ROWS_IN_FILE = 10_000
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

async function requireEmpty(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length > 0)
      throw foreseen(`The folder ${folder} is not empty: name one that is empty or does not exist.`)
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR')
      throw foreseen(`${folder} is a file: name a folder that is empty or does not exist.`)
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function makePart(part: string): Promise<void> {
  try {
    await mkdir(part, { mode: OWNER_ONLY.folder })
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw foreseen(
        `${part} exists: another export is running or was killed. Remove it if none is running, and begin again.`,
      )
    throw foreseen(`The folder ${part} cannot be made (${codeOf(error)}): name another place.`)
  }
}

/** Renames the finished folder, replacing an empty one of that name. */
async function renamePart(part: string, folder: string): Promise<void> {
  try {
    await rmdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    await rename(part, folder)
  } catch (error) {
    throw foreseen(`${folder} cannot be written (${codeOf(error)}): name one that does not exist.`)
  }
  await syncFolder(path.dirname(folder))
}

/** An export being written: files by their names below the folder, and rows in order. */
export type ExportFolder = {
  putFile: (name: string, bytes: Buffer | string) => Promise<void>
  addRows: (lines: readonly string[]) => Promise<void>
}

function writerOf(part: string) {
  const made = new Set<string>()
  const folderOf = async (name: string) => {
    const folder = path.join(part, path.dirname(name))
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
    made.add(folder)
    return path.join(part, name)
  }
  let rows = 0
  let file: Awaited<ReturnType<typeof open>> | null = null
  const closeRows = async () => {
    const last = file
    file = null
    try {
      await last?.sync()
    } finally {
      await last?.close()
    }
  }
  const addRows = async (lines: readonly string[]) => {
    for (let at = 0; at < lines.length; ) {
      if (rows % ROWS_IN_FILE === 0) {
        await closeRows()
        const number = String(rows / ROWS_IN_FILE + 1).padStart(6, '0')
        file = await open(await folderOf(`rows/${number}.jsonl`), 'wx', OWNER_ONLY.file)
      }
      const some = lines.slice(at, at + ROWS_IN_FILE - (rows % ROWS_IN_FILE))
      await file?.appendFile(some.join(''))
      rows += some.length
      at += some.length
    }
  }
  const putFile = async (name: string, bytes: Buffer | string) =>
    writeFile(await folderOf(name), bytes, { flag: 'wx', mode: OWNER_ONLY.file })
  return { writer: { putFile, addRows } satisfies ExportFolder, closeRows }
}

/**
 * Writes a new folder under a temporary name and renames it when complete. If writing fails, is aborted or runs out of
 * space, nothing remains under either name.
 */
export async function writeNewFolder<T>(
  folder: string,
  write: (into: ExportFolder) => Promise<T>,
  onWritten: (written: T) => Promise<void>,
): Promise<T> {
  const part = `${folder}.part`
  await requireEmpty(folder)
  await makePart(part)
  const { writer, closeRows } = writerOf(part)
  const writeAll = async () => {
    try {
      return await write(writer)
    } finally {
      await closeRows()
    }
  }
  try {
    const written = await writeAll()
    await syncFolder(part)
    await onWritten(written)
    await renamePart(part, folder)
    return written
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    const refusal = toStorageRefusal(error)
    if (refusal instanceof AppError && refusal.why === 'no_room')
      throw foreseen('There is no room for the export: make room and begin again. No part of it is left.')
    throw error
  }
}
