import { closeSync, fstatSync, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import { damagedFile } from '../../shared/files/file-checks.ts'
import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import { filesByName, isClutter, isNested, leadsOut } from '../../shared/imports/file-names.ts'
import { withTempFile } from '../files/temp-file.ts'
import type { Services } from '../lib/context.ts'
import { unzipped, type ZipEntry, zipEntries, ZipFault } from '../lib/zip-reading.ts'
import { TableRefused } from './tables/table.ts'

/** files in all archives of one import: two for each row, and what lies about */
const MOST_FILES = 60_000
/** what a file of the kinds an import takes never gains by packing */
const MOST_RATIO = 200
/** below that a high ratio is an empty form, not a bomb */
const HARMLESS_BYTES = 4 * 1_048_576
const MOST_BYTES = Math.max(FILE_KINDS.pdf.max_bytes, FILE_KINDS.kml.max_bytes)

/** Tens of thousands of entries, held as numbers and without their names. */
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

type Known = { names: ReturnType<typeof filesByName>; entries: ReturnType<typeof packedEntries> }

export type StoredArchive = { name: string; storage_key: string; size: number }

/** The files of an import by the names that its rows give them. */
export type Archives = {
  /** whether a row's file is there, or why not */
  find: (name: string) => { ok: true } | { ok: false; sentence: string }
  /** its bytes, unpacked while they are read; to be asked of what was found */
  read: (name: string) => Readable
}

const refused = (archive: string, why: string): TableRefused =>
  new TableRefused(`${archive} was not taken: ${why}`)

function faultOf(archive: string, error: unknown): unknown {
  if (!(error instanceof ZipFault)) return error
  if (error.kind === 'too_many')
    return refused(archive, `it holds more than ${MOST_FILES.toLocaleString('en-US')} files.`)
  if (error.kind === 'zip64')
    return refused(archive, 'it is larger than this can read. Please make several zip files of it.')
  return new TableRefused(damagedFile(archive))
}

/** Why nothing is taken of an archive with this entry. */
function complaint({ name, packed, size, flags }: ZipEntry): string | null {
  if (leadsOut(name)) return `the name ${JSON.stringify(name)} in it leads out of it.`
  if (isNested(name)) return `it holds another archive, ${name}. Please put the files themselves into it.`
  if (flags & 1) return 'it is locked with a password. Please make one without.'
  if (size > MOST_BYTES) return `${name} in it is larger than ${MOST_BYTES / 1_048_576} MB.`
  if (size > HARMLESS_BYTES && size > packed * MOST_RATIO)
    return `${name} in it unpacks to ${Math.round(size / 1_048_576)} MB of nearly nothing.`
  return null
}

/** Notes what is in one archive. Parts that overlap would be unpacked many times over. */
function list(archive: StoredArchive, file: number, { names, entries }: Known, most: number): number {
  const { size } = fstatSync(file)
  let count = 0
  let packed = 0
  for (const entry of zipEntries(file, size, most)) {
    if (entry.name.endsWith('/') || isClutter(entry.name)) continue
    const why = complaint(entry)
    if (why) throw refused(archive.name, why)
    packed += entry.packed
    if (packed > size) throw new ZipFault('damaged')
    count += 1
    if (!names.add(entry.name, entries.add(file, entry)))
      throw refused(archive.name, `${entry.name} is in the zip files twice. Please leave one of them.`)
  }
  return count
}

/** Lends the archives of an import, each as a file on the disk, entry by entry. */
export async function withArchives<T>(
  { config, files: store }: Services,
  archives: readonly StoredArchive[],
  use: (found: Archives) => Promise<T>,
): Promise<T> {
  const known: Known = { names: filesByName(), entries: packedEntries() }
  let left = MOST_FILES

  const open = async ([first, ...rest]: readonly StoredArchive[]): Promise<T> => {
    if (!first) return use(lent(known))
    return withTempFile(config, await store.get(first.storage_key), async (path) => {
      // held open: the daily clean-up takes away what nobody has written to for an hour
      const file = openSync(path, 'r')
      try {
        left -= listed(first, file, known, left)
        return await open(rest)
      } finally {
        closeSync(file)
      }
    })
  }
  return open(archives)
}

function listed(...[archive, ...rest]: Parameters<typeof list>): number {
  try {
    return list(archive, ...rest)
  } catch (error) {
    throw faultOf(archive.name, error)
  }
}

const lent = ({ names, entries }: Known): Archives => ({
  find: (name) => {
    const found = names.find(name)
    return found.ok ? { ok: true } : found
  },
  read: (name) => {
    const found = names.find(name)
    if (!found.ok) throw new Error(found.sentence)
    const { file, entry } = entries.get(found.file)
    return Readable.from(unzipped(file, entry, MOST_BYTES), { objectMode: false })
  },
})
