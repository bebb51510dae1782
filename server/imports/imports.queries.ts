import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Imports } from '../../db/types.ts'
import type { Cell } from '../../shared/imports/cells.ts'
import { headerOf, isImportField } from '../../shared/imports/columns.ts'
import { cellName } from '../../shared/imports/findings.ts'
import type { Columns } from '../../shared/imports/headers.ts'
import {
  type FindingsQuery,
  type Import,
  type ImportFinding,
  type ImportPage,
  type ImportRow,
  type ImportState,
  IMPORT_ROWS_NAMED,
  type RowChoice,
  ROW_STATES,
  type RowsQuery,
  type RowState,
} from '../../shared/imports/imports.schema.ts'
import type { OtherCells, RowCells, RowFinding } from '../../shared/imports/row.ts'
import type { PageReply } from '../../shared/lib/paging.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'

export type StoredImport = Selectable<Imports> & { state: ImportState; columns: Columns }

const COLUMNS = [
  'begun',
  'columns',
  'created_at',
  'created_by',
  'ended_at',
  'headers',
  'id',
  'ignored_columns',
  'notices',
  'refusal',
  'rows_total',
  'started_at',
  'started_by',
  'state',
  'stuck_at',
  'stuck_tries',
  'table_id',
  'table_name',
  'trouble',
] as const satisfies readonly (keyof Imports)[]

const importOfId = (db: Db, id: number) =>
  db.selectFrom('imports').select(COLUMNS).where('imports.id', '=', id)

export async function findImport(db: Db, id: number): Promise<StoredImport | null> {
  const row = await importOfId(db, id).executeTakeFirst()
  return (row as unknown as StoredImport | undefined) ?? null
}

/** Returns the import. Throws 404 when there is none. */
export async function readImport(db: Db, id: number): Promise<StoredImport> {
  const found = await findImport(db, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns the import and locks it until the transaction ends. Throws 404 when there is none. */
export async function lockImport(db: Db, id: number): Promise<StoredImport> {
  const row = await importOfId(db, id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row as unknown as StoredImport
}

/** Returns the state of an import, which cannot change until the transaction ends. */
export async function lockState(db: Db, id: number): Promise<ImportState> {
  const row = await db
    .selectFrom('imports')
    .select('imports.state')
    .where('imports.id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.state as ImportState
}

export type NewImport = {
  table: { id: number; name: string }
  archives: readonly { id: number; name: string }[]
  created_by: number
  created_at: string
}

/** Adds an import of these files; returns the id. */
export async function insertImport(db: Db, { table, archives, ...by }: NewImport): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({ table_id: table.id, table_name: table.name, ...by })
    .returning('imports.id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_archives')
    .values(archives.map((file, order) => ({ import_id: id, order, file_id: file.id, name: file.name })))
    .execute()
  return id
}

type ImportChanges = Partial<{
  state: ImportState
  rows_total: number
  columns: Columns
  ignored_columns: string[]
  headers: string[]
  notices: string[]
  started_at: string
  started_by: number
  ended_at: string
  refusal: string | null
  trouble: string | null
  stuck_at: number | null
  stuck_tries: number
  begun: number
}>

export async function saveImport(db: Db, id: number, { columns, ...changed }: ImportChanges): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...changed, ...(columns ? { columns: JSON.stringify(columns) } : {}) })
    .where('imports.id', '=', id)
    .execute()
}

/** Returns the files of an import, the table first. */
export async function listImportFiles(db: Db, id: number) {
  const of = db
    .selectFrom('files')
    .select(['files.id', 'files.name', 'files.storage_key', 'files.size', 'files.kind'])
  const table = await of
    .where('files.id', '=', (eb) =>
      eb.selectFrom('imports').select('imports.table_id').where('imports.id', '=', id),
    )
    .executeTakeFirst()
  const archives = await of
    .innerJoin('import_archives', 'import_archives.file_id', 'files.id')
    .where('import_archives.import_id', '=', id)
    .orderBy('import_archives.order')
    .execute()
  return { table: table ?? null, archives }
}

// ---- rows

export type StoredRow = { id: number; number: number; cells: RowCells; others: OtherCells; state: RowState }

/** Adds rows as they were read. */
export async function insertRows(
  db: Db,
  import_id: number,
  rows: readonly { number: number; cells: RowCells; others: OtherCells }[],
): Promise<void> {
  await sql`
    insert into import_rows (import_id, number, cells, others)
    select ${import_id}::integer, row.number, row.cells, row.others
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (number integer, cells jsonb, others jsonb)`.execute(
    db,
  )
}

/** Returns the next rows in this state after row `after`, in the order of the table. */
export async function listRowsIn(
  db: Db,
  import_id: number,
  state: RowState | readonly RowState[],
  { after = 0, most }: { after?: number; most: number },
): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select([
      'import_rows.id',
      'import_rows.number',
      'import_rows.cells',
      'import_rows.others',
      'import_rows.state',
    ])
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.state', 'in', [state].flat())
    .where('import_rows.number', '>', after)
    .orderBy('import_rows.number')
    .limit(most)
    .execute()
  return rows as unknown as StoredRow[]
}

/** Locks a row until the transaction ends; returns null where it is not in this state any more. */
export async function lockRow(db: Db, id: number, state: RowState): Promise<{ id: number } | null> {
  const row = await db
    .selectFrom('import_rows')
    .select('import_rows.id')
    .where('import_rows.id', '=', id)
    .where('import_rows.state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveRow(
  db: Db,
  id: number,
  row: {
    state: RowState
    fingerprint?: Buffer
    project?: Buffer | null
    is_total?: boolean
    site_profile_id?: number | null
  },
): Promise<void> {
  await db.updateTable('import_rows').set(row).where('import_rows.id', '=', id).execute()
}

/** Leaves wrong rows out, or makes them wrong again; returns how many of them were in the other state. */
export async function saveLeftOut(db: Db, import_id: number, { rows, left_out }: RowChoice): Promise<number> {
  const [from, to] = left_out ? ['Wrong', 'LeftOut'] : ['LeftOut', 'Wrong']
  const { numUpdatedRows } = await db
    .updateTable('import_rows')
    .set({ state: to })
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.number', 'in', rows)
    .where('import_rows.state', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Replaces the findings of a row. */
export async function replaceFindings(
  db: Db,
  import_row_id: number,
  findings: readonly RowFinding[],
): Promise<void> {
  await db.deleteFrom('import_findings').where('import_findings.import_row_id', '=', import_row_id).execute()
  if (findings.length === 0) return
  await db
    .insertInto('import_findings')
    .values(findings.map((one) => ({ import_row_id, ...one })))
    .execute()
}

/** Lets no other transaction import the same row until this one ends. */
export const lockFingerprint = (db: Db, fingerprint: Buffer): Promise<void> =>
  lockUntilCommit(db, `imported ${fingerprint.toString('hex')}`)

/** Returns the profile that a row with this fingerprint has become, in any import. */
export async function findImported(
  db: Db,
  fingerprint: Buffer,
): Promise<{ id: number; code: string } | null> {
  const row = await db
    .selectFrom('import_rows')
    .innerJoin('site_profiles', 'site_profiles.id', 'import_rows.site_profile_id')
    .select(['site_profiles.id', 'site_profiles.code'])
    .where('import_rows.fingerprint', '=', fingerprint)
    .where('import_rows.state', '=', 'Imported')
    .executeTakeFirst()
  return row ?? null
}

/** Returns an earlier row of this import with the same fingerprint. */
export async function findDuplicateRow(
  db: Db,
  import_id: number,
  fingerprint: Buffer,
  before: number,
): Promise<{ number: number } | null> {
  const row = await db
    .selectFrom('import_rows')
    .select('import_rows.number')
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.fingerprint', '=', fingerprint)
    .where('import_rows.number', '<', before)
    .where('import_rows.state', 'in', ['Good', 'Imported', 'Failed'])
    .orderBy('import_rows.number')
    .executeTakeFirst()
  return row ?? null
}

/** rows that are named as having the same project */
export const MAX_SAME_PROJECT = 10

/** Returns the numbers of the first rows above this one with the same project, one more than are named. */
export async function listSameProject(
  db: Db,
  import_id: number,
  project: Buffer,
  before: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('import_rows.number')
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.project', '=', project)
    .where('import_rows.number', '<', before)
    .where('import_rows.state', 'in', ['Good', 'Wrong'])
    .orderBy('import_rows.number')
    .limit(MAX_SAME_PROJECT + 1)
    .execute()
  return rows.map(({ number }) => number)
}

export async function countRows(db: Db, import_id: number): Promise<Record<RowState, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['import_rows.state', sql<number>`count(*)`.as('count')])
    .where('import_rows.import_id', '=', import_id)
    .groupBy('import_rows.state')
    .execute()
  const none = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<RowState, number>
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Counts the profiles that each office has received from an import. */
export const countByOffice = (db: Db, import_id: number) =>
  db
    .selectFrom('import_rows')
    .innerJoin('site_profiles', 'site_profiles.id', 'import_rows.site_profile_id')
    .select([
      'site_profiles.office_id',
      'site_profiles.region_id',
      sql<number>`count(*)`.as('count'),
      sql<number>`min(site_profiles.id)`.as('first_id'),
    ])
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.state', '=', 'Imported')
    .groupBy(['site_profiles.office_id', 'site_profiles.region_id'])
    .execute()

// ---- the queue

/** Queues the work on an import; queued again, it is still one job, due at once. */
export async function queueImport(db: Db, import_id: number): Promise<void> {
  await sql`select graphile_worker.add_job('run_import', json_build_object('import_id', ${import_id}::integer),
    job_key => 'run_import ' || ${import_id}::integer)`.execute(db)
}

/** Queues every import with work to do, also that of a server that was killed. */
export async function queueOpenImports(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from imports where state in ('Uploaded', 'Importing') order by id`.execute(db)
  for (const { id } of rows) await queueImport(db, id)
}

// ---- lists for people

const firstRows = (which: RawBuilder<unknown>) => sql<number[]>`array(
  select number from import_rows where import_id = imports.id and ${which} order by number limit ${IMPORT_ROWS_NAMED}
)`

const importsWithCounts = (db: Db) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.created_by')
    .select([
      'imports.id',
      'imports.state',
      'imports.table_name',
      'imports.created_at',
      'imports.started_at',
      'imports.ended_at',
      'imports.rows_total',
      'imports.ignored_columns',
      'imports.notices',
      'imports.refusal',
      'imports.trouble',
      sql<string>`users.first_name || ' ' || users.last_name`.as('created_by'),
      sql<string[]>`array(
        select name from import_archives where import_id = imports.id order by "order"
      )`.as('archive_names'),
      sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(state, count), '{}') from (
          select state, count(*) from import_rows where import_id = imports.id group by state
        ) as counted
      )`.as('counts'),
      sql<Record<string, number>>`(
        select coalesce(jsonb_object_agg(kind, count), '{}') from (
          select kind, count(*) from import_findings
          join import_rows on import_rows.id = import_row_id
          where import_id = imports.id and state <> 'LeftOut' group by kind
        ) as counted
      )`.as('findings'),
      firstRows(sql`state = 'LeftOut'`).as('left_out'),
      firstRows(sql`state = 'Wrong' and is_total`).as('totals'),
    ])

type ImportRowShape = Awaited<ReturnType<ReturnType<typeof importsWithCounts>['executeTakeFirstOrThrow']>>

function toImport({ counts, findings, state, ...row }: ImportRowShape): Import {
  const rows = Object.fromEntries(ROW_STATES.map((one) => [one, counts[one] ?? 0])) as Import['rows']
  return {
    ...row,
    state: state as ImportState,
    rows,
    errors: findings.error ?? 0,
    warnings: findings.warning ?? 0,
  }
}

export async function showImport(db: Db, id: number): Promise<Import> {
  const row = await importsWithCounts(db).where('imports.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toImport(row)
}

const offsetOf = ({ page, length }: ImportPage): number => (page - 1) * length

/** Returns a page of imports and the count of all; a page past the end is empty. */
export async function listImports(db: Db, page: ImportPage): Promise<PageReply<Import>> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await importsWithCounts(db)
    .orderBy('imports.id', 'desc')
    .limit(page.length)
    .offset(offsetOf(page))
    .execute()
  return { data: rows.map(toImport), totalCount: count, filteredCount: count }
}

const findingsIn = (db: Db, import_id: number) =>
  db
    .selectFrom('import_findings')
    .innerJoin('import_rows', 'import_rows.id', 'import_findings.import_row_id')
    .where('import_rows.import_id', '=', import_id)
    .where('import_rows.state', '<>', 'LeftOut')

function toFinding(
  columns: Columns,
  found: { id: number; number: number; field: string; kind: string; sentence: string; cell: unknown },
): ImportFinding {
  const { id, number: row, field, sentence } = found
  const known = isImportField(field)
  const cell = found.cell as Cell | null
  return {
    id,
    row,
    field,
    sentence,
    kind: found.kind === 'warning' ? 'warning' : 'error',
    cell: known ? cellName(columns, field, row) : null,
    column: known ? headerOf(field) : field,
    text: cell && cell.kind !== 'fault' ? cell.text : '',
  }
}

const FINDING = [
  'import_findings.id',
  'import_rows.number',
  'import_findings.field',
  'import_findings.kind',
  'import_findings.sentence',
] as const
const cellFound = sql`import_rows.cells -> import_findings.field`.as('cell')

export async function listFindings(
  db: Db,
  { id, columns }: Pick<StoredImport, 'id' | 'columns'>,
  query: FindingsQuery,
): Promise<PageReply<ImportFinding>> {
  const all = findingsIn(db, id)
  const wanted = query.kind ? all.where('import_findings.kind', '=', query.kind) : all
  const countOf = async (rows: typeof all) =>
    (await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
  const rows = await wanted
    .select([...FINDING, cellFound])
    .orderBy('import_rows.number')
    .orderBy('import_findings.id')
    .limit(query.length)
    .offset(offsetOf(query))
    .execute()
  return {
    data: rows.map((row) => toFinding(columns, row)),
    totalCount: await countOf(all),
    filteredCount: await countOf(wanted),
  }
}

/** Returns the findings of these rows, by row. */
export async function findingsOf(
  db: Db,
  { id, columns }: Pick<StoredImport, 'id' | 'columns'>,
  row_ids: readonly number[],
): Promise<Map<number, ImportFinding[]>> {
  const found = new Map<number, ImportFinding[]>()
  if (row_ids.length === 0) return found
  const rows = await findingsIn(db, id)
    .select([...FINDING, cellFound])
    .where('import_rows.id', 'in', row_ids)
    .orderBy('import_findings.id')
    .execute()
  for (const row of rows) found.set(row.number, [...(found.get(row.number) ?? []), toFinding(columns, row)])
  return found
}

export async function listRows(db: Db, import_id: number, query: RowsQuery): Promise<PageReply<ImportRow>> {
  const all = db.selectFrom('import_rows').where('import_rows.import_id', '=', import_id)
  const wanted = query.state ? all.where('import_rows.state', '=', query.state) : all
  const countOf = async (rows: typeof all) =>
    (await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
  const findingsOfKind = (kind: string) =>
    sql<number>`(select count(*) from import_findings
      where import_row_id = import_rows.id and kind = ${kind})`
  const rows = await wanted
    .leftJoin('site_profiles', 'site_profiles.id', 'import_rows.site_profile_id')
    .leftJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select([
      'import_rows.number as row',
      'import_rows.state',
      sql<string>`coalesce(import_rows.cells #>> '{name_of_partner,text}', '')`.as('name_of_partner'),
      sql<string>`coalesce(offices.name, import_rows.cells #>> '{office,text}', '')`.as('office'),
      'site_profiles.id as site_id',
      'site_profiles.code',
      findingsOfKind('error').as('errors'),
      findingsOfKind('warning').as('warnings'),
    ])
    .orderBy('import_rows.number')
    .limit(query.length)
    .offset(offsetOf(query))
    .execute()
  return {
    data: rows.map(({ site_id, code, state, ...row }) => ({
      ...row,
      state: state as RowState,
      site: site_id === null || code === null ? null : { id: site_id, code },
    })),
    totalCount: await countOf(all),
    filteredCount: await countOf(wanted),
  }
}
