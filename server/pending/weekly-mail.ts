import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { countIn } from '../../shared/texts/counted.ts'
import { dayIn } from '../../shared/texts/words.ts'
import { mail } from '../mails/compose.ts'
import type { Mail } from '../mails/mail.ts'
import { daysIn, levelIn, type MailServices } from '../mails/reader.ts'
import type { WaitingTime } from './waiting-times.queries.ts'

/** more than anyone reads in a mail; the dashboard has all */
const MAX_OFFICES = 50

const SCOPES: Record<Level, PlainKey> = {
  PENRO: 'mails.weekly_office',
  Region: 'mails.weekly_region',
  FMB: 'mails.weekly_country',
}

type Week = { actor: Actor; waitingTimes: readonly WaitingTime[]; day: string }

const countRecords = (row: WaitingTime): number => ALL_KINDS.reduce((sum, { many }) => sum + row[many], 0)

const total = (rows: readonly WaitingTime[]): number => rows.reduce((sum, row) => sum + countRecords(row), 0)

function lineIn(t: Translate, row: WaitingTime): string {
  const records = ALL_KINDS.filter(({ many }) => row[many] > 0)
    .map(({ many }) => countIn(t, row[many], `mails.weekly_${many}_one`, `mails.weekly_${many}`))
    .join(', ')
  const [median, longest] = [daysIn(t, row.median_days), daysIn(t, row.longest_days)]
  return `  ${t('mails.weekly_line', { level: levelIn(t, row.level), records, median, longest })}`
}

const linesIn = (t: Translate, rows: readonly WaitingTime[]): string =>
  rows.map((row) => lineIn(t, row)).join('\n')

/** Groups the rows by office, in the order of the rows. */
function officesOf(waited: readonly WaitingTime[]): [string, WaitingTime[]][] {
  const offices = new Map<string, WaitingTime[]>()
  for (const row of waited)
    if (row.office !== null) offices.set(row.office, [...(offices.get(row.office) ?? []), row])
  return [...offices]
}

/** Returns the weekly mail: how long records have been pending, by level and by office of the user's scope (S-117). */
export function weeklyMail(services: MailServices, { actor, waitingTimes, day }: Week): Mail {
  const all = waitingTimes.filter(({ office }) => office === null)
  const offices = officesOf(waitingTimes)
  const listed = offices.length < 2 ? [] : offices.slice(0, MAX_OFFICES)
  const rest = offices.length - MAX_OFFICES
  const restIn = (t: Translate) => countIn(t, rest, 'mails.weekly_more_one', 'mails.weekly_more')
  const scope = (t: Translate) => t(SCOPES[actor.access_level])
  const count = total(all)
  const values = {
    scope,
    count,
    day: (t: Translate) => dayIn(t, day),
    waiting: (t: Translate) =>
      count === 1
        ? t('mails.weekly_subject_one', { scope: scope(t) })
        : t('mails.weekly_subject', { scope: scope(t), count: formatCount(count) }),
  }
  return mail(services, actor, 'weekly', values, {
    kind: 'weekly',
    paragraphs: [
      'mails.weekly',
      (t: Translate) => linesIn(t, all),
      listed.length > 0 ? 'mails.weekly_by_office' : null,
      ...listed.map(
        ([office, rows]) =>
          (t: Translate) =>
            `${office}\n${linesIn(t, rows)}`,
      ),
      rest > 0 ? restIn : null,
      { link: '/dashboard' },
    ],
  })
}
