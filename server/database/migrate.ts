import { createHash } from 'node:crypto'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import packageJson from '../../package.json'
import { lockUntilDisconnected } from './advisory-lock.ts'
import { findViolations, VALIDATE } from './constraints.ts'
import type { Db } from './db.ts'
import { foreseen } from '../lib/errors.ts'

const TEXTS = import.meta.glob('../../db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>

/** The SQL of each file of db/migrations by its name, in the order in which they run. */
export const MIGRATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TEXTS)
    .map(([file, text]) => [path.basename(file, '.sql'), text] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** This release, as migrations of later releases name it. */
const RELEASE = packageJson.version

/** Returns the hash of a migration's text, independent of the checkout's line ends. */
const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

const PREPARE = `
  create table if not exists kysely_migration (
    name text primary key,
    timestamp text not null,
    sha256 text not null,
    borne_since text
  )`

const recordStatement = (name: string, text: string, at: Date): [string, unknown[]] => [
  'insert into kysely_migration (name, timestamp, sha256, borne_since) values ($1, $2, $3, $4)',
  [name, at.toISOString(), sumOf(text), oldestCompatibleRelease(text)],
]

/** The comment above a statement that removes something which the named release no longer reads. */
const CONTRACT = /^-- contract: \S.* since \D*(\d+(?:\.\d+)+)/gm

/** Returns the oldest release that works with the schema after this migration; null where every earlier one does. */
export const oldestCompatibleRelease = (text: string): string | null =>
  [...text.matchAll(CONTRACT)].map(([, release = '']) => release).reduce<string | null>(newest, null)

const newest = (one: string | null, other: string): string =>
  one !== null && compareReleases(one, other) > 0 ? one : other

function compareReleases(one: string, other: string): number {
  const [left, right] = [one, other].map((release) => release.split('.').map(Number))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

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

type AppliedMigration = { name: string; sha256: string }

const [FIRST = ''] = Object.keys(MIGRATIONS)

/** Whether these migrations are from before version 1.0.0, the first release, which began with a new schema. */
export const isBeforeFirstRelease = (names: readonly string[]): boolean =>
  names.length > 0 && !names.includes(FIRST)

/** Throws a foreseen error unless the applied migrations are this version's, unchanged. */
function requireUnchanged(noted: readonly AppliedMigration[]): void {
  if (isBeforeFirstRelease(noted.map(({ name }) => name)))
    throw foreseen(
      'This database was made by a version before 1.0.0, which cannot be brought up to date: begin the demo again with npm run demo -- --fresh; for a bureau, use an empty database or restore a backup made by version 1.0.0 or newer.',
    )
  for (const { name, sha256 } of noted) {
    const text = MIGRATIONS[name]
    if (text === undefined)
      throw foreseen(
        `This database has been brought up to date by a newer version of the product (${name}): start that version.`,
      )
    if (sha256 !== sumOf(text))
      throw foreseen(
        `The migration db/migrations/${name}.sql is not the one that ran in this database: put its text back, and write what should change into a new migration.`,
      )
  }
}

async function runAll(client: pg.ClientBase): Promise<void> {
  await client.query(PREPARE)
  const { rows: noted } = await client.query<AppliedMigration>(
    'select name, sha256 from kysely_migration order by name',
  )
  requireUnchanged(noted)
  const ran = new Set(noted.map(({ name }) => name))
  for (const [name, text] of Object.entries(MIGRATIONS)) if (!ran.has(name)) await runOne(client, name, text)
}

/**
 * Brings the schema up to date, the job queue's included, on a connection of its own without time limits. One instance
 * works at a time; others wait and find it done. Throws a foreseen error where the database does not belong to this
 * version. Returns a sentence for each constraint that older rows break.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    await lockUntilDisconnected(client, 'migrations')
    await runAll(client)
    await runMigrations({ pgPool: pool })
    await client.query(VALIDATE)
    return await findViolations(client)
  } finally {
    // closes the connection, which releases the lock
    client.release(true)
  }
}

/**
 * Throws a foreseen error unless the schema is exactly that of this version: on another one a command that recounts
 * would do harm, and one that lists would report wrongly.
 */
export async function requireOwnSchema(db: Db): Promise<void> {
  const { rows } =
    await sql<AppliedMigration>`select name, sha256 from kysely_migration order by name`.execute(db)
  requireUnchanged(rows)
  const misfit = await findSchemaMismatch(db)
  if (misfit) throw foreseen(misfit)
}

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
