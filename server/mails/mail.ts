import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { Config } from '../lib/config.ts'
import type { Db } from '../database/db.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** for an optional mail: the page where its reader can turn it off */
  choose?: string
}

/** Mark the mail as automatic, so that mail programs send no automatic replies (RFC 3834). */
const COMMON_HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * Adds the headers. In an optional mail `List-Unsubscribe` leads to the settings. One-click (RFC 8058) is not offered:
 * a forwarded mail would let any reader turn off another user's mails.
 */
const withHeaders = ({ choose, ...mail }: Mail) => ({
  ...mail,
  headers: {
    ...COMMON_HEADERS,
    ...(choose ? { Precedence: 'bulk', 'List-Unsubscribe': `<${choose}>` } : {}),
  },
})

/** The queue waits e, e², … seconds between attempts, from the tenth on six hours: together over seven days. */
const MAIL_TRIES = 38

/** Adds a mail to the outbox in the same transaction: it is sent when the change commits, never otherwise. */
export const queueMail = (db: Db, mail: Mail): Promise<void> => queueMails(db, [mail])

/** Adds several in one statement, each as a separate job, so that one that cannot be sent delays no other. */
export const queueMails = (db: Db, mails: readonly Mail[]): Promise<void> => queue(db, mails)

/** the most mails sent twice when a server is killed in the middle of a job */
const MAX_MAILS_PER_JOB = 20

/**
 * Adds the mails of one change in few jobs: taking a job from the queue and finishing it costs more than its mail.
 * Mails that cannot be sent are retried without the others.
 */
export function queueInBatches(db: Db, mails: readonly Mail[]): Promise<void> {
  const jobs: Mail[][] = []
  for (let at = 0; at < mails.length; at += MAX_MAILS_PER_JOB)
    jobs.push(mails.slice(at, at + MAX_MAILS_PER_JOB))
  return queue(db, jobs)
}

const withMailNumber = (mail: Mail): Mail => ({ ...mail, subject: lineForm(mail.subject) })

async function queue(db: Db, jobs: readonly (Mail | Mail[])[]): Promise<void> {
  // a subject is one line, even with a name of several (S-128)
  const named = jobs.map((job) => (Array.isArray(job) ? job.map(withMailNumber) : withMailNumber(job)))
  if (named.length === 0) return
  await sql`
    select from graphile_worker.add_jobs(array(
      select (
        case json_typeof(job) when 'array' then 'send_mails' else 'send_mail' end, job, null, null,
        ${sql.lit(MAIL_TRIES)}, null, null, null
      )::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(named)}) as job
    ))`.execute(db)
}

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** Returns the sender of mails: MAIL_FROM, or the bureau at the public host. */
export function senderOf({ mail_from, bureau_name, public_url }: Config): { name: string; address: string } {
  return mail_from ?? { name: `${bureau_name} SIS`, address: `no-reply@${new URL(public_url).hostname}` }
}

/** A mail server that does not answer delays the queue no longer than this. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** Sends through SMTP_URL; without one, writes each mail as an .eml file to DATA_DIR/mail. */
export function createMailer(config: Config): Mailer {
  const from = senderOf(config)
  if (config.smtp_url) {
    const transport = nodemailer.createTransport({ url: config.smtp_url, pool: true, ...TIMEOUTS })
    return {
      send: async (mail) => {
        await transport.sendMail({ from, ...withHeaders(mail) })
      },
      close: () => transport.close(),
    }
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const folder = path.join(config.data_dir, 'mail')
  let made: Promise<unknown> | null = null
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ from, ...withHeaders(mail) })
      made ??= mkdir(folder, { recursive: true })
      await made
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(path.join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
    },
    close: () => composer.close(),
  }
}
