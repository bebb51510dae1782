import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { query } from './global-setup.ts'

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
