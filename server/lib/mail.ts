import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import type { Config } from './config.ts'
import type { Db } from './db.ts'

export type Mail = { to: string; subject: string; text: string }

/** Puts a mail into the outbox of the same transaction: it leaves when the change commits, never otherwise. */
export const queueMail = (db: Db, mail: Mail): Promise<void> => queueMails(db, [mail])

/** The same for several. */
export async function queueMails(db: Db, mails: Mail[]): Promise<void> {
  if (mails.length === 0) return
  await sql`
    select graphile_worker.add_job('send_mail', mail, max_attempts => 12)
    from json_array_elements(${JSON.stringify(mails)}::json) as mail`.execute(db)
}

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void }

/** Sends through SMTP_URL; without one, each mail becomes one .eml file in DATA_DIR/mail. */
export function makeMailer(config: Config): Mailer {
  const from = `"${config.bureau_name} SIS" <no-reply@${new URL(config.public_url).hostname}>`
  if (config.smtp_url) {
    const transport = nodemailer.createTransport({ url: config.smtp_url, pool: true })
    return {
      send: async (mail) => {
        await transport.sendMail({ from, ...mail })
      },
      close: () => transport.close(),
    }
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const folder = path.join(config.data_dir, 'mail')
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(path.join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(path.join(folder, `.${name}`), path.join(folder, name))
    },
    close: () => composer.close(),
  }
}
