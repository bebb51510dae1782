import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from './app.ts'

/** Does something while another connection has a table for itself alone. */
export async function whileLocked<Result>(
  { database }: TestApp,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = await database.pool.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** The status of a reply that comes within three seconds; null of one that waits longer. */
export const soonStatus = (reply: Promise<{ statusCode: number }>): Promise<number | null> =>
  Promise.race([reply.then(({ statusCode }) => statusCode), sleep(3000, null)])
