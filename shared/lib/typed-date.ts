import { formatDayInWords, MONTHS } from './manila-days.ts'
import { lineForm } from './text-form.ts'

const SHAPES = [
  /^(?<year>\d{4})[-/. ](?<month>\d{1,2}|[a-z]+)[-/. ](?<day>\d{1,2})$/i,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<month>[a-z]+)\.?[- ](?<day>\d{1,2}),?[- ](?<year>\d{4})$/i,
  /^(?<day>\d{1,2})[- ](?<month>[a-z]+)[.,]?[- ](?<year>\d{4})$/i,
]

/** mm/dd/yyyy and dd-mm-yyyy of the specification, which people also write the other way round */
const TWO_NUMBERS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/

/** in characters: a date with room for invisible marks */
const LONGEST_TYPED = 100

/**
 * The days, yyyy-mm-dd, that a typed text can mean: none, one, or two, the one with the day before the month first
 * (S-172). Read are the forms of 000 §5 and any date with the year first or the name of its month. Month and day as
 * numbers before the year are read in both orders, so that 25/12/2025 is one day and 03/04/2025 is two.
 */
export function readDays(text: string): string[] {
  if (text.length > LONGEST_TYPED) return []
  const typed = lineForm(text)
  const [, one, , other, year] = TWO_NUMBERS.exec(typed) ?? []
  if (year !== undefined) {
    const orders = [
      dayOf(Number(year), Number(other), Number(one)),
      dayOf(Number(year), Number(one), Number(other)),
    ]
    return [...new Set(orders.filter((day) => day !== null))]
  }
  for (const shape of SHAPES) {
    const parts = shape.exec(typed)?.groups
    if (!parts) continue
    const month = /\d/.test(parts.month ?? '') ? Number(parts.month) : monthNamed(parts.month ?? '')
    const day = month === null ? null : dayOf(Number(parts.year), month, Number(parts.day))
    return day === null ? [] : [day]
  }
  return []
}

/** The one day, yyyy-mm-dd, that a typed text means; null if it means none, or two. */
export function readDay(text: string | null): string | null {
  const [day = null, other] = readDays(text ?? '')
  return other === undefined ? day : null
}

/** Says what is wrong with a typed text that does not mean one day: which two it can mean, or that it is none. */
export function typedDayComplaint(label: string, text: string): string | null {
  const days = readDays(text)
  if (days.length === 1) return null
  if (days.length === 0) return notADay(label)
  return `Choose which day you mean: ${days.map(formatDayInWords).join(' or ')}.`
}

/** The message for a text that is not a date, such as 31-02-2026. */
export const notADay = (label: string): string =>
  `${label} is not a day of the calendar. Please enter a date like 2025-06-01.`

/** yyyy-mm-dd; null if the calendar has no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** The month, 1 to 12, of its English name or at least three letters of it; null for another word. */
function monthNamed(word: string): number | null {
  const at = MONTHS.findIndex((month) => month.toLowerCase().startsWith(word.toLowerCase()))
  return word.length < 3 || at < 0 ? null : at + 1
}
