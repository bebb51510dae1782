import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { displayName } from '../../shared/files/file-checks.ts'
import { createFileIndex } from '../../shared/imports/file-names.ts'
import { withTempFile } from '../store/temp-file.ts'
import type { Services } from '../context/context.ts'
import type { ZipEntry } from '../lib/zip-reader.ts'
import { MAX_BYTES, MAX_FILES, refusedArchive } from './archive-list.ts'
import { readLines } from '../lib/json-lines.ts'
import { withWorkerResult } from './import-in-worker.ts'

/** Stores tens of thousands of entries compactly: as numbers, without their names. */
function packedEntries() {
  const facts: number[] = []
  const WIDTH = 7
  return {
    add: (file: number, { flags, method, crc, packed, size, at }: ZipEntry): number =>
      facts.push(file, flags, method, crc, packed, size, at) / WIDTH - 1,
    get(index: number): { file: number; entry: ZipEntry } {
      const [file = 0, flags = 0, method = 0, crc = 0, packed = 0, size = 0, at = 0] = facts.slice(
        index * WIDTH,
        (index + 1) * WIDTH,
      )
      return { file, entry: { name: '', flags, method, crc, packed, size, at } }
    },
  }
}

type ArchiveIndex = {
  names: ReturnType<typeof createFileIndex>
  entries: ReturnType<typeof packedEntries>
  /** temporary file of each archive */
  paths: string[]
}

export type StoredArchive = { name: string; storage_key: string; size: number }

/** The files of an import, by the names in its rows. */
export type Archives = {
  find: (name: string) => { ok: true } | { ok: false; sentence: string }
  /** Runs `use` with the bytes of a file that `find` has found. Throws `no_import` when it cannot be unpacked. */
  lend: <T>(name: string, use: (stream: Readable) => Promise<T>) => Promise<T>
}

/** Adds the files of one archive, `left` at most, to the index; returns how many there are. */
const list = (
  archive: StoredArchive,
  path: string,
  { names, entries, paths }: ArchiveIndex,
  left: number,
) => {
  const file = paths.push(path) - 1
  const job = { read: 'archive', name: archive.name, most: left } as const
  const exhausted = refusedArchive(
    archive.name,
    'it takes too long to read. Please make several zip files of it.',
  )
  return withWorkerResult<number, number>(path, job, exhausted.message, async (lines, count) => {
    for await (const entry of readLines<ZipEntry>(lines))
      if (!names.add(entry.name, entries.add(file, entry)))
        throw refusedArchive(
          archive.name,
          `${entry.name} is in the zip files twice. Please keep only one of them.`,
        )
    return count
  })
}

/** Runs `use` with the files of these archives, each archive downloaded to a temporary file. */
export async function withArchives<T>(
  { config, files: store }: Services,
  archives: readonly StoredArchive[],
  use: (found: Archives) => Promise<T>,
): Promise<T> {
  const index: ArchiveIndex = { names: createFileIndex(), entries: packedEntries(), paths: [] }
  let left = MAX_FILES

  const open = async ([first, ...rest]: readonly StoredArchive[]): Promise<T> => {
    if (!first) return use(extractedFiles(index))
    return withTempFile(config, await store.get(first.storage_key), async (path) => {
      left -= await list(first, path, index, left)
      return open(rest)
    })
  }
  return open(archives)
}

const extractedFiles = ({ names, entries, paths }: ArchiveIndex): Archives => ({
  find: (name) => {
    const found = names.find(name)
    return found.ok ? { ok: true } : found
  },
  lend: async (name, use) => {
    const found = names.find(name)
    if (!found.ok) throw new Error(found.sentence)
    const { file, entry } = entries.get(found.file)
    const job = { read: 'entry', name, entry, most_bytes: MAX_BYTES } as const
    const exhausted = `${displayName(name)} takes too long to unpack. Please pack it again.`
    return withWorkerResult(paths[file] ?? '', job, exhausted, (path) => use(createReadStream(path)))
  },
})
