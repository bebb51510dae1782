import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { query } from './global-setup.ts'

/** One statement on the test server, and the rows of its answer. */
export const onServer = (text: string): Promise<unknown[]> => query(inject('server'), text)

/**
 * Drops it once the test's own connections are closed. A background worker of the server may hold it for a moment:
 * that one is not ours to end, and `with (force)` fails where it meets one.
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
