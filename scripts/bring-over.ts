import { sql } from 'kysely'
import { connect, type Db } from '../server/database/db.ts'
import { createSchema } from '../server/database/migrate.ts'
import { MIGRATIONS } from '../server/database/migrations.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { foreseen } from '../server/lib/errors.ts'
import { errorSentence } from '../server/operate/command.ts'
import { storeAllWarnings } from '../server/pending/warnings.jobs.ts'
import { insertFiles, readDocument } from '../server/summaries/documents.queries.ts'
import { makeFiles } from '../server/summaries/summary-files.ts'
import { type EvidenceLine, storeEvidence } from '../server/summaries/summary-records.queries.ts'
import { endIdleProcesses } from '../server/worker-processes/run-in-worker-process.ts'
import { formatCount } from '../shared/lib/format.ts'

/**
 * `npm run bring-over -- DATA_DIR`: brings the database of a stopped demo bureau over that was made before records had
 * numbers, warnings were rows, and notes, comments, points and steps of findings were threads. Its rows, the log's above all,
 * keep their numbers. Frozen summaries get the files that are made once since then. All of it happens or nothing. It goes with
 * the first release, after which migrations only go forward.
 */
const dataDir = process.argv[2]

type Column = { table: string; column: string }

/** The columns of each table of a schema that are stored and not worked out. */
async function columnsOf(db: Db, schema: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<Column>`
    select columns.table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = ${schema} and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_name <> 'kysely_migration'`.execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

/** Tables of before whose rows are in other tables now, and tables that begin without rows of before. */
const [GONE, NEW] = [
  [
    'record_notes',
    'summary_comments',
    'summary_comment_steps',
    'land_finding_steps',
    'review_point_steps',
    'summary_evidence',
  ],
  [
    'records',
    'record_warnings',
    'record_change_ring',
    'summary_evidence',
    'summary_files',
    'threads',
    'thread_steps',
    'review_points',
  ],
]
/** Tables whose rows are all in the migrations. */
const FIXED = ['thread_kinds', 'thread_actions']

/** Columns in whose place is the number of the record. */
const REPLACED = ['site_profile_id', 'site_activity_id']

/** SQL: the number of the record that a row of before refers to by these columns. */
const recordBy = (columns: readonly string[]) =>
  `coalesce(${columns
    .map((column) => {
      const table = column === 'site_activity_id' ? 'site_activities' : 'site_profiles'
      return `(select record_id from public.${table} where id = old.${column})`
    })
    .join(', ')})`
/** SQL: what a new column of a table is, by the table. */
const NEW_COLUMNS: Record<string, string> = {
  site_profiles: `(select count(*) from before.site_profiles as first where first.id <= old.id)`,
  site_activities: `(select count(*) from before.site_profiles)
    + (select count(*) from before.site_activities as first where first.id <= old.id)`,
}

async function copyTable(db: Db, table: string, columns: readonly string[], known: readonly string[]) {
  const left = known.filter((column) => !columns.includes(column) && !REPLACED.includes(column))
  if (left.length > 0) throw new Error(`Nothing says what became of ${left.join(', ')} of ${table}.`)
  const values = columns.map((column) => {
    if (known.includes(column)) return `old."${column}"`
    if (column !== 'record_id') throw new Error(`Nothing says what ${table}.${column} was before.`)
    return NEW_COLUMNS[table] ?? recordBy(REPLACED.filter((name) => known.includes(name)))
  })
  await sql`insert into ${sql.table(`public.${table}`)} (${sql.join(columns.map((column) => sql.id(column)))}) overriding system value
    select ${sql.raw(values.join(', '))} from ${sql.table(`before.${table}`)} as old`.execute(db)
}

const RECORDS_AND_THREADS = [
  `insert into records (id, kind) overriding system value
    select record_id, 'site_profiles' from site_profiles union all select record_id, 'site_activities' from site_activities`,
  `insert into threads (kind, id, summary_id, place)
    select 'comment', id, summary_id, jsonb_build_object('section', section, 'paragraph', paragraph)
    from before.summary_comments`,
  `insert into thread_steps (kind, id, thread_id, action, at, user_id, user_name, role_name, text, facts, erased_row)
    select 'comment', id, summary_comment_id, action, at, user_id, user_name, role_name, text,
      case when change is not null then jsonb_build_object('change', change)
        when seen is not null then jsonb_build_object('seen', seen) end, erased_row
    from before.summary_comment_steps`,
  `insert into threads (kind, id, record_id, place, label)
    select 'note', id, ${recordBy(REPLACED)}, jsonb_build_object('about', about)
      || jsonb_build_object(place_key(about), to_jsonb(old) -> place_key(about)), label
    from before.record_notes as old`,
  `insert into thread_steps (kind, id, thread_id, action, level, at, user_id, user_name, role_name, office, text, facts, erased_row)
    select 'note', id, id, 'Added', access_level, at, user_id, user_name, role_name, office, nullif(text, ''),
      case when erased_row is null then jsonb_build_object('mentioned', mentioned) end, erased_row
    from before.record_notes`,
  `insert into threads (kind, id) select 'finding', id from land_findings`,
  `insert into thread_steps (kind, id, thread_id, action, round, level, at, user_id, user_name, role_name, text, file_id, facts)
    select 'finding', id, land_finding_id, action, round, level, at, user_id, user_name, role_name, text, file_id, facts
    from before.land_finding_steps`,
  `insert into threads (kind, id, record_id, place, label)
    select 'point', id, ${recordBy(REPLACED)}, jsonb_build_object('about', about)
      || jsonb_build_object(place_key(about), to_jsonb(old) -> place_key(about))
      || jsonb_strip_nulls(jsonb_build_object('principle_number', principle_number)), label
    from before.review_points as old`,
  `insert into review_points (id, kind, sent_at, state, answered_at, draft_answer)
    select id, kind, sent_at, state, answered_at, draft_answer from before.review_points`,
  // the row of the log with which a text was erased is that of the decision, or of the withdrawal
  `with withdrawals as (
      select steps.id, coalesce(site_profile_id, site_activity_id) as auditable_id,
        case when site_activity_id is null then 'Profiling of SITES' else 'SITES Activities' end as auditable_type,
        row_number() over (partition by site_profile_id, site_activity_id order by steps.id desc) as number
      from before.review_point_steps as steps join before.review_points as points on points.id = review_point_id
      where action = 'Withdrawn'
    ), log as (
      select id as row, auditable_type, auditable_id,
        row_number() over (partition by auditable_type, auditable_id order by id desc) as number
      from audit_logs where event = 'Point Withdrawn'
    )
    insert into thread_steps (kind, id, thread_id, action, round, level, at, user_id, user_name, role_name, text, facts, erased_row)
    select 'point', steps.id, review_point_id, action, steps.round, steps.level, steps.at, user_id, user_name, role_name, said,
      case when change is not null then jsonb_build_object('change', change) end,
      case when said is null and change is null and action not in ('Recalled', 'Settled') then coalesce(
        (select erased_row from review_steps as decision
          where decision.record_id = threads.record_id and decision.at = steps.at and erased_row is not null),
        (select row from log join withdrawals using (auditable_type, auditable_id, number) where withdrawals.id = steps.id)
      ) end
    from before.review_point_steps as steps join before.review_points as points on points.id = review_point_id
    join threads on threads.kind = 'point' and threads.id = points.id
    cross join lateral nullif(case action when 'Sent' then points.text else steps.text end, '') as said`,
]

type Numbered = { table: string; column: string; sequence: string }

/** Continues each sequence where it was, and those of new tables behind all numbers that their rows had before. */
async function continueSequences(db: Db): Promise<void> {
  const { rows: last } = await sql<{ sequence: string; value: number }>`
    select sequencename as sequence, last_value as value from pg_sequences
    where schemaname = 'before' and last_value is not null`.execute(db)
  const value = (name: string) => last.find((one) => one.sequence === name)?.value ?? 0
  const gone = Math.max(
    ...[...GONE, 'land_findings', 'review_points'].map((table) => value(`${table}_id_seq`)),
  )
  const { rows } = await sql<Numbered>`
    select table_name as table, column_name as column,
      pg_get_serial_sequence('public.' || table_name, column_name) as sequence
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { table, column, sequence } of rows) {
    const least = NEW.includes(table) ? gone : value(`${table}_${column}_seq`)
    await sql`select setval(${sequence}, greatest((select max(${sql.ref(column)}) from ${sql.table(table)}), ${least}, 1))`.execute(
      db,
    )
  }
  await sql`select setval('sign_in_epochs', ${value('sign_in_epochs')})`.execute(db)
}

async function requireOlder(db: Db): Promise<void> {
  const { rows } = await sql<{ here: boolean; records: boolean }>`
    select to_regclass('public.kysely_migration') is not null as here,
      to_regclass('public.records') is not null as records`.execute(db)
  if (!rows[0]?.here) throw foreseen(`There is no database of the product in ${dataDir}.`)
  if (rows[0].records)
    throw foreseen(`The database of ${dataDir} has records with numbers already: start the product.`)
}

async function bringOver(db: Db, user: string): Promise<void> {
  await requireOlder(db)
  await sql`alter schema public rename to before`.execute(db)
  await sql`create schema public authorization pg_database_owner`.execute(db)
  await sql`grant usage on schema public to public`.execute(db)
  await sql`alter extension pg_trgm set schema public`.execute(db)
  await sql`set local session_replication_role = replica`.execute(db)
  await sql`set local role ${sql.id(user)}`.execute(db)
  await createSchema(db, Object.keys(MIGRATIONS), new Date())
  const [before, now] = [await columnsOf(db, 'before'), await columnsOf(db, 'public')]
  const unknown = [...before.keys()].filter((table) => !now.has(table) && !GONE.includes(table))
  if (unknown.length > 0) throw new Error(`Nothing says where the rows of ${unknown.join(', ')} are now.`)
  const filled = [...now.keys()].filter((table) => !FIXED.includes(table))
  const copied = filled.filter((table) => !NEW.includes(table))
  // what migrations insert
  await sql`truncate ${sql.raw(filled.join(', '))}`.execute(db)
  // their numbers are those of all others
  const first = ['site_profiles', 'site_activities']
  for (const table of [...first, ...copied.filter((one) => !first.includes(one))])
    await copyTable(db, table, now.get(table) ?? [], before.get(table) ?? [])
  for (const statement of RECORDS_AND_THREADS) await sql.raw(statement).execute(db)
  await storeSummaryFiles(db)
  await continueSequences(db)
  await sql`reset role`.execute(db)
  await sql`drop schema before cascade`.execute(db)
}

/** Makes the files of the summaries that were frozen before their files were stored. */
async function storeSummaryFiles(db: Db): Promise<void> {
  for (const { summary_id } of await db.selectFrom('summary_documents').select('summary_id').execute()) {
    const { document } = await readDocument(db, summary_id)
    const { rows } = await sql<EvidenceLine>`
      select code, indicator, reporting_year, sha256, size from before.summary_evidence
      where summary_id = ${summary_id} order by number`.execute(db)
    const sha256 = await storeEvidence(db, summary_id, rows)
    if (sha256 !== document.evidence?.sha256)
      throw new Error(`The list of evidence of summary ${summary_id} is not what it was.`)
    await insertFiles(db, summary_id, await makeFiles(document, ['demonstration']))
  }
}

async function run(folder: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  try {
    const { user, database: name } = embedded.connection
    const admin = connect(embedded.adminConnection(name), () => undefined)
    try {
      await admin.kysely.transaction().execute((db) => bringOver(db, user))
    } finally {
      await admin.close()
    }
    const database = connect(embedded.connection, () => undefined)
    const { records } = await storeAllWarnings({ db: database.kysely, now: () => new Date() })
    await database.close()
    console.log(`The database of ${folder} is brought over, with ${formatCount(records)} records.`)
  } finally {
    await endIdleProcesses()
    await embedded.stop()
  }
}

try {
  if (!dataDir) throw foreseen('Name the data folder: npm run bring-over -- data/demo')
  await run(dataDir)
} catch (error) {
  console.error(errorSentence(error) ?? error)
  process.exitCode = 1
}
