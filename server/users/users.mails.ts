import { sql } from 'kysely'
import { SET_PASSWORD_LINK_HOURS } from '../../shared/auth/auth.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { makePasswordLink } from '../auth/password-links.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { createMailer, type Mail, queueMail } from '../mails/mail.ts'

type Person = { id: number; first_name: string; email: string }

/**
 * Queues the mail with which a new user sets a password; returns whether that worked. If not, the user exists all the
 * same, and an administrator can reset the password later (S-03).
 */
export async function mailSetPasswordLink(services: Services, db: Db, person: Person): Promise<boolean> {
  await sql`savepoint set_password_mail`.execute(db)
  try {
    const link = await makePasswordLink(services, db, person, SET_PASSWORD_LINK_HOURS * 60)
    await queueMail(db, {
      to: person.email,
      subject: 'Set your password',
      text: `Hello ${person.first_name},\n\nYou have an account in the REDD+ Safeguards Information System of the ${services.config.bureau_name}. Set your password within ${SET_PASSWORD_LINK_HOURS} hours here:\n\n${link}\n\nThe link works once.\n`,
    })
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
async function sendNow(services: Services, mail: Mail): Promise<void> {
  const mailer = createMailer(services.config)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not answer in time.')), SEND_WITHIN_MS)
  })
  try {
    await Promise.race([mailer.send(mail), late])
  } finally {
    clearTimeout(timer)
    mailer.close()
  }
}

/** Mails a generated password at once, which also notifies the owner of the reset (S-133). Throws when it cannot. */
export const sendGeneratedPassword = (
  services: Services,
  person: Person,
  { password, expires_at }: { password: string; expires_at: Date },
): Promise<void> =>
  sendNow(services, {
    to: person.email,
    subject: 'Your new password',
    text: `Hello ${person.first_name},\n\nAn administrator has reset the password of your account. Your new password is:\n\n${password}\n\nIt works once, until ${formatDateTime(expires_at.toISOString())}. Please log in at ${services.config.public_url}/login and choose a password of your own.\n`,
  })
