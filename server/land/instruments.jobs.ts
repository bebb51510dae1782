import { kindIn } from '../../shared/land/instrument-words.ts'
import { daysBetween } from '../../shared/land/instruments.rules.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dayIn } from '../../shared/texts/words.ts'
import type { Services } from '../context/context.ts'
import { mail } from '../mails/compose.ts'
import type { Mail } from '../mails/mail.ts'
import type { Reader } from '../mails/reader.ts'
import { type EndingInstrument, takeDueNotices } from './instruments.queries.ts'
import { mailEncoders } from './office-mails.ts'

/** instruments read per transaction */
const CHUNK = 500

/** "CADT or CALT R04-CADT-12 expires in 30 days, on Dec 27, 2026" */
function endIn(
  t: Translate,
  { kind, other_kind, number, valid_until }: EndingInstrument,
  today: string,
): string {
  const name = [other_kind ?? kindIn(t, kind), number].filter(Boolean).join(' ')
  const [count, day] = [daysBetween(today, valid_until), dayIn(t, valid_until)]
  if (count === 0) return t('mails.expires_today', { name })
  return count === 1 ? t('mails.expires_one', { name, day }) : t('mails.expires', { name, day, count })
}

const entryIn = (t: Translate, one: EndingInstrument, today: string, public_url: string): string =>
  [
    lineForm(`${one.code}, ${one.name_of_partner}`),
    lineForm(endIn(t, one, today)),
    lineForm(t('mails.issuer', { issuer: one.issuer })),
    `${public_url}/sitemap/view/${one.site_profile_id}#instruments`,
  ].join('\n')

type Ending = { reader: Reader; instruments: readonly EndingInstrument[]; today: string }

/** Returns the mail to one person about instruments of their office that expire soon; at least one. */
function expiryMail(services: Services, { reader, instruments, today }: Ending): Mail {
  const [first] = instruments
  if (!first) throw new Error('A mail is about at least one instrument.')
  const entries = instruments.map(
    (one) => (t: Translate) => entryIn(t, one, today, services.config.public_url),
  )
  if (instruments.length > 1)
    return mail(
      services,
      reader,
      'expiring',
      { count: instruments.length },
      { kind: 'expiring', paragraphs: [['mails.expiring', 'mails.expiring_renew'], ...entries] },
    )
  const values = { records: first.code, subject: (t: Translate) => endIn(t, first, today) }
  return mail(services, reader, 'records', values, {
    kind: 'expiring',
    paragraphs: [['mails.expiring_one', 'mails.expiring_renew'], ...entries],
  })
}

/**
 * Mails the offices about instruments that expire within 90 and then 30 days, each notice once. The notice is marked in
 * the transaction that queues its mails, so a server that was down sends it when it is back, and two send one.
 */
export async function mailExpiries(services: Services): Promise<void> {
  const today = manilaDay(services.now())
  for (let more = true; more; ) {
    more = await services.db.transaction().execute(async (db) => {
      const due = await takeDueNotices(db, today, CHUNK)
      for (const office of new Set(due.map(({ office_id }) => office_id))) {
        const instruments = due.filter(({ office_id }) => office_id === office)
        const [place] = instruments
        if (place)
          await mailEncoders(services, db, place, (reader) =>
            expiryMail(services, { reader, instruments, today }),
          )
      }
      return due.length === CHUNK
    })
  }
}
