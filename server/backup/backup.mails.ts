import { dateTimeIn } from '../../shared/texts/times.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { queueMails } from '../mails/mail.ts'
import type { MailServices } from '../mails/reader.ts'
import { listAdministrators } from '../mails/administrators.queries.ts'

type Failure = { sentence: string; place: string; made: { name: string | null; started_at: string } | null }

/** Reports a backup that failed to the administrators; the sentence about it is in English, as on the Integrity page. */
export async function mailBackupFailed(
  services: MailServices,
  db: Db,
  { sentence, place, made }: Failure,
): Promise<void> {
  const last = (t: Translate) =>
    made?.name
      ? t('mails.backup_last', { name: made.name, at: dateTimeIn(t, made.started_at) })
      : t('mails.backup_none')
  const values = { place, last, page: { link: '/audit-logs/integrity' } }
  const administrators = await listAdministrators(db, ['Super Administrator', 'Administrator'])
  const mails = administrators.map((one) =>
    mail(services, one, 'backup_failed', values, {
      paragraphs: [{ words: sentence }, 'mails.backup_failed', 'mails.backup_details'],
    }),
  )
  await queueMails(db, mails)
}
