import { DAY_MS } from '../../shared/lib/durations.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { mail } from '../mails/compose.ts'
import type { Mail } from '../mails/mail.ts'
import { daysIn, type MailServices, type Reader } from '../mails/reader.ts'
import type { KindFacts } from '../review/record.kind.ts'
import { nounIn, recordsIn } from '../review/record-notices.ts'
import type { Task } from './waiting.queries.ts'

type Noun = KindFacts['noun']

type WaitingRecord = {
  noun: Noun
  code: string
  name_of_partner: string
  task: Task
  since: string
  path: string
}

const TASKS: Record<Task, PlainKey> = {
  review: 'mails.daily_review',
  correct: 'mails.daily_correct',
  resubmit: 'mails.daily_resubmit',
}

type Day = {
  reader: Reader & { first_name: string }
  /** the longest waiting first; there may be more */
  records: readonly WaitingRecord[]
  count: number
  /** the records that are not in `records`, by kind and task, with the path of their list */
  rest: readonly { noun: Noun; task: Task; count: number; path: string }[]
  now: Date
}

/** Returns the daily mail of one user: the pending records by age (S-117), without evidence (S-75). */
export function dailyMail(services: MailServices, { reader, records, count, rest, now }: Day): Mail {
  const { public_url } = services.config
  const lines = records.map(({ noun, code, name_of_partner, task, since, path }) => (t: Translate) => {
    const age = daysIn(t, Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS))
    const what = { record: nounIn(t, noun), task: t(TASKS[task]) }
    const line = t('mails.daily_line', { age, code, name: lineForm(name_of_partner), ...what })
    return `${line}\n${public_url}${path}`
  })
  const more = rest.map(({ noun, task, count: ofThem, path }) => (t: Translate) => {
    const what = { records: recordsIn(t, ofThem, noun), task: t(TASKS[task]) }
    return `${t('mails.daily_more_line', what)}\n${public_url}${path}`
  })
  const moreIn = (t: Translate) => t('mails.daily_more', { count: formatCount(count - records.length) })
  return mail(
    services,
    reader,
    'daily',
    { count },
    { kind: 'daily', paragraphs: ['mails.daily', ...lines, more.length > 0 ? moreIn : null, ...more] },
  )
}
