import { MONTHS } from './manila-days.ts'
import { lineForm } from './text-form.ts'

const SHAPES = [
  /^(?<year>\d{4})[-/. ](?<month>\d{1,2}|[a-z]+)[-/. ](?<day>\d{1,2})$/i,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>[a-z]+)\.?[- ](?<day>\d{1,2}),?[- ](?<year>\d{4})$/i,
  /^(?<day>\d{1,2})[- ](?<month>[a-z]+)[.,]?[- ](?<year>\d{4})$/i,
]

/** the shapes in which month and day may be meant the other way round */
const TWO_WAYS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/

/** in characters: a date with room for invisible marks */
const LONGEST_TYPED = 100

/**
 * yyyy-mm-dd from yyyy/mm/dd, mm/dd/yyyy, dd-mm-yyyy or yyyymmdd (000 §5), from any date with the year first or the name
 * of its month, and from 25/12/2025 or 12-25-2025, which only one order makes a day (S-172); null if it is not a date.
 */
export function parseTypedDate(text: string): string | null {
  if (text.length > LONGEST_TYPED) return null
  const typed = lineForm(text)
  for (const shape of SHAPES) {
    const parts = shape.exec(typed)?.groups
    if (!parts) continue
    const month = /\d/.test(parts.month ?? '') ? Number(parts.month) : monthNamed(parts.month ?? '')
    const found = month === null ? null : dayOf(Number(parts.year), month, Number(parts.day))
    return found ?? turnedDay(typed)
  }
  return null
}

/** yyyy-mm-dd; null if the calendar has no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** The day of mm/dd/yyyy or dd-mm-yyyy with month and day the other way round. */
function turnedDay(typed: string): string | null {
  const [, one, sign, other, year] = TWO_WAYS.exec(typed) ?? []
  return sign === '/'
    ? dayOf(Number(year), Number(other), Number(one))
    : dayOf(Number(year), Number(one), Number(other))
}

/** The other day that a typed date can be read as, yyyy-mm-dd; null if there is only one (S-172). */
export function otherDayOf(text: string): string | null {
  const found = parseTypedDate(text)
  const turned = found === null ? null : turnedDay(lineForm(text))
  return turned === found ? null : turned
}

/** The month, 1 to 12, of its English name or at least three letters of it; null for another word. */
function monthNamed(word: string): number | null {
  const at = MONTHS.findIndex((month) => month.toLowerCase().startsWith(word.toLowerCase()))
  return word.length < 3 || at < 0 ? null : at + 1
}
