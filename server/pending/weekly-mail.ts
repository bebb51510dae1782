import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { countIn } from '../../shared/texts/counted.ts'
import { dayIn } from '../../shared/texts/words.ts'
import type { Mail } from '../mails/mail.ts'
import { daysIn, levelIn, type MailServices } from '../mails/reader.ts'
import { recordMail } from '../review/record-notices.ts'
import type { WaitingTime } from './waiting-times.queries.ts'

/** more than anyone reads in a mail; the dashboard has all */
const MAX_OFFICES = 50

const SCOPES: Record<Level, PlainKey> = {
  PENRO: 'mails.weekly_office',
  Region: 'mails.weekly_region',
  FMB: 'mails.weekly_country',
}

type Week = { actor: Actor; waitingTimes: readonly WaitingTime[]; day: string }

const total = (rows: readonly WaitingTime[]): number =>
  rows.reduce((sum, { profiles, activities }) => sum + profiles + activities, 0)

function lineIn(t: Translate, { level, profiles, activities, ...days }: WaitingTime): string {
  const records = [
    ...(profiles > 0 ? [countIn(t, profiles, 'mails.weekly_profiles_one', 'mails.weekly_profiles')] : []),
    ...(activities > 0
      ? [countIn(t, activities, 'mails.weekly_activities_one', 'mails.weekly_activities')]
      : []),
  ].join(', ')
  const [median, longest] = [daysIn(t, days.median_days), daysIn(t, days.longest_days)]
  return `  ${t('mails.weekly_line', { level: levelIn(t, level), records, median, longest })}`
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
export const weeklyMail = (services: MailServices, { actor, waitingTimes, day }: Week): Mail =>
  recordMail(services, actor, (t) => {
    const all = waitingTimes.filter(({ office }) => office === null)
    const count = total(all)
    const scope = t(SCOPES[actor.access_level])
    const waiting =
      count === 1
        ? t('mails.weekly_subject_one', { scope })
        : t('mails.weekly_subject', { scope, count: formatCount(count) })
    const offices = officesOf(waitingTimes)
    const rest = offices.length - MAX_OFFICES
    const byOffice =
      offices.length < 2
        ? []
        : [
            t('mails.weekly_by_office'),
            ...offices.slice(0, MAX_OFFICES).map(([office, rows]) => `${office}\n${linesIn(t, rows)}`),
            ...(rest > 0 ? [countIn(t, rest, 'mails.weekly_more_one', 'mails.weekly_more')] : []),
          ]
    return {
      subject: waiting,
      paragraphs: [
        t('mails.hello', { name: actor.first_name }),
        t('mails.weekly', { day: dayIn(t, day), waiting }),
        linesIn(t, all),
        ...byOffice,
        `${services.config.public_url}/dashboard`,
      ],
      why: t('mails.why_weekly'),
    }
  })
