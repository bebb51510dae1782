import { formatCount } from '../../shared/lib/format.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { queueMails } from '../mails/mail.ts'
import type { MailServices } from '../mails/reader.ts'
import { listAdministrators } from '../mails/administrators.queries.ts'

/** sentences in one mail and in the log of the server; the Integrity page lists all */
export const MAX_NAMED = 20

/** Reports these differences, at least one, to the Super Administrators; the sentences are in English, as on the page. */
export async function mailDifferences(
  services: MailServices,
  db: Db,
  sentences: readonly string[],
): Promise<void> {
  const values = { count: sentences.length }
  const more = sentences.length - MAX_NAMED
  const moreIn = (t: Translate) => t('mails.altered_more', { count: formatCount(more) })
  const mails = (await listAdministrators(db)).map((one) =>
    mail(services, one, 'altered', values, {
      paragraphs: [
        'mails.altered',
        { words: sentences.slice(0, MAX_NAMED).join('\n') },
        more > 0 ? moreIn : null,
        'mails.altered_withheld',
        { link: '/audit-logs/integrity' },
      ],
    }),
  )
  await queueMails(db, mails)
}
