import { formatCount, formatDays, plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { Mail } from '../mails/mail.ts'
import { recordMail } from '../review/record-notices.ts'
import type { Task } from './waiting.queries.ts'

/** A record that someone has to review, or to correct and submit again. */
type WaitingRecord = {
  noun: string
  code: string
  name_of_partner: string
  task: Task
  since: string
  path: string
}

const DAY_MS = 86_400_000
const TASKS: Record<Task, string> = {
  review: 'to review',
  correct: 'returned to your office, to correct',
  resubmit: 'recalled by your office, to submit again',
}

type Day = {
  to: string
  first_name: string
  /** the longest waiting first, perhaps not all of them */
  records: readonly WaitingRecord[]
  count: number
  /** of what is not listed: how many of a kind wait for what, and the list that holds them */
  rest: readonly { nouns: string; task: Task; count: number; path: string }[]
  now: Date
  public_url: string
}

/** The mail of a day: what waits for one person, by age (S-117); code, partner, task and link, no evidence (S-75). */
export function dailyMail({ to, first_name, records, count, rest, now, public_url }: Day): Mail {
  const lines = records.map(({ noun, code, name_of_partner, task, since, path }) => {
    const days = Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS)
    return `${formatDays(days)}: ${code}, ${lineForm(name_of_partner)} (${noun}, ${TASKS[task]})\n${public_url}${path}\n`
  })
  const waits = `${plural(count, 'record')} ${count === 1 ? 'is' : 'are'} waiting for you`
  const text = [
    `Hello ${first_name},\n\n${waits}${count === 1 ? '' : ', the longest waiting first'}.\n`,
    ...lines,
    ...(rest.length > 0 ? [`And ${formatCount(count - records.length)} more.\n`] : []),
    ...rest.map(
      ({ nouns, task, count: more, path }) =>
        `${formatCount(more)} ${nouns} (${TASKS[task]})\n${public_url}${path}\n`,
    ),
  ].join('\n')
  const why = 'You receive this mail once a day while records are waiting.'
  return recordMail(to, waits, text, public_url, why)
}
