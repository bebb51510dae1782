import { runMigrations } from 'graphile-worker'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { lockUntilDisconnected } from './advisory-lock.ts'
import { findViolations, VALIDATE } from './constraints.ts'
import type { Db } from './db.ts'
import { foreseen } from '../lib/errors.ts'
import {
  compareReleases,
  MIGRATIONS,
  type Migrations,
  migrationSum,
  oldestCompatibleRelease,
  RELEASE,
} from './migrations.ts'
import { type AppliedMigration, databaseSentence, findSchemaFault } from './schema-fault.ts'

const PREPARE = `
  create table if not exists kysely_migration (
    name text primary key,
    timestamp text not null,
    sha256 text not null,
    borne_since text,
    -- the version of the product that ran it
    version text not null
  )`

const recordStatement = (name: string, text: string, at: Date): [string, unknown[]] => [
  'insert into kysely_migration (name, timestamp, sha256, borne_since, version) values ($1, $2, $3, $4, $5)',
  [name, at.toISOString(), migrationSum(text), oldestCompatibleRelease(text), RELEASE],
]

/** A migration takes strong locks, so it may deadlock with a user's transaction. */
const MAX_TRIES = 5
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01'

/** Runs and records one migration in one transaction; retries after a deadlock. */
async function runOne(client: pg.ClientBase, name: string, text: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin')
      await client.query(text)
      await client.query(...recordStatement(name, text, new Date()))
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (isDeadlock(error) && tries < MAX_TRIES) continue
      throw new Error(`The migration db/migrations/${name}.sql failed; nothing of it is in the database.`, {
        cause: error,
      })
    }
  }
}

const RAN =
  "select name, sha256, to_jsonb(ran) ->> 'version' as version from kysely_migration as ran order by name"

/** Throws a foreseen error unless the applied migrations are this version's, unchanged. */
function requireOwnPast(applied: readonly AppliedMigration[], migrations: Migrations): void {
  const fault = findSchemaFault(applied, migrations)
  if (fault) throw foreseen(databaseSentence(fault))
}

async function runAll(client: pg.ClientBase, migrations: Migrations): Promise<void> {
  await client.query(PREPARE)
  const { rows: applied } = await client.query<AppliedMigration>(RAN)
  requireOwnPast(applied, migrations)
  const ran = new Set(applied.map(({ name }) => name))
  for (const [name, text] of Object.entries(migrations)) if (!ran.has(name)) await runOne(client, name, text)
}

/** Makes the queue of jobs, or brings it up to date. */
export const makeJobQueue = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool })

/**
 * Brings the schema up to date, the job queue's included, on a connection of its own without time limits. One instance
 * works at a time; others wait and find it done. Throws a foreseen error where the database does not belong to this
 * version. Returns a sentence for each constraint that older rows break.
 */
export async function migrate(pool: pg.Pool, migrations: Migrations = MIGRATIONS): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    await lockUntilDisconnected(client, 'migrations')
    await runAll(client, migrations)
    await makeJobQueue(pool)
    await client.query(VALIDATE)
    return await findViolations(client)
  } finally {
    // closes the connection, which releases the lock
    client.release(true)
  }
}

/** Throws the foreseen error of a start where another version than this or an earlier one has changed the schema. */
export async function requireKnownSchema(db: Db): Promise<void> {
  requireOwnPast(await listMigrations(db), MIGRATIONS)
}

/**
 * Throws a foreseen error unless the schema is exactly that of this version: on another one a command that recounts
 * would do harm, and one that lists would report wrongly.
 */
export async function requireOwnSchema(db: Db): Promise<void> {
  await requireKnownSchema(db)
  const misfit = await findSchemaMismatch(db)
  if (misfit) throw foreseen(misfit)
}

/** Returns the migrations that have run, in order. */
export const listMigrations = async (db: Db): Promise<AppliedMigration[]> =>
  (await sql.raw<AppliedMigration>(RAN).execute(db)).rows

/** Creates a schema from these migrations and records them, in the transaction of a restore. */
export async function createSchema(db: Db, names: readonly string[], at: Date): Promise<void> {
  await sql.raw(PREPARE).execute(db)
  for (const name of names) {
    const text = MIGRATIONS[name] ?? ''
    await sql.raw(text).execute(db)
    await db.executeQuery(CompiledQuery.raw(...recordStatement(name, text, at)))
  }
}

/**
 * Returns why this build cannot work with the present schema: one of its migrations is missing, or a newer version has
 * removed what this one reads. Null when it can; additions of a newer version are accepted.
 */
export async function findSchemaMismatch(db: Db, release: string = RELEASE): Promise<string | null> {
  const { rows } = await sql<{
    name: string
    borne_since: string | null
  }>`select name, borne_since from kysely_migration order by name`.execute(db)
  const ran = new Set(rows.map(({ name }) => name))
  const missing = Object.keys(MIGRATIONS).find((name) => !ran.has(name))
  if (missing)
    return `The database has not been brought up to date (${missing} is missing): start this version once more.`
  const beyond = rows.find(
    ({ name, borne_since }) =>
      MIGRATIONS[name] === undefined && borne_since !== null && compareReleases(borne_since, release) > 0,
  )
  return beyond
    ? `A newer version of the product has removed what this one reads (${beyond.name}): only version ${beyond.borne_since} or newer can work with this database.`
    : null
}
