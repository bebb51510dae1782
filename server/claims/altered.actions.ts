import { sql } from 'kysely'
import type { Task } from 'graphile-worker'
import type { Altered } from '../../shared/claims/altered.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMailToEach } from '../mails/mail.ts'
import { listSuperAdministrators } from '../public-log/log.queries.ts'
import { invalidateCaches } from '../recount/stored-counts.queries.ts'
import {
  findMoment,
  insertAltered,
  listAlteredFiles,
  removeResolved,
  takeUnreported,
} from './altered.queries.ts'

/** so many are named in a mail; the Integrity page lists more */
const MAX_NAMED = 20

/** Has the queue tell of what is new, once for all that is; every instance reads its lists anew. */
async function queueAlteredMail(db: Db): Promise<void> {
  await invalidateCaches(db)
  await sql`select graphile_worker.add_job('tell_of_altered', job_key => 'tell_of_altered')`.execute(db)
}

/** Notes what a reader came upon, outside of the transaction of whatever is refused then. */
export const recordAltered = ({ db }: Pick<Services, 'db'>, found: readonly Altered[]): Promise<void> =>
  db.transaction().execute(async (held) => {
    if ((await insertAltered(held, found)) > 0) await queueAlteredMail(held)
  })

/** so many differences are noted of a verification; of a database that was altered as a whole the first ones say enough */
const MAX_RECORDED = 10_000

/** Compares everything public with the log and puts what is found in the place of what was known before. */
export async function replaceAltered(services: Pick<Services, 'db'>) {
  const { db } = services
  const began = await findMoment(db)
  const found: Altered[] = []
  return {
    known: await listAlteredFiles(db),
    add: (one: Altered) => {
      if (found.length < MAX_RECORDED) found.push(one)
    },
    /** After all was compared; `unread` files could not be read, of which nothing is known then. */
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

const mailText = (sentences: readonly string[], public_url: string): string =>
  `${sentences.length === 1 ? 'A public record does' : `${sentences.length} facts of public records do`} not match the audit log. The database may have been changed outside the product.

${sentences.slice(0, MAX_NAMED).join('\n')}
${sentences.length > MAX_NAMED ? `\nand ${sentences.length - MAX_NAMED} more.\n` : ''}
These certificates, proofs, pages and summaries are withheld until a verification finds that they match again. Keep the database as it is and find out who changed it; all differences are listed here:

${public_url}/audit-logs/integrity
`

/** Notifies the Super Administrators and the log of the server of all that has not been reported yet. */
export const mailAltered =
  ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  async (_payload, { logger }) => {
    const unreported = await db.transaction().execute(async (held) => {
      const sentences = (await takeUnreported(held)).map(({ sentence }) => sentence)
      if (sentences.length === 0) return []
      await queueMailToEach(held, await listSuperAdministrators(held), {
        subject: 'Public records do not match the audit log',
        text: mailText(sentences, config.public_url),
      })
      return sentences
    })
    for (const sentence of unreported.slice(0, MAX_NAMED))
      logger.error(`A record does not match the log: ${sentence}`)
    if (unreported.length > MAX_NAMED)
      logger.error(`… and ${unreported.length - MAX_NAMED} more, see Audit Logs, Integrity.`)
  }
