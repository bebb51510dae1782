import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Altered } from '../../shared/claims/altered.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { prefetch } from '../lib/prefetch.ts'
import { type FileStore, isUnknownKey } from '../store/file-store.ts'
import { CODE_OF_RECORD, JOINED_RECORDS } from '../store/files.queries.ts'

/** Which bytes are read: all, a thirtieth (a different one each night), or none. */
export type FilesChecked = 'all' | 'part' | 'none'

const NIGHTS = 30
const FILES_PER_QUERY = 1_000
/** an object store answers each call after a delay */
const READS_AT_ONCE = 8

type StoredFile = {
  id: number
  name: string
  size: number
  sha256: string
  storage_key: string
  /** of the record that the file belongs to */
  code: string | null
  /** the SHA-256 in the row of its upload; null where that row states none */
  said: string | null
}

const withLoggedFingerprint = sql`
  select files.id, files.name, files.size, files.sha256, files.storage_key, ${CODE_OF_RECORD} as code, (
      select jsonb_path_query_first(field_change, '$[*] ? (@.field == "sha256").new') #>> '{}' from audit_logs
      where event = 'File Uploaded' and field_change -> 0 ->> 'new' = files.id::text
        and field_change @> '[{"field": "sha256"}]'
      order by id limit 1
    ) as said
  from files left join record_files on record_files.file_id = files.id ${JOINED_RECORDS}`

/** Returns one file with the SHA-256 that the log states of it; null where the file does not exist. */
export async function readFile(db: Db, id: number): Promise<StoredFile | null> {
  const { rows } = await sql<StoredFile>`${withLoggedFingerprint} where files.id = ${id} limit 1`.execute(db)
  return rows[0] ?? null
}

const nameOf = ({ id, name, code }: StoredFile): string => `file ${id} (${name})${code ? ` of ${code}` : ''}`
const altered = ({ id: record }: StoredFile, sentence: string): Altered => ({
  kind: 'file',
  record,
  sentence,
})

/** Compares a file's row with the log's row of its upload. */
export const fileDifferences = (file: StoredFile): Altered[] =>
  file.said === null || file.said === file.sha256
    ? []
    : [
        altered(
          file,
          `The log says that ${nameOf(file)} was uploaded with the SHA-256 ${file.said}; the table files says ${file.sha256}.`,
        ),
      ]

/** Compares the bytes of a file, as a stream, with the SHA-256 of its row. */
async function bytesDiffer(files: FileStore, file: StoredFile): Promise<Altered[]> {
  const hash = createHash('sha256')
  try {
    await pipeline(await files.get(file.storage_key), hash)
  } catch (error) {
    if (!isUnknownKey(error)) throw error
    return [altered(file, `The bytes of ${nameOf(file)} are missing in the file store.`)]
  }
  const found = hash.digest('hex')
  if (found === file.sha256) return []
  return [
    altered(
      file,
      `The table files says that ${nameOf(file)} has the SHA-256 ${file.sha256}; its bytes in the file store have ${found}.`,
    ),
  ]
}

const isDueTonight = (id: number, now: Date): boolean =>
  id % NIGHTS === Math.floor(now.getTime() / DAY_MS) % NIGHTS

type FileServices = Pick<Services, 'db'> & { files?: FileStore | undefined }

type FileOptions = {
  checked: FilesChecked
  /** files that were altered when last read; read in any case */
  known: ReadonlySet<number>
  now: Date
  /** hears after each file how many of all were compared */
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** How many files were read, and how many could not be. */
export type FilesRead = { read: number; unread: number }

/** Compares every file with the row of its upload, and bytes with the file's row; memory stays flat. */
export async function checkFiles(
  { db, files }: FileServices,
  { checked, known, now, onProgress, signal }: FileOptions,
  report: (found: Altered) => void,
): Promise<FilesRead> {
  const count = { read: 0, unread: 0 }
  const isWanted = (id: number) =>
    checked === 'all' || known.has(id) || (checked === 'part' && isDueTonight(id, now))
  const readBytes = async (file: StoredFile) =>
    files && isWanted(file.id) ? bytesDiffer(files, file).catch(() => null) : undefined
  const total = onProgress
    ? (await sql<{ count: number }>`select count(*) from files`.execute(db)).rows[0]?.count
    : 0
  let done = 0
  for (let last = 0; ; ) {
    const { rows } = await sql<StoredFile>`
      ${withLoggedFingerprint} where files.id > ${last} order by files.id limit ${FILES_PER_QUERY}`.execute(
      db,
    )
    for (const [file, reading] of prefetch(rows, READS_AT_ONCE, readBytes)) {
      signal?.throwIfAborted()
      for (const found of fileDifferences(file)) report(found)
      const found = await reading
      onProgress?.(++done, total ?? 0)
      if (found === undefined) continue
      count[found === null ? 'unread' : 'read'] += 1
      // the clean-up may have removed it meanwhile
      if (found?.length && (await readFile(db, file.id))) for (const one of found) report(one)
    }
    if (rows.length < FILES_PER_QUERY) return count
    last = rows.at(-1)?.id ?? last
  }
}
