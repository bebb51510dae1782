import { sql } from 'kysely'
import type { Task } from 'graphile-worker'
import type { Altered } from '../../shared/claims/altered.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueMailToEach } from '../lib/mail.ts'
import { listSuperAdministrators } from '../public-log/log.queries.ts'
import { noteChangeEverywhere } from '../recount/kept.queries.ts'
import { findMoment, insertAltered, listAlteredFiles, removeSettled, takeUntold } from './altered.queries.ts'

/** so many are named in a mail; the Integrity page lists more */
const MOST_NAMED = 20

/** Has the queue tell of what is new, once for all that is; every instance reads its lists anew. */
async function tellLater(db: Db): Promise<void> {
  await noteChangeEverywhere(db)
  await sql`select graphile_worker.add_job('tell_of_altered', job_key => 'tell_of_altered')`.execute(db)
}

/** Notes what a reader came upon, outside of the transaction of whatever is refused then. */
export const noteAltered = ({ db }: Pick<Services, 'db'>, found: readonly Altered[]): Promise<void> =>
  db.transaction().execute(async (held) => {
    if ((await insertAltered(held, found)) > 0) await tellLater(held)
  })

/** so many differences are noted of a verification; of a database that was altered as a whole the first ones say enough */
const MOST_NOTED = 10_000

/** Compares everything public with the log and puts what is found in the place of what was known before. */
export async function settling(services: Pick<Services, 'db'>) {
  const { db } = services
  const began = await findMoment(db)
  const found: Altered[] = []
  return {
    known: await listAlteredFiles(db),
    add: (one: Altered) => {
      if (found.length < MOST_NOTED) found.push(one)
    },
    /** After all was compared; `unread` files could not be read, of which nothing is known then. */
    end: ({ unread }: { unread: number }): Promise<void> =>
      db.transaction().execute(async (held) => {
        const isWhole = found.length < MOST_NOTED
        const compared = unread === 0 ? sql`true` : sql`kind <> 'file'`
        const settled = isWhole ? await removeSettled(held, found, began, compared) : 0
        if (settled > 0) await noteChangeEverywhere(held)
        if ((await insertAltered(held, found)) > 0) await tellLater(held)
      }),
  }
}

const mailText = (sentences: readonly string[], public_url: string): string =>
  `${sentences.length === 1 ? 'A public record does' : `${sentences.length} facts of public records do`} not match the audit log. The database may have been changed outside the product.

${sentences.slice(0, MOST_NAMED).join('\n')}
${sentences.length > MOST_NAMED ? `\nand ${sentences.length - MOST_NAMED} more.\n` : ''}
These certificates, proofs, pages and summaries are withheld until a verification finds that they match again. Keep the database as it is and find out who changed it; all differences are listed here:

${public_url}/audit-logs/integrity
`

/** Tells the Super Administrators and the log of the server of all that nobody has been told yet. */
export const tellOfAltered =
  ({ db, config }: Pick<Services, 'db' | 'config'>): Task =>
  async (_payload, { logger }) => {
    const told = await db.transaction().execute(async (held) => {
      const sentences = (await takeUntold(held)).map(({ sentence }) => sentence)
      if (sentences.length === 0) return []
      await queueMailToEach(held, await listSuperAdministrators(held), {
        subject: 'Public records do not match the audit log',
        text: mailText(sentences, config.public_url),
      })
      return sentences
    })
    for (const sentence of told.slice(0, MOST_NAMED))
      logger.error(`A record does not match the log: ${sentence}`)
    if (told.length > MOST_NAMED)
      logger.error(`… and ${told.length - MOST_NAMED} more, see Audit Logs, Integrity.`)
  }
