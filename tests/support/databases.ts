import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

/** One statement on the test server, outside the databases of the tests. */
export async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ ...inject('server'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/**
 * Drops it once the test's own connections are closed. A background worker of the server may hold it for a moment:
 * that one is not ours to end, and `with (force)` fails where it meets one.
 */
export async function dropDatabase(name: string): Promise<void> {
  for (let tries = 50; ; tries -= 1) {
    try {
      return await onServer(`drop database if exists ${name}`)
    } catch (error) {
      if (tries === 0 || (error as { code?: string }).code !== '55006') throw error
      await sleep(100)
    }
  }
}
