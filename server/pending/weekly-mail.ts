import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { formatDays, plural } from '../../shared/lib/format.ts'
import type { Mail } from '../mails/mail.ts'
import { recordMail } from '../review/record-notices.ts'
import type { WaitingTime } from './waiting-times.queries.ts'

/** more than anyone reads in a mail; the dashboard has all */
const MAX_OFFICES = 50

const SCOPE: Record<Level, string> = { PENRO: 'your office', Region: 'your region', FMB: 'the country' }

type Week = { actor: Actor; waitingTimes: readonly WaitingTime[]; day: string; public_url: string }

const total = (rows: readonly WaitingTime[]): number =>
  rows.reduce((sum, { profiles, activities }) => sum + profiles + activities, 0)

function lineOf({ level, profiles, activities, median_days, longest_days }: WaitingTime): string {
  const kinds = [
    ...(profiles > 0 ? [plural(profiles, 'profile')] : []),
    ...(activities > 0 ? [plural(activities, 'activity', 'activities')] : []),
  ]
  return `  ${level}: ${kinds.join(', ')}; median ${formatDays(median_days)}, longest ${formatDays(longest_days)}\n`
}

/** Groups the rows by office, in the order of the rows. */
function officesOf(waited: readonly WaitingTime[]): [string, WaitingTime[]][] {
  const offices = new Map<string, WaitingTime[]>()
  for (const row of waited)
    if (row.office !== null) offices.set(row.office, [...(offices.get(row.office) ?? []), row])
  return [...offices]
}

/** Returns the weekly mail: how long records have been pending, by level and by office of the user's scope (S-117). */
export function weeklyMail({ actor, waitingTimes, day, public_url }: Week): Mail {
  const all = waitingTimes.filter(({ office }) => office === null)
  const count = total(all)
  const waits = `${plural(count, 'record')} ${count === 1 ? 'is' : 'are'} waiting in ${SCOPE[actor.access_level]}`
  const offices = officesOf(waitingTimes)
  const rest = offices.length - MAX_OFFICES
  const byOffice =
    offices.length < 2
      ? []
      : [
          '\nBy office, the longest waiting first:\n',
          ...offices
            .slice(0, MAX_OFFICES)
            .map(([office, rows]) => `\n${office}\n${rows.map(lineOf).join('')}`),
          ...(rest > 0 ? [`\nAnd ${plural(rest, 'more office')}.\n`] : []),
        ]
  const text = [
    `Hello ${actor.first_name},\n\non ${formatDay(day)} ${waits}. By the level that must act:\n\n`,
    ...all.map(lineOf),
    ...byOffice,
    `\n${public_url}/dashboard\n`,
  ].join('')
  const why = 'You receive this mail on Mondays while records are waiting.'
  return recordMail(actor.email, waits, text, public_url, why)
}
