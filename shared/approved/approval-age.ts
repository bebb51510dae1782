import { DAY_MS } from '../lib/durations.ts'
import { manilaDay } from '../lib/manila-clock.ts'
import type { Translate } from '../texts/translate.ts'
import { dayIn } from '../texts/words.ts'

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** Whole months between two days, yyyy-mm-dd, the later one last. */
export function monthsBetween(from: string, to: string): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}

/** "5 months ago", from one day to another: days, from a month on months, from 24 months on years. */
function ageIn(t: Translate, day: string, today: string): string {
  const days = daysBetween(day, today)
  const months = monthsBetween(day, today)
  if (days <= 0) return t('record.today')
  if (months === 0) return days === 1 ? t('record.day_ago') : t('record.days_ago', { count: days })
  if (months >= 24) return t('record.years_ago', { count: Math.floor(months / 12) })
  return months === 1 ? t('record.month_ago') : t('record.months_ago', { count: months })
}

/** "Approved Jul 04, 2031, 5 months ago", counted to a day in Manila. */
export function approvalAge(t: Translate, approved_at: string, today: string): string {
  const day = manilaDay(new Date(approved_at))
  return t('list.approved', { day: dayIn(t, day), age: ageIn(t, day, today) })
}
