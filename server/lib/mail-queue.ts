import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Mail, Mailer } from './mail.ts'

// what waits in the outbox: looked at and hastened, never changed

const OURS = sql`task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`

export type QueuedMail = {
  to: string
  subject: string
  created_at: string
  /** when it is tried next; of the failed ones when it would have been */
  run_at: string
  tries: number
  last_error: string | null
  state: 'sending' | 'waiting' | 'failed'
}

/** Every mail that has not left, oldest first, without its text: that may hold a link that opens an account. */
export async function listMails(db: Db): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    select payload ->> 'to' as to, payload ->> 'subject' as subject, created_at, run_at, attempts as tries, last_error,
      case when locked_at is not null then 'sending' when attempts < max_attempts then 'waiting' else 'failed' end as state
    from graphile_worker._private_jobs where ${OURS} order by created_at, id`.execute(db)
  return rows
}

/** Has these tried at once, as often as a new one; one that is being sent now is left alone. Says how many. */
async function hasten(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where ${OURS} and locked_at is null and ${which}),
      run_at => now(), attempts => 0
    )`.execute(db)
  return rows.length
}

/** Has every mail that waits or failed tried at once. */
export const sendAllAgain = (db: Db): Promise<number> => hasten(db, sql`true`)

/** Failed ones are kept for somebody to look at and to send again, not for ever: their links are dead by then. */
export async function removeOldMails(db: Db, before: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where ${OURS} and locked_at is null and attempts >= max_attempts and created_at < ${before}`.execute(db)
}

/** What the mail server says of one mail; anything else is said of all of them. */
const OF_ONE_MAIL = ['EENVELOPE', 'EMESSAGE']
const isOutage = (error: unknown): boolean => !OF_ONE_MAIL.includes((error as { code?: string }).code ?? '')

/** Sends one mail. The first that leaves after an outage has those that wait for their next try tried at once. */
export function sendingFrom(db: Db, mailer: Mailer) {
  let isDown = false
  return async (mail: Mail): Promise<void> => {
    try {
      await mailer.send(mail)
    } catch (error) {
      isDown ||= isOutage(error)
      throw error
    }
    if (!isDown) return
    isDown = false
    // this one has left: whatever fails now must not send it again
    await hasten(db, sql`attempts between 1 and max_attempts - 1`).catch(() => {
      isDown = true
    })
  }
}
