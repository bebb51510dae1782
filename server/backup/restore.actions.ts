import type { FileHandle } from 'node:fs/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { writeAudit } from '../context/audit.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import type { Services } from '../context/context.ts'
import { foreseen } from '../lib/errors.ts'
import type { FileStore } from '../store/file-store.ts'
import { VALIDATE } from '../database/constraints.ts'
import { createSchema } from '../database/migrate.ts'
import { hasOtherTables } from '../database/own-objects.ts'
import { expandedText, partsOf, streamOf } from './archive-reader.ts'
import { listTables, setUpTransaction, type Table } from './backup.queries.ts'
import { keyOf, tableOf } from './manifest.ts'
import {
  countOtherConnections,
  dropEverything,
  insertRows,
  setSequence,
  withoutConstraintsAndTriggers,
} from './restore.queries.ts'
import { signerText } from './signature.ts'
import type { VerifiedBackup } from './verify.ts'

/** Each file waits until its bytes are on disk; several wait together. */
const FILES_AT_ONCE = 8

type RestoreServices = Pick<Services, 'db' | 'files' | 'now'>
type Options = {
  replace: boolean
  /** restores the rows exactly, without the audit row that records the restore */
  notLogged?: boolean
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Replaces the content of the database with a verified backup. The files are stored first, beside the existing ones;
 * then one transaction creates the schema of the backup, fills it and adds an audit row. Until it commits, or when
 * anything fails, every record is unchanged; the daily clean-up deletes files that no row names.
 */
export async function restoreBackup(
  services: RestoreServices,
  handle: FileHandle,
  backup: VerifiedBackup,
  options: Options,
): Promise<void> {
  const { db } = services
  await requireUsableTarget(db, options.replace)
  await putFiles(services.files, handle, backup.files.count, options)
  await db.transaction().execute(async (held) => {
    await replaceRows(held, handle, backup, services.now())
    if (!options.notLogged) await logRestore(held, backup)
    await sql`analyze`.execute(held)
  })
}

/** Throws a foreseen error when the database must not be replaced. */
async function requireUsableTarget(db: Kysely<DB>, replace: boolean): Promise<void> {
  if (await hasOtherTables(db))
    throw foreseen('This database has tables of another program: no backup is restored into it.')
  if ((await countOtherConnections(db)) > 0)
    throw foreseen('The product is still using this database: stop every instance of it first.')
  const { rows } = await sql<{
    is_made: boolean
  }>`select to_regclass('users') is not null as is_made`.execute(db)
  const isUsed = rows[0]?.is_made && (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
  if (isUsed && !replace)
    throw foreseen(
      'This database already has records: make a backup of it, then add --replace to replace them.',
    )
}

async function putFiles(
  files: FileStore,
  handle: FileHandle,
  total: number,
  { onProgress, signal }: Options,
): Promise<void> {
  let done = 0
  const parts = partsOf(handle)
  const putNext = async () => {
    for await (const part of parts) {
      signal?.throwIfAborted()
      const key = keyOf(part.name)
      if (key === null) continue
      await files.put(key, streamOf(handle, part))
      done += 1
      onProgress?.(done, total)
    }
  }
  // the first failure ends the parts for all workers; files already begun are waited for
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, putNext))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function replaceRows(
  db: Transaction<DB>,
  handle: FileHandle,
  backup: VerifiedBackup,
  now: Date,
): Promise<void> {
  await setUpTransaction(db)
  await dropEverything(db)
  await createSchema(
    db,
    backup.schema.map(({ name }) => name),
    now,
  )
  const tables = await listTables(db)
  await withoutConstraintsAndTriggers(db, tables, () => fill(db, handle, backup, tables))
  await sql.raw(VALIDATE).execute(db)
  for (const sequence of backup.sequences) await setSequence(db, sequence)
}

/** Adds the audit row that says which backup was restored and who signed it. */
async function logRestore(db: Transaction<DB>, backup: VerifiedBackup): Promise<void> {
  const changes = [
    { field: 'backup_of', old: null, new: formatDateTime(backup.made_at) },
    { field: 'restored', old: null, new: signerText(backup.signer) },
  ]
  await writeAudit(db, null, OPERATOR_ORIGIN, {
    module: 'System',
    event: 'Backup Restored',
    actor: OPERATOR,
    changes,
  })
}

/** Returns the tables of a backup with its column order; throws a foreseen error when the columns differ. */
export function tablesOf(backup: VerifiedBackup, tables: readonly Table[]): Map<string, Table> {
  const types = new Map(
    tables.map(({ name, columns }) => [name, new Map(columns.map((one) => [one.name, one]))]),
  )
  const known = new Map<string, Table>()
  for (const { name, columns } of backup.tables) {
    const found = columns.flatMap((column) => types.get(name)?.get(column) ?? [])
    if (found.length !== columns.length || columns.length === 0)
      throw foreseen(`The backup has a table "${name}" that this version of the product does not have.`)
    known.set(name, { name, columns: found })
  }
  return known
}

/** Inserts every row of the backup, and checks that their number is the one recorded in the manifest. */
async function fill(
  db: Transaction<DB>,
  handle: FileHandle,
  backup: VerifiedBackup,
  tables: readonly Table[],
): Promise<void> {
  const known = tablesOf(backup, tables)
  const left = new Map(backup.tables.map(({ name, bytes }) => [name, bytes]))
  const inserted = new Map<string, number>()
  for await (const part of partsOf(handle)) {
    const table = known.get(tableOf(part.name) ?? '')
    if (!table) continue
    const most = left.get(table.name) ?? 0
    const text = await expandedText(handle, part, most)
    left.set(table.name, most - Buffer.byteLength(text))
    const lines = text.trimEnd().split('\n')
    inserted.set(table.name, (inserted.get(table.name) ?? 0) + (await insertRows(db, table, lines)))
  }
  const short = backup.tables.find(({ name, rows }) => (inserted.get(name) ?? 0) !== rows)
  if (short) throw foreseen(`The backup does not contain all rows of "${short.name}".`)
}
