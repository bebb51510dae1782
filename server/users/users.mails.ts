import { sql } from 'kysely'
import { SET_PASSWORD_LINK_HOURS } from '../../shared/auth/auth.schema.ts'
import { makePasswordLink } from '../auth/password-links.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { createMailer, type Mail, queueMail } from '../mails/mail.ts'
import { findLanguage } from '../mails/reader.ts'

type Person = { id: number; first_name: string; email: string }

/**
 * Queues the mail with which a new user sets a password; returns whether that worked. If not, the user exists all the
 * same, and an administrator can reset the password later (S-03).
 */
export async function mailSetPasswordLink(services: Services, db: Db, user: Person): Promise<boolean> {
  await sql`savepoint set_password_mail`.execute(db)
  try {
    const person = { ...user, language: await findLanguage(db, user.id) }
    const link = await makePasswordLink(services, db, person, SET_PASSWORD_LINK_HOURS * 60)
    const values = { bureau: services.config.bureau_name, hours: SET_PASSWORD_LINK_HOURS }
    const toPerson = mail(services, person, 'set_password', values, {
      paragraphs: ['mails.set_password', { link }, 'mails.link_once'],
    })
    await queueMail(db, toPerson)
    await sql`release savepoint set_password_mail`.execute(db)
    return true
  } catch {
    await sql`rollback to savepoint set_password_mail`.execute(db)
    return false
  }
}

/** well below the minute after which the database ends an idle transaction */
const SEND_WITHIN_MS = 20_000

/**
 * Sends a mail while the caller waits. Throws when the mail server does not accept it in time. The only mail that
 * bypasses the outbox: its change must not happen without it (S-14), and its password must not be stored there.
 */
async function sendNow(services: Services, toPerson: Mail): Promise<void> {
  const mailer = createMailer(services.config)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not answer in time.')), SEND_WITHIN_MS)
  })
  try {
    await Promise.race([mailer.send(toPerson), late])
  } finally {
    clearTimeout(timer)
    mailer.close()
  }
}

/** Mails a generated password at once, which also notifies the owner of the reset (S-133). Throws when it cannot. */
export async function sendGeneratedPassword(
  services: Services,
  db: Db,
  person: Person,
  { password, expires_at }: { password: string; expires_at: Date },
): Promise<void> {
  const reader = { ...person, language: await findLanguage(db, person.id) }
  const values = { until: expires_at, address: { link: '/login' } }
  const toPerson = mail(services, reader, 'new_password', values, {
    paragraphs: ['mails.new_password', { words: password }, 'mails.new_password_use'],
  })
  await sendNow(services, toPerson)
}
