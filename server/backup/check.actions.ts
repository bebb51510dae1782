import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { trustedKeys } from '../audit/signing-key.ts'
import type { Config } from '../lib/config.ts'
import { connect, type Database, type Db } from '../database/db.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { foreseen } from '../lib/errors.ts'
import type { FileStore } from '../store/file-store.ts'
import { localFileStore } from '../store/file-store-local.ts'
import { migrate } from '../database/migrate.ts'
import { expandedText, partsOf } from './archive-reader.ts'
import {
  countStoredFiles,
  listStoredFiles,
  listTables,
  readRows,
  setUpTransaction,
} from './backup.queries.ts'
import { decrypt } from './encryption.ts'
import { isEncrypted, newestOf } from './retention.ts'
import { tableOf } from './manifest.ts'
import { backupDestination } from './destination.ts'
import { restoreBackup, tablesOf } from './restore.actions.ts'
import { requireRestoreSpace } from './restore-space.ts'
import { signatureComplaint, signerText } from './signature.ts'
import { type VerifiedBackup, verifyBackup } from './verify.ts'

type LogVerified = { rows: number; findings_count: number }

export type CheckedBackup = {
  name: string
  made_at: string
  signer: string
  tables: number
  rows: number
  files: { count: number; bytes: number }
  /** a sentence for each difference from the backup; empty when it is as good as the original */
  faults: string[]
  log: LogVerified
}

type CheckRequest = {
  /** read instead of the newest under BACKUP_URL */
  file: string | null
  /** a file with the secret key of age, for an encrypted backup */
  identity: string | null
}
type Options = {
  /** verifies the log of the restored database */
  verifyLog: (
    services: { config: Config; db: Db },
    options: { signal: AbortSignal | undefined },
  ) => Promise<LogVerified>
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

const NO_PLACE = 'BACKUP_URL is not set, so it is not known where backups are: set it, or name a FILE.'
const NO_IDENTITY =
  'This backup is encrypted: add --identity FILE with the file that contains the secret key of age, as age-keygen wrote it.'

/**
 * Restores a backup into a temporary database and folder, compares every row and file with the backup, brings the
 * database up to date and verifies the log. The product may be running: its data is not touched.
 */
export async function checkBackup(
  config: Config,
  wanted: CheckRequest,
  options: Options,
): Promise<CheckedBackup> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'safeguards-restore-check-'))
  try {
    const { name, file } = await provideBackupFile(config, wanted, folder, options.signal)
    const handle = await open(file, 'r').catch(() => {
      throw foreseen(`The file ${file} cannot be read.`)
    })
    try {
      return { name, ...(await checkFile(config, handle, path.join(folder, 'restored'), options)) }
    } finally {
      await handle.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the backup as a readable local file, fetched and decrypted where needed. */
async function provideBackupFile(
  config: Config,
  { file, identity }: CheckRequest,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<{ name: string; file: string }> {
  const found = file ? { name: path.basename(file), file } : await fetchNewest(config, folder, signal)
  if (!isEncrypted(found.name)) return found
  if (identity === null) throw foreseen(NO_IDENTITY)
  const plain = path.join(folder, 'backup.tar')
  await decrypt(identity, found.file, plain, signal)
  return { name: found.name, file: plain }
}

async function fetchNewest(config: Config, folder: string, signal: AbortSignal | undefined) {
  const place = backupDestination(config)
  if (!place) throw foreseen(NO_PLACE)
  const name = newestOf(await place.list())
  if (name === null) throw foreseen(`There is no backup in ${place.description} yet.`)
  const file = path.join(folder, name)
  await place.fetch(name, file, signal)
  return { name, file }
}

async function checkFile(
  config: Config,
  handle: FileHandle,
  data_dir: string,
  { verifyLog, onProgress, signal }: Options,
): Promise<Omit<CheckedBackup, 'name'>> {
  const backup = await verifyBackup(handle, { trusted: trustedKeys(config), onProgress, signal })
  const complaint = signatureComplaint(backup.signer)
  if (complaint) throw foreseen(complaint)
  await requireRestoreSpace({ ...config, data_dir, database_url: null, files_url: null }, backup)
  const embedded = await startEmbeddedPostgres({ dataDir: data_dir, fsync: false })
  const database = connect({ ...embedded.connection, max: 2 }, () => undefined)
  try {
    const files = localFileStore(path.join(data_dir, 'files'))
    const services = { db: database.kysely, files, now: () => new Date() }
    await restoreBackup(services, handle, backup, { replace: false, notLogged: true, signal })
    const faults = [
      ...(await compareRows(database.kysely, handle, backup, signal)),
      ...(await compareFiles(database.kysely, files, backup, signal)),
    ]
    // this version's code verifies the log, so an older schema is brought up to date first, as the next start would
    await migrate(database.pool)
    const log = await verifyLog({ config, db: database.kysely }, { signal })
    return {
      made_at: backup.made_at,
      signer: signerText(backup.signer),
      tables: backup.tables.length,
      rows: backup.tables.reduce((total, { rows }) => total + rows, 0),
      files: backup.files,
      faults,
      log: { rows: log.rows, findings_count: log.findings_count },
    }
  } finally {
    await database.close()
    await embedded.stop()
  }
}

/** A sum over rows that does not depend on their order and counts equal rows separately. */
function rowSum() {
  let rows = 0
  let sum = 0n
  return {
    add(lines: readonly string[]) {
      for (const line of lines) {
        sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)
        rows += 1
      }
    },
    print: () => `${rows} rows, ${sum.toString(16)}`,
  }
}

/** Returns a sentence for each table whose rows differ from the backup's, by their number and sum. */
async function compareRows(
  db: Database['kysely'],
  handle: FileHandle,
  backup: VerifiedBackup,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const expected = new Map(backup.tables.map(({ name }) => [name, rowSum()]))
  const sizes = new Map(backup.tables.map(({ name, bytes }) => [name, bytes]))
  for await (const part of partsOf(handle)) {
    signal?.throwIfAborted()
    const name = tableOf(part.name)
    if (name === null) continue
    const text = await expandedText(handle, part, sizes.get(name) ?? 0)
    expected.get(name)?.add(text.trimEnd().split('\n'))
  }
  return db.transaction().execute(async (held) => {
    await setUpTransaction(held)
    const faults: string[] = []
    for (const [name, table] of tablesOf(backup, await listTables(held))) {
      signal?.throwIfAborted()
      const found = rowSum()
      for await (const lines of readRows(held, table)) found.add(lines)
      if (found.print() !== expected.get(name)?.print())
        faults.push(`The rows of "${name}" are not those of the backup.`)
    }
    return faults
  })
}

async function hashOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** Returns a sentence for each file whose bytes do not match its record, and one for files lost before the backup. */
async function compareFiles(
  db: Db,
  files: FileStore,
  { missing }: VerifiedBackup,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const lost = new Set(missing.map(({ id }) => id))
  const faults = lost.size > 0 ? [`The store had lost the bytes of ${lost.size} files before.`] : []
  const { last } = await countStoredFiles(db)
  let page = await listStoredFiles(db, 0, last)
  for (; page.length > 0; page = await listStoredFiles(db, page.at(-1)?.id ?? last, last))
    for (const { id, name, storage_key, sha256 } of page) {
      signal?.throwIfAborted()
      if (lost.has(id)) continue
      const bytes = await files.get(storage_key).catch(() => null)
      if (bytes === null || (await hashOf(bytes)) !== sha256)
        faults.push(`File ${id}, ${name}, is not as it was uploaded.`)
    }
  return faults
}
