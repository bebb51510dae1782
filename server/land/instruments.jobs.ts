import { manilaDay } from '../../shared/lib/dates.ts'
import { plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { expiryWords } from '../../shared/land/instruments.rules.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { type Mail, queueInBatches } from '../mails/mail.ts'
import { recordMail } from '../review/record-notices.ts'
import { listReturnReaders } from '../review/review.queries.ts'
import { type EndingInstrument, takeDueNotices } from './instruments.queries.ts'

/** instruments read per transaction */
const CHUNK = 500

const WHY = 'You receive this mail 90 and 30 days before an instrument of your office expires.'
const ADVICE =
  'If it is renewed, record the new one in the profile. If it is not needed any longer, remove it with the reason.'

/** "expires in 30 days, on Dec 27, 2026" */
function endWords({ valid_until }: EndingInstrument, today: string): string {
  const words = expiryWords({ issued_on: valid_until, valid_until }, today)
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

type Ending = { to: string; instruments: readonly EndingInstrument[]; today: string; public_url: string }

/** Returns the mail to one person about instruments of their office that expire soon; at least one. */
function expiryMail({ to, instruments, today, public_url }: Ending): Mail {
  const [first] = instruments
  if (!first) throw new Error('A mail is about at least one instrument.')
  const isOne = instruments.length === 1
  const subject = isOne
    ? `${first.code}: ${first.name} ${endWords(first, today)}`
    : `${plural(instruments.length, 'instrument')} of your office expire soon`
  const entries = instruments.map((one) =>
    [
      lineForm(`${one.code}, ${one.name_of_partner}`),
      lineForm(`${one.name} ${endWords(one, today)}`),
      `${public_url}/sitemap/view/${one.site_profile_id}#instruments\n`,
    ].join('\n'),
  )
  const intro = isOne ? 'An instrument of your office expires soon.' : `${subject}, the next one first.`
  const text = [`${intro} ${ADVICE}\n`, ...entries].join('\n')
  return recordMail(to, subject, text, public_url, WHY)
}

/** Mails the encoders of one office, by their choice of mails. */
async function mailOffice(
  { config }: Services,
  db: Db,
  instruments: readonly EndingInstrument[],
  today: string,
) {
  const [first] = instruments
  if (!first) return
  const { region_id, office_id } = first
  const readers = await listReturnReaders(db, {
    ...{ region_id, office_id, named: [], levels: [] },
    ...{ edit: 'site_map_edit', approve: 'site_maps_approval' },
  })
  const wanted = readers.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, config.mail_notifications), true),
  )
  const { public_url } = config
  await queueInBatches(
    db,
    wanted.map(({ email: to }) => expiryMail({ to, instruments, today, public_url })),
  )
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
      for (const office of new Set(due.map(({ office_id }) => office_id)))
        await mailOffice(
          services,
          db,
          due.filter(({ office_id }) => office_id === office),
          today,
        )
      return due.length === CHUNK
    })
  }
}
