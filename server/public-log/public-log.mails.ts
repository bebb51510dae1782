import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { queueMails } from '../mails/mail.ts'
import type { MailServices } from '../mails/reader.ts'
import { listAdministrators } from '../mails/administrators.queries.ts'

/* Mails to the Super Administrators. The sentence about what was found is in English, as on the Integrity page. */

const INTEGRITY = { link: '/audit-logs/integrity' }
const LOG = { link: '/log' }

type Found = { at: string; sentence: string }

/** Reports that the log was stopped, and why. */
export async function mailLogStopped(services: MailServices, db: Db, { at, sentence }: Found): Promise<void> {
  const values = { at: new Date(at) }
  const mails = (await listAdministrators(db)).map((one) =>
    mail(services, one, 'log_stopped', values, {
      paragraphs: ['mails.log_stopped', { words: sentence }, 'mails.log_stopped_ask', INTEGRITY],
    }),
  )
  await queueMails(db, mails)
}

/** Reports that an operator let the log continue. */
export async function mailLogContinues(
  services: MailServices,
  db: Db,
  { at, sentence, reason }: Found & { reason: string },
): Promise<void> {
  const values = { at: new Date(at), reason, page: LOG }
  const mails = (await listAdministrators(db)).map((one) =>
    mail(services, one, 'log_continues', values, {
      paragraphs: [
        'mails.log_continues',
        { words: sentence },
        'mails.log_continues_wrote',
        'mails.log_continues_unknown',
        INTEGRITY,
      ],
    }),
  )
  await queueMails(db, mails)
}

/** Reports that a witness says the log is another one. */
export async function mailWitnessRefused(
  services: MailServices,
  db: Db,
  { name, at, sentence }: Found & { name: string },
): Promise<void> {
  const values = { at: new Date(at), name, page: LOG }
  const mails = (await listAdministrators(db)).map((one) =>
    mail(services, one, 'witness_refused', values, {
      paragraphs: ['mails.witness_refused', { words: sentence }, 'mails.witness_refused_ask', INTEGRITY],
    }),
  )
  await queueMails(db, mails)
}
