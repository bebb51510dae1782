import { sql } from 'kysely'
import type { Services } from './context.ts'

/**
 * Does a piece of work that goes on for long, unless another instance is at it: of one name, one at a time. The lock ends
 * with its connection, and so with a killed process.
 */
export const alone = ({ db }: Pick<Services, 'db'>, name: string, use: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (own) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`.execute(own)
    if (!rows[0]?.taken) return
    try {
      await use()
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(own)
    }
  })
