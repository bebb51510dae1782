import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { listMigrations } from '../database/migrate.ts'
import { RELEASE } from '../database/migrations.ts'
import { prefetch } from '../lib/prefetch.ts'
import type { Services } from '../context/context.ts'
import { isUnknownKey } from '../store/file-store.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import {
  countStoredFiles,
  isStillStored,
  listSequences,
  listStoredFiles,
  listTables,
  readRows,
  setUpTransaction,
  type StoredFileRow,
} from './backup.queries.ts'
import { ABOUT, asJson, filePart, type Manifest, MANIFEST, SIGNATURE, tablePart } from './manifest.ts'
import { signManifest } from './signature.ts'

const compress = promisify(gzip)

/** `key` signs the backup */
type BackupServices = Pick<Services, 'db' | 'files' | 'now'> & { key: KeyObject }
type Options = {
  onProgress?: ((done: number, total: number) => void) | undefined
  /** stops the work and leaves no file */
  signal?: AbortSignal | undefined
  /** the version of the product that the backup names; this one by default */
  version?: string
}

/**
 * Writes the rows of one moment, then the files they name, into one file, without holding up any writer. The file
 * appears under its name only when it is complete.
 */
export async function makeBackup(
  services: BackupServices,
  file: string,
  options: Options = {},
): Promise<Manifest> {
  let made: Manifest | null = null
  await writeArchive(file, async (archive) => {
    const { last, count, ...stored } = await addRows(services, archive, options)
    const files = await addFiles(services, archive, { ...options, last, count })
    made = { ...stored, ...files, parts: archive.sumOfParts() }
    const manifest = asJson(made)
    await archive.add(MANIFEST, manifest)
    await archive.add(SIGNATURE, asJson(signManifest(manifest, services.key)))
  })
  if (!made) throw new Error('The backup has no last part.')
  return made
}

/** Adds the rows of one moment, however long reading them takes. */
async function addRows(
  { db, now }: BackupServices,
  archive: ArchiveWriter,
  { signal, version = RELEASE }: Options,
) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (held) => {
      await setUpTransaction(held)
      await archive.add(
        ABOUT,
        asJson({
          format: 'safeguards backup 1',
          made_at: now().toISOString(),
          version,
          schema: (await listMigrations(held)).map(({ name, sha256 }) => ({ name, sha256 })),
        }),
      )
      await archive.list()
      // read after the snapshot of the transaction was made, so that no number is used twice after a restore
      const sequences = await listSequences(held)
      const tables: Manifest['tables'] = []
      for (const table of await listTables(held)) {
        const columns = table.columns.map(({ name }) => name)
        tables.push({ name: table.name, columns, ...(await addTable(held, archive, table, signal)) })
      }
      return { tables, sequences, ...(await countStoredFiles(held)) }
    })
}

type Table = Awaited<ReturnType<typeof listTables>>[number]

async function addTable(
  db: Transaction<DB>,
  archive: ArchiveWriter,
  table: Table,
  signal: AbortSignal | undefined,
): Promise<{ rows: number; bytes: number }> {
  let rows = 0
  let bytes = 0
  let parts = 0
  for await (const lines of readRows(db, table)) {
    signal?.throwIfAborted()
    parts += 1
    rows += lines.length
    const text = Buffer.from(`${lines.join('\n')}\n`)
    bytes += text.length
    await archive.add(tablePart(table.name, parts), await compress(text))
  }
  return { rows, bytes }
}

/** A store answers each call after a delay, so small files are fetched while others are written. */
const FILES_AT_ONCE = 16
const SMALL_BYTES = 1_048_576

/** Adds the bytes of every file in the rows; the manifest lists those that the store has lost. */
async function addFiles(
  { db, files }: BackupServices,
  archive: ArchiveWriter,
  { last, count, signal, onProgress }: Options & { last: number; count: number },
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const added = { count: 0, bytes: 0 }
  const missing: Manifest['missing'] = []
  /** Returns null for a large file, which is read as it is written. */
  const fetchSmall = async ({ storage_key, size }: StoredFileRow): Promise<Buffer | null> =>
    size > SMALL_BYTES ? null : wholeBytes(await files.get(storage_key), size)
  const add = async (
    { storage_key, ...promised }: StoredFileRow,
    fetched: Promise<Buffer | null>,
  ): Promise<boolean> => {
    try {
      const bytes = await fetched
      const chunks = bytes ? [bytes] : await files.get(storage_key)
      return await archive.addStream(filePart(storage_key), promised, chunks)
    } catch (error) {
      if (isUnknownKey(error)) return false
      throw error
    }
  }
  let page = await listStoredFiles(db, 0, last)
  for (; page.length > 0; page = await listStoredFiles(db, page.at(-1)?.id ?? last, last))
    for (const [file, fetched] of prefetch(page, FILES_AT_ONCE, fetchSmall)) {
      signal?.throwIfAborted()
      if (await add(file, fetched)) {
        added.count += 1
        added.bytes += file.size
      } else if (await isStillStored(db, file.id)) missing.push({ id: file.id, name: file.name })
      onProgress?.(added.count, count)
    }
  return { files: added, missing }
}

/** Returns the content of a stream; of a longer one slightly more than `most` bytes, which fails the comparison. */
async function wholeBytes(chunks: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const read: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    read.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return Buffer.concat(read)
}
