import { formatCount, formatDays, plural } from '../../shared/dashboard/messages.ts'
import { choiceWords } from '../../shared/users/mail-choice.ts'
import type { Mail } from '../lib/mail.ts'

/** A record that somebody has to review, or to correct and submit again. */
type WaitingRecord = {
  noun: string
  code: string
  name_of_partner: string
  task: 'review' | 'correct'
  since: string
  path: string
}

const DAY_MS = 86_400_000
const TASKS = { review: 'to review', correct: 'returned to you, to correct' }

type Day = {
  to: string
  first_name: string
  /** the longest waiting first, perhaps not all of them */
  records: readonly WaitingRecord[]
  count: number
  now: Date
  public_url: string
}

/** The mail of a day: what waits for one person, by age (S-117); code, partner, task and link, no evidence (S-75). */
export function dailyMail({ to, first_name, records, count, now, public_url }: Day): Mail {
  const lines = records.map(({ noun, code, name_of_partner, task, since, path }) => {
    const days = Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS)
    return `${formatDays(days)}: ${code}, ${name_of_partner} (${noun}, ${TASKS[task]})\n${public_url}${path}\n`
  })
  const rest = count - records.length
  const waits = `${plural(count, 'record')} ${count === 1 ? 'waits' : 'wait'} for you`
  const text = [
    `Hello ${first_name},\n\n${waits}${count === 1 ? '' : ', the longest waiting first'}.\n`,
    ...lines,
    ...(rest > 0 ? [`And ${formatCount(rest)} more.\n`] : []),
    choiceWords('This mail comes once a day when something waits.', public_url),
  ]
  return { to, subject: waits, text: text.join('\n') }
}
