import { manilaDay } from '../lib/manila-clock.ts'
import type { Translate } from './translate.ts'

/* Days, ages, and lists in the language of a page, from its own messages: browsers have no Ilocano. */

/** "Jan" of a month from 1 to 12. */
export const monthIn = (t: Translate, month: number): string => t(`common.month_${month}` as 'common.month_1')

/** "Jun 01, 2025" of a day, yyyy-mm-dd. */
export function dayIn(t: Translate, day: string): string {
  const [year = '', month, date = ''] = day.split('-')
  return t('common.day', { month: monthIn(t, Number(month)), date, year })
}

/** The same of a moment, in Manila. */
export const dateIn = (t: Translate, iso: string): string => dayIn(t, manilaDay(new Date(iso)))

/** "a, b and c" */
export const listIn = (t: Translate, words: readonly (string | number)[]): string =>
  words.length < 2
    ? words.join('')
    : t('common.and', { first: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' })
