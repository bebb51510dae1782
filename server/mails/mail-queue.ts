import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Mail, Mailer } from './mail.ts'

// the mails in the outbox: listed and retried, never changed

/** the jobs that send mails: one mail, or several of one change */
export const MAIL_JOBS = sql`('send_mail', 'send_mails')`

const ARE_MAIL_JOBS = sql`task_id in (select id from graphile_worker._private_tasks where identifier in ${MAIL_JOBS})`

/** The mails of a job. */
const MAILS = sql`case json_typeof(payload) when 'array' then payload else json_build_array(payload) end`

export type QueuedMail = {
  to: string
  subject: string
  created_at: string
  /** the time of the next attempt; for a failed mail, when it would have been */
  run_at: string
  tries: number
  last_error: string | null
  state: 'sending' | 'waiting' | 'failed'
}

/** Returns every unsent mail, oldest first, without its text, which may contain a link that opens an account. */
export async function listMails(db: Db): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    select mail ->> 'to' as to, mail ->> 'subject' as subject, created_at, run_at, attempts as tries,
      regexp_replace(last_error, '^Batch failures:\\s+', '') as last_error,
      case when locked_at is not null then 'sending' when attempts < max_attempts then 'waiting' else 'failed' end as state
    from graphile_worker._private_jobs cross join json_array_elements(${MAILS}) as mail
    where ${ARE_MAIL_JOBS} order by created_at, id`.execute(db)
  return rows
}

/** Schedules these mails now, with all attempts again; one being sent is left alone. Returns how many. */
async function retryNow(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with wanted as (
      select id, json_array_length(${MAILS}) as mails from graphile_worker._private_jobs
      where ${ARE_MAIL_JOBS} and locked_at is null and ${which}
    ), hastened as (
      select id from graphile_worker.reschedule_jobs(array(select id from wanted), run_at => now(), attempts => 0)
    )
    select coalesce(sum(mails), 0)::bigint as count from wanted join hastened using (id)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Retries every waiting or failed mail at once. */
export const retryAllMails = (db: Db): Promise<number> => retryNow(db, sql`true`)

/** Deletes old failed mails: they are stored for the operator to see and send again, until their links are dead. */
export async function removeOldMails(db: Db, before: string): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where ${ARE_MAIL_JOBS} and locked_at is null and attempts >= max_attempts and created_at < ${before}`.execute(
    db,
  )
}

/** Errors about a single mail; any other error is about the mail server. */
const SINGLE_MAIL_ERRORS = ['EENVELOPE', 'EMESSAGE']
const isOutage = (error: unknown): boolean =>
  !SINGLE_MAIL_ERRORS.includes((error as { code?: string }).code ?? '')

/** Sends one mail. The first success after an outage retries the waiting mails at once. */
export function createMailTask(db: Db, mailer: Mailer) {
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
    // this mail is sent: a failure here must not send it again
    await retryNow(db, sql`attempts between 1 and max_attempts - 1`).catch(() => {
      isDown = true
    })
  }
}
