import { fstatSync } from 'node:fs'
import { damagedFile } from '../../shared/files/file-checks.ts'
import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import { escapesFolder, isClutter, isNested } from '../../shared/imports/file-names.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { notRead, zipEntries, type ZipEntry } from '../lib/zip-reader.ts'
import { refusedTable } from './tables/table.ts'

/** files in all archives of one import: two for each row, and stray ones */
export const MAX_FILES = 60_000
/** no PDF or KML compresses this well */
const MAX_RATIO = 200
/** below this size a high ratio is an empty form, not a zip bomb */
const HARMLESS_BYTES = 4 * 1_048_576
export const MAX_BYTES = Math.max(FILE_KINDS.pdf.max_bytes, FILE_KINDS.kml.max_bytes)
/** characters of a name with its folders */
const LONGEST_NAME = 1_000

export const refusedArchive = (archive: string, why: string): AppError =>
  refusedTable(`${archive} was not accepted: ${why}`)

function faultOf(archive: string, error: unknown): unknown {
  if (!isRefusal(error, 'no_archive')) return error
  if (error.params.fault === 'too_many')
    return refusedArchive(archive, `it contains more than ${formatCount(MAX_FILES)} files.`)
  return refusedTable(damagedFile(archive))
}

/** Why an archive with this entry is rejected; null where it is not. */
function complaint({ name, packed, size, flags }: ZipEntry): string | null {
  if (name.length > LONGEST_NAME) return `a name in it has more than ${formatCount(LONGEST_NAME)} letters.`
  if (escapesFolder(name)) return `the name ${JSON.stringify(name)} in it leads out of it.`
  if (isNested(name)) return `it contains another archive, ${name}. Please put the files themselves into it.`
  if (flags & 1) return 'it is locked with a password. Please make one without.'
  if (size > MAX_BYTES) return `${name} in it is larger than ${MAX_BYTES / 1_048_576} MB.`
  if (size > HARMLESS_BYTES && size > packed * MAX_RATIO)
    return `${name} in it unpacks to ${Math.round(size / 1_048_576)} MB of nearly nothing.`
  return null
}

/** Lists the files of one archive. Rejects overlapping entries, which would be unpacked many times over. */
export async function* listArchive(file: number, archive: string, most: number): AsyncGenerator<ZipEntry> {
  const { size } = fstatSync(file)
  let packed = 0
  try {
    for await (const entry of zipEntries(file, most)) {
      if (entry.name.endsWith('/') || isClutter(entry.name)) continue
      const why = complaint(entry)
      if (why) throw refusedArchive(archive, why)
      packed += entry.packed
      if (packed > size) throw notRead('damaged')
      yield entry
    }
  } catch (error) {
    throw faultOf(archive, error)
  }
}
