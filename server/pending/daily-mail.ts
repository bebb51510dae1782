import { formatCount, formatDays, plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { Mail } from '../mails/mail.ts'
import { recordMail } from '../review/record-notices.ts'
import type { Task } from './waiting.queries.ts'

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
  /** the longest waiting first; there may be more */
  records: readonly WaitingRecord[]
  count: number
  /** the records that are not in `records`, by kind and task, with the path of their list */
  rest: readonly { nouns: string; task: Task; count: number; path: string }[]
  now: Date
  public_url: string
}

/** Returns the daily mail of one user: the pending records by age (S-117), without evidence (S-75). */
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
