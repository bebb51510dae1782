import { createPlaceFinder } from '../../shared/imports/places.ts'
import { canImport, isAtWork } from '../../shared/imports/imports.policy.ts'
import type { RowState } from '../../shared/imports/imports.schema.ts'
import type { RowFinding } from '../../shared/imports/row.ts'
import { withTempFile } from '../store/temp-file.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import { createCtx, type Ctx, type Services } from '../context/context.ts'
import { toAppError } from '../database/db.ts'
import { AppError, isRefusal } from '../lib/errors.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import { toStorageRefusal } from '../store/storage-faults.ts'
import { listPlaceNames } from '../places/places.queries.ts'
import { withArchives } from './archives.ts'
import { readLines } from '../lib/json-lines.ts'
import { checkRow, saveCheckResult } from './check-row.ts'
import { withWorkerResult } from './import-in-worker.ts'
import { failRow, importRow } from './import-row.ts'
import type { TableFacts } from './import-worker.ts'
import { cancelForReason, endImport, finishImport } from './imports.actions.ts'
import {
  insertRows,
  listImportFiles,
  listRowsIn,
  lockImport,
  queueOpenImports,
  readImport,
  saveImport,
  type StoredImport,
  type StoredRow,
} from './imports.queries.ts'
import type { RowContext } from './evaluate-row.ts'
import type { ReadRow } from './tables/read-table.ts'
import { refusedTable } from './tables/table.ts'

/** rows in memory at once */
const ROWS_PER_QUERY = 25
/** a row that fails so often is skipped, so that the others continue */
const MAX_TRIES = 3
/** an import that crashes the server so often is cancelled (S-156) */
const MAX_CRASHES = 2
/** imports that this process has begun, and so has not crashed at */
const startedHere = new Set<number>()

/** Runs every minute and at each start, so that no import waits for a server that has stopped. */
export const continueImports = ({ db }: Services): Promise<void> => queueOpenImports(db)

/**
 * Continues an import where it is: reads the table, checks the rows, or adds them. Each row is processed completely or
 * not at all, so after an interruption the next call continues with the next row. `signal` stops it after the present
 * row.
 */
export async function runImport(services: Services, id: number, signal?: AbortSignal): Promise<void> {
  await withAdvisoryLock(services.db, `import ${id}`, async () => {
    try {
      await work(services, id, signal)
    } catch (error) {
      const { message: trouble } = passing(error) ?? new AppError('internal')
      await saveImport(services.db, id, { trouble })
      throw error
    } finally {
      await saveImport(services.db, id, { begun: 0 })
      startedHere.delete(id)
    }
  })
}

/** The import's user as of now, and whether they may still import: the account may have been deactivated. */
async function ctxOf(
  services: Services,
  { id, created_by, started_by }: StoredImport,
): Promise<{ ctx: Ctx; may: boolean }> {
  const row = await actorQuery(services.db)
    .where('users.id', '=', started_by ?? created_by)
    .executeTakeFirstOrThrow()
  const origin = { request_id: `import ${id}`, network_address: '', user_agent: '' }
  const ctx = createCtx(services, actorOf(row), origin)
  return { ctx, may: row.status === 'Activated' && canImport(ctx.actor).ok }
}

async function work(services: Services, id: number, signal?: AbortSignal): Promise<void> {
  let found = await readImport(services.db, id)
  if (!isAtWork(found)) return
  const { ctx, may } = await ctxOf(services, found)
  if (!may) {
    const refusal = `It was ended because ${ctx.actor.name} cannot import profiles any more.`
    return cancelForReason(ctx, id, refusal)
  }
  if (found.begun >= MAX_CRASHES) return cancelForReason(ctx, id, await crashedAt(services, found))
  // counted before any work: an import that crashes the server must not do so again and again
  await saveImport(services.db, id, {
    trouble: null,
    ...(startedHere.has(id) ? {} : { begun: found.begun + 1 }),
  })
  startedHere.add(id)
  try {
    if (found.rows_total === null) await readRows(services, id)
    found = await readImport(services.db, id)
    if (isAtWork(found)) await processRows(ctx, found, signal)
  } catch (error) {
    if (!isRefusal(error, 'no_import')) throw error
    await refuse(services, id, error.message)
  }
}

async function crashedAt({ db }: Services, { id, state }: StoredImport): Promise<string> {
  const [row] = await listRowsIn(db, id, state === 'Uploaded' ? 'Read' : 'Good', { most: 1 })
  const where = row ? ` at row ${row.number}` : ''
  return `The server stopped twice while it worked on this import${where}, so it was not tried again. Please inform the help desk.`
}

/** Reads the table in a worker process and saves all rows or none; none if the import was cancelled meanwhile. */
async function readRows(services: Services, id: number): Promise<void> {
  const { table } = await listImportFiles(services.db, id)
  if (!table) throw refusedTable('The uploaded table is gone. Please upload it again.')
  const exhausted =
    'The table takes more time or memory to read than an import has. Please upload only the sheet with the profiles.'
  await withTempFile(services.config, await services.files.get(table.storage_key), (path) =>
    withWorkerResult<TableFacts, void>(path, { read: 'table' }, exhausted, (lines, facts) =>
      services.db.transaction().execute(async (db) => {
        if ((await lockImport(db, id)).state !== 'Uploaded') return
        let waiting: ReadRow[] = []
        for await (const row of readLines<ReadRow>(lines)) {
          waiting.push(row)
          if (waiting.length < ROWS_PER_QUERY) continue
          await insertRows(db, id, waiting)
          waiting = []
        }
        await insertRows(db, id, waiting)
        await saveImport(db, id, { ...facts, begun: 1 })
      }),
    ),
  )
}

/** Ends an import of which nothing more can be imported, and stores the reason. */
const refuse = (services: Services, id: number, refusal: string): Promise<void> =>
  services.db.transaction().execute(async (db) => {
    const { state } = await lockImport(db, id)
    // a file that is lost after the check makes this a cancellation
    if (state === 'Uploaded') await endImport({ services }, db, id, { state: 'Refused', refusal })
    else if (state === 'Importing') await endImport({ services }, db, id, { state: 'Cancelled', refusal })
  })

async function processRows(ctx: Ctx, found: StoredImport, signal?: AbortSignal): Promise<void> {
  const { services } = ctx
  const { archives } = await listImportFiles(services.db, found.id)
  const places = createPlaceFinder(await listPlaceNames(services.db))
  await withArchives(services, archives, async (files) => {
    const context: RowContext = { ctx, archives: files, places, chosen: new Map() }
    const isChecking = found.state === 'Uploaded'
    const ended = isChecking
      ? await eachRow(context, found, 'Read', (row) => checkRow(context, found.id, row), signal)
      : await eachRow(context, found, 'Good', (row) => importRow(context, found.id, row), signal)
    if (!ended) return
    if (isChecking) await recordAllChecked(services, found.id)
    else await finishImport(ctx, found.id)
  })
}

const recordAllChecked = ({ db }: Services, id: number): Promise<void> =>
  db.transaction().execute(async (own) => {
    if ((await lockImport(own, id)).state === 'Uploaded') await saveImport(own, id, { state: 'Checked' })
  })

/** Processes the rows in this state in order; returns false when aborted, or when the import has ended meanwhile. */
async function eachRow(
  context: RowContext,
  found: StoredImport,
  state: RowState,
  checkOrImport: (row: StoredRow) => Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db } = context.ctx.services
  let { begun } = found
  for (let after = 0; ; ) {
    const rows = await listRowsIn(db, found.id, state, { after, most: ROWS_PER_QUERY })
    if (rows.length === 0) return (await readImport(db, found.id)).state === found.state
    // places may have changed since the last batch
    context.chosen.clear()
    for (const row of rows) {
      if (signal?.aborted) return false
      await processRow(context, found, row, () => checkOrImport(row))
      after = row.number
      // progress: this row was not what crashed the server
      if (begun > 1) await saveImport(db, found.id, { begun: 1 })
      begun = 1
    }
    if ((await readImport(db, found.id)).state !== found.state) return false
  }
}

/** Returns the refusal of a temporary failure (disk full, no database, too busy); null for any other error. */
function passing(error: unknown): AppError | null {
  const refusal = toStorageRefusal(toAppError(error))
  return refusal instanceof AppError && refusal.why !== 'internal' ? refusal : null
}

const UNKNOWN: RowFinding = {
  field: 'name_of_partner',
  kind: 'error',
  sentence: 'The server could not import this row. Please inform the help desk, and enter it on the form.',
}

/** Processes a row; one that fails MAX_TRIES times for a reason of its own is reported and skipped. */
async function processRow(
  context: RowContext,
  { id, state }: StoredImport,
  row: StoredRow,
  checkOrImport: () => Promise<void>,
): Promise<void> {
  const { db } = context.ctx.services
  try {
    await checkOrImport()
  } catch (error) {
    if (passing(error) || isRefusal(error, 'no_import')) throw error
    const { stuck_at, stuck_tries } = await readImport(db, id)
    const tries = stuck_at === row.number ? stuck_tries + 1 : 1
    await saveImport(db, id, { stuck_at: row.number, stuck_tries: tries })
    if (tries < MAX_TRIES) throw error
    if (state === 'Uploaded')
      await saveCheckResult(context, id, row, { findings: [UNKNOWN], row: { state: 'Wrong' } })
    else await failRow(context, id, row, [UNKNOWN])
  }
}
