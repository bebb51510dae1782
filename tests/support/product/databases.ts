import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { query } from './global-setup.ts'

let count = 0

/** Makes an empty database, which the caller drops. */
export async function emptyDatabase(): Promise<{ name: string; connection: pg.ClientConfig }> {
  count += 1
  const name = `empty_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${count}`
  await onServer(`create database ${name}`)
  return { name, connection: { ...inject('server'), database: name } }
}

/** Runs one statement on the test server and returns its rows. */
export const onServer = (text: string): Promise<unknown[]> => query(inject('server'), text)

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
