import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword } from '../server/auth/passwords.ts'
import { connect } from '../server/database/db.ts'
import { findRunningDatabase, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { storeAllWarnings } from '../server/pending/warnings.jobs.ts'
import { STORED_TABLES } from '../server/recount/stored-counts.queries.ts'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import { loadReferenceData } from '../server/seed/reference-data.ts'
import statements from './generate.sql?raw'
import { logReviews } from './log-reviews.ts'
import { startProduct } from './processes.ts'

/** The number of users and profiles; there are about as many activities as profiles, and the log has each one's review. */
export type Scale = { users: number; profiles: number }

export const SCALES = {
  small: { users: 200, profiles: 20_000 },
  large: { users: 2_000, profiles: 200_000 },
} as const satisfies Record<string, Scale>

export type ScaleName = keyof typeof SCALES

type Reporter = (text: string) => void

/** fixed, so that every run generates the same records */
const SEED = 20_310_704

/** The SQL statements by title; `-- # title` starts one. */
const STEPS = statements
  .split(/^-- # /m)
  .slice(1)
  .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const)

/** Runs a step and reports how long it took. */
export async function timed<T>(say: Reporter, title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`  ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Fills a migrated database statement by statement, without triggers; computes the stored counts at the end. */
async function generate(client: pg.Client, scale: Scale, say: Reporter): Promise<void> {
  const values: Record<string, string> = {
    ':seed': String(SEED),
    ':users': String(scale.users),
    ':profiles': String(scale.profiles),
    ':password': pg.escapeLiteral(await hashPassword(DEMO_PASSWORD, 'server')),
  }
  for (const [title, statement] of STEPS)
    await timed(say, title, () =>
      client.query(statement.replace(/:[a-z_]+\b/g, (name) => values[name] ?? name)),
    )
  // without statistics of the tables the counts of the large bureau take more than six minutes, not seconds
  await client.query('analyze')
  for (const { table, anew, columns } of STORED_TABLES)
    if (!columns) await client.query(`insert into ${table} select * from (${anew}) as anew`)
  await client.query('select restart_register_history()')
  await timed(say, 'statistics', () => client.query('vacuum analyze'))
}

/** The connection to the database of the product that runs on this folder. */
export async function databaseOf(dataDir: string): Promise<pg.ClientConfig> {
  const connection = findRunningDatabase(dataDir)
  if (!connection) throw new Error('The database of the product was not found.')
  return connection
}

const IS_PUBLISHED = `
  select not exists (select from audit_unsealed)
    and (select max(log_index) + 1 from log_entries) <= (select size from log_published) as is_published`

/** Runs the product until it has sealed and published the log, so that it does not do so during the measurement. */
async function publishLog(dataDir: string): Promise<void> {
  const product = await startProduct(dataDir)
  const client = new pg.Client(await databaseOf(dataDir))
  await client.connect()
  while (!(await client.query<{ is_published: boolean }>(IS_PUBLISHED)).rows[0]?.is_published)
    await sleep(250)
  await client.end()
  await product.stop()
}

/** Fills an empty data folder with a bureau of this scale, seals and publishes its log, and stops the product. */
export async function makeBureau(dataDir: string, scale: Scale, say: Reporter): Promise<void> {
  // without fsync: if the machine fails here, the folder is generated again
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const database = connect(embedded.connection, () => undefined)
  try {
    await migrate(database.pool)
    await loadReferenceData(database.kysely)
    // only the superuser may disable triggers
    const client = new pg.Client(embedded.adminConnection(embedded.connection.database))
    await client.connect()
    try {
      await generate(client, scale, say)
    } finally {
      await client.end()
    }
    for (const kind of ['site', 'activity'] as const)
      await timed(say, `log of the ${kind} reviews`, () => logReviews(database.kysely, kind))
    await timed(say, 'warnings', () => storeAllWarnings({ db: database.kysely, now: () => new Date() }))
  } finally {
    await database.close()
    await embedded.stop()
  }
  await timed(say, 'the public log', () => publishLog(dataDir))
}

/** The folder of the scale's bureau below `home`; generated if it is missing or was generated by other statements. */
export async function storedBureau(home: string, scale: Scale, say: Reporter): Promise<string> {
  const folder = path.join(home, 'bureau')
  const note = path.join(home, 'bureau.json')
  const fingerprint = createHash('sha256').update(JSON.stringify({ scale, SEED, statements })).digest('hex')
  if (existsSync(note) && readFileSync(note, 'utf8') === fingerprint) return folder
  say('Generating the bureau …')
  for (const old of [note, folder, `${folder}.new`]) rmSync(old, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  await makeBureau(`${folder}.new`, scale, say)
  renameSync(`${folder}.new`, folder)
  writeFileSync(note, fingerprint)
  return folder
}

/** Makes a copy for a run, so that each run starts with the same records; it keeps the owner, who runs the database. */
export function copyOf(bureau: string): string {
  const copy = path.join(path.dirname(bureau), 'run')
  rmSync(copy, { recursive: true, force: true })
  const { status, error } = spawnSync('cp', ['-a', bureau, copy], { stdio: 'inherit' })
  if (status !== 0) throw error ?? new Error(`The copy of the bureau ended with ${status}.`)
  return copy
}
