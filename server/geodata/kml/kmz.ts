import { formatCount } from '../../../shared/lib/format.ts'
import { isRefusal } from '../../lib/errors.ts'
import { unzip, zipEntries, type ZipEntry } from '../../lib/zip-reader.ts'
import { refusedMap } from './kml-refused.ts'

/** A KMZ is a ZIP archive with a KML file. Nothing else in it is unpacked, and no archive inside it is opened. */
const KMZ_LIMITS = {
  /** files in the archive */
  entries: 10_000,
  /** folders around the KML file */
  depth: 8,
}

const damaged = () => refusedMap('damaged', 'The KMZ file is damaged; export the boundary again.')

const tooLarge = (most_bytes: number) =>
  refusedMap(
    'too_much',
    `The map inside the KMZ file is larger than ${most_bytes / 1_048_576} MB; simplify the boundary and export it again.`,
  )

const tooMany = () =>
  refusedMap(
    'too_much',
    `The KMZ file contains more than ${formatCount(KMZ_LIMITS.entries)} files; export only the boundary of this site.`,
  )

const locked = () => refusedMap('not_kml', 'The KMZ file is locked with a password; save it without one.')

/** Puts the fault of an archive into words for a map. */
function asRefusal(error: unknown, most_bytes: number): unknown {
  if (!isRefusal(error, 'no_archive')) return error
  if (error.params.fault === 'too_large') return tooLarge(most_bytes)
  if (error.params.fault === 'too_many') return tooMany()
  return error.params.fault === 'locked' ? locked() : damaged()
}

/** Macs add a hidden copy of every file, under this folder. */
const isShadow = (name: string) => name.startsWith('__MACOSX/')

const isKml = ({ name }: ZipEntry): boolean => {
  const parts = name.split(/[/\\]/)
  return /\.kml$/i.test(name) && !isShadow(name) && parts.length <= KMZ_LIMITS.depth + 1
}

/** The KML files of the archive in its order. Throws `no_map` where there is none. */
export async function kmlEntries(file: number): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  try {
    for await (const entry of zipEntries(file, KMZ_LIMITS.entries)) if (isKml(entry)) entries.push(entry)
  } catch (error) {
    throw asRefusal(error, Number.POSITIVE_INFINITY)
  }
  if (entries.length > 0) return entries
  throw refusedMap('no_boundary', 'The KMZ file contains no .kml file; export the boundary again as KML.')
}

/** Yields a file of the archive piece by piece, never more than `most_bytes`; `limit` is that of all its maps together. */
export async function* unpackKml(
  file: number,
  entry: ZipEntry,
  most_bytes: number,
  limit: number,
): AsyncGenerator<Buffer> {
  try {
    yield* unzip(file, entry, most_bytes)
  } catch (error) {
    throw asRefusal(error, limit)
  }
}
