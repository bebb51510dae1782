import { sql } from 'kysely'
import type { Task } from 'graphile-worker'
import type { Altered } from '../../shared/claims/altered.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { invalidateCaches } from '../recount/stored-counts.queries.ts'
import { mailDifferences, MAX_NAMED } from './altered.mails.ts'
import { findMoment, insertAltered, listRecorded, removeResolved, takeUnreported } from './altered.queries.ts'

/** Queues one mail for everything new, and clears the caches of all instances, which hold lists of these records. */
async function queueAlteredMail(db: Db): Promise<void> {
  await invalidateCaches(db)
  await sql`select graphile_worker.add_job('tell_of_altered', job_key => 'tell_of_altered')`.execute(db)
}

/** Records what a reader found, in a transaction of its own: the one that is rejected would lose it. */
export const recordAltered = ({ db }: Pick<Services, 'db'>, found: readonly Altered[]): Promise<void> =>
  db.transaction().execute(async (held) => {
    if ((await insertAltered(held, found)) > 0) await queueAlteredMail(held)
  })

/** differences recorded per verification; of a wholly altered database the first ones are enough */
const MAX_RECORDED = 10_000

/** Starts comparing everything public with the log; `end` replaces the differences known so far with those found. */
export async function replaceAltered(services: Pick<Services, 'db'>) {
  const { db } = services
  const began = await findMoment(db)
  const found: Altered[] = []
  return {
    known: new Set(await listRecorded(db, 'file')),
    add: (one: Altered) => {
      if (found.length < MAX_RECORDED) found.push(one)
    },
    /**
     * Call when all is compared. With `unread` files, the known differences of files stay: their bytes were not seen.
     */
    end: ({ unread }: { unread: number }): Promise<void> =>
      db.transaction().execute(async (held) => {
        const isWhole = found.length < MAX_RECORDED
        const compared = unread === 0 ? sql`true` : sql`kind <> 'file'`
        const settled = isWhole ? await removeResolved(held, found, began, compared) : 0
        if (settled > 0) await invalidateCaches(held)
        if ((await insertAltered(held, found)) > 0) await queueAlteredMail(held)
      }),
  }
}

/** Reports every new difference to the Super Administrators and the log of the server, each once. */
export const mailAltered =
  (services: Pick<Services, 'db' | 'config' | 'languages' | 'readDb'>): Task =>
  async (_payload, { logger }) => {
    const unreported = await services.db.transaction().execute(async (held) => {
      const sentences = (await takeUnreported(held)).map(({ sentence }) => sentence)
      if (sentences.length > 0) await mailDifferences(services, held, sentences)
      return sentences
    })
    for (const sentence of unreported.slice(0, MAX_NAMED))
      logger.error(`A record does not match the log: ${sentence}`)
    if (unreported.length > MAX_NAMED)
      logger.error(`… and ${unreported.length - MAX_NAMED} more, see Audit Logs, Integrity.`)
  }
