import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

let count = 0

/** Makes an empty database, which the caller drops. */
export async function emptyDatabase(): Promise<{ name: string; connection: pg.ClientConfig }> {
  count += 1
  const name = `empty_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${count}`
  await onServer(`create database ${name}`)
  return { name, connection: { ...inject('server'), database: name } }
}

let server: pg.Pool | undefined

/** One connection for all files of this worker: PostgreSQL starts a process for each. */
function connection(): pg.Pool {
  const pool = new pg.Pool({
    ...inject('server'),
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // the server may stop first
  pool.on('error', () => undefined)
  return pool
}

/** Runs one statement on the test server, outside the databases of the tests, and returns its rows. */
export async function onServer(text: string): Promise<unknown[]> {
  server ??= connection()
  return (await server.query(text)).rows
}

/**
 * Drops a database once the test's own connections are closed. A background worker of the server may still use it for a
 * moment; it cannot be ended from here, and `with (force)` fails because of it.
 */
export async function dropDatabase(name: string): Promise<void> {
  for (let tries = 50; ; tries -= 1) {
    try {
      await onServer(`drop database if exists ${name}`)
      return
    } catch (error) {
      if (tries === 0 || (error as { code?: string }).code !== '55006') throw error
      await sleep(100)
    }
  }
}
