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

const TEXTS = import.meta.glob<string>('../../db/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The SQL of each file of db/migrations by its name, in the order in which they run. */
export const MIGRATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TEXTS)
    .map(([file, text]) => [path.basename(file, '.sql'), text] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
)

/** This release, as migrations of later ones name it. */
const RELEASE = packageJson.version

/** The sum of a migration's text, whichever line ends a checkout gives it. */
const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/** Where what has run is noted. */
const PREPARE = `
  create table if not exists kysely_migration (
    name text primary key,
    timestamp text not null,
    sha256 text not null,
    borne_since text
  )`

/** The statement that notes a migration, with its values. */
const recordStatement = (name: string, text: string, at: Date): [string, unknown[]] => [
  'insert into kysely_migration (name, timestamp, sha256, borne_since) values ($1, $2, $3, $4)',
  [name, at.toISOString(), sumOf(text), oldestCompatibleRelease(text)],
]

/** The line above a statement that takes something away, which the named release reads no more. */
const CONTRACT = /^-- contract: \S.* since \D*(\d+(?:\.\d+)+)/gm

/** The oldest release that can work with the schema after this migration; null where every earlier one can. */
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

/** A migration takes strong locks, and a person at work may be the one it would wait for in a circle. */
const MAX_TRIES = 5
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01'

/** One migration and the note of it, in one transaction. */
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

/** Whether these migrations are from before version 1.0.0, which was the first release and made its schema anew. */
export const isBeforeFirstRelease = (names: readonly string[]): boolean =>
  names.length > 0 && !names.includes(FIRST)

/** What has run here is what this version holds under the same names. */
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
 * Brings the schema up to date, the job queue's own schema included, on a connection of its own that no statement's time
 * limit ends. One instance at a time: another waits and then finds it done. Throws a sentence where the database and
 * this version do not belong together. Returns a sentence for each constraint that rows from before it break.
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
    // ends the connection, and with it the lock
    client.release(true)
  }
}

/**
 * Throws a sentence where the database is not exactly that of this version: a command that counts anew, or lists what a newer
 * version distinguishes, would do harm or say what is not so.
 */
export async function requireOwnSchema(db: Db): Promise<void> {
  const { rows } =
    await sql<AppliedMigration>`select name, sha256 from kysely_migration order by name`.execute(db)
  requireUnchanged(rows)
  const misfit = await findSchemaMismatch(db)
  if (misfit) throw foreseen(misfit)
}

/** Makes a schema of these migrations and notes them, in the transaction of a restore. */
export async function createSchema(db: Db, names: readonly string[], at: Date): Promise<void> {
  await sql.raw(PREPARE).execute(db)
  for (const name of names) {
    const text = MIGRATIONS[name] ?? ''
    await sql.raw(text).execute(db)
    await db.executeQuery(CompiledQuery.raw(...recordStatement(name, text, at)))
  }
}

/**
 * Why this build cannot work with the schema as it is now: a migration of its own is missing, or a newer version has
 * taken away what this one still reads. Null when it can; what a newer version has only added is borne.
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
