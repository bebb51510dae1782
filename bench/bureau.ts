import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hashPassword } from '../server/auth/passwords.ts'
import { recordPublicFacts } from '../server/claims/record-facts.actions.ts'
import { connect } from '../server/database/db.ts'
import { findRunningDatabase, startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { STORED_TABLES } from '../server/recount/stored-counts.queries.ts'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import { loadReferenceData } from '../server/seed/reference-data.ts'
import statements from './generate.sql?raw'
import { startProduct } from './processes.ts'

/** How many users and profiles; activities are about as many as profiles, rows of the log twice as many. */
export type Scale = { users: number; profiles: number }

export const SCALES = {
  small: { users: 200, profiles: 20_000 },
  large: { users: 2_000, profiles: 200_000 },
} as const satisfies Record<string, Scale>

export type ScaleName = keyof typeof SCALES

type Reporter = (text: string) => void

/** the same records every time */
const SEED = 20_310_704

/** The statements by their titles: `-- # title` begins one. */
const STEPS = statements
  .split(/^-- # /m)
  .slice(1)
  .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const)

/** Does a step and says how long it took. */
export async function timed<T>(say: Reporter, title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`  ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Fills a migrated database statement by statement, without triggers; the stored counts are made once at the end. */
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
  for (const { table, anew } of STORED_TABLES)
    await client.query(`insert into ${table} select * from (${anew}) as anew`)
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

/** Runs the product until it has sealed and published the log, so that it does not do so while it is measured. */
async function publishLog(dataDir: string): Promise<void> {
  const product = await startProduct(dataDir)
  const client = new pg.Client(await databaseOf(dataDir))
  await client.connect()
  while (!(await client.query<{ is_published: boolean }>(IS_PUBLISHED)).rows[0]?.is_published)
    await sleep(250)
  await client.end()
  await product.stop()
}

/** Fills an empty data folder with a bureau of this scale, its log sealed and published, and leaves it stopped. */
export async function makeBureau(dataDir: string, scale: Scale, say: Reporter): Promise<void> {
  // nothing is lost if the machine fails here: the folder is made again
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false })
  const database = connect(embedded.connection, () => undefined)
  try {
    await migrate(database.pool)
    await loadReferenceData(database.kysely)
    // the superuser may switch triggers off
    const client = new pg.Client(embedded.adminConnection(embedded.connection.database))
    await client.connect()
    await generate(client, scale, say).finally(() => client.end())
    // else the first start would do it
    await recordPublicFacts({ db: database.kysely })
  } finally {
    await database.close()
    await embedded.stop()
  }
  await timed(say, 'the public log', () => publishLog(dataDir))
}

/** The folder of the scale's bureau below `home`; made where it is missing or was made by other statements. */
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

/** A copy to measure on, so that every run begins with the same records; of the same owner, who runs the database. */
export function copyOf(bureau: string): string {
  const copy = path.join(path.dirname(bureau), 'run')
  rmSync(copy, { recursive: true, force: true })
  const { status, error } = spawnSync('cp', ['-a', bureau, copy], { stdio: 'inherit' })
  if (status !== 0) throw error ?? new Error(`The copy of the bureau ended with ${status}.`)
  return copy
}
