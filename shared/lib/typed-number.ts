import { visibleForm } from './text-form.ts'
import { withoutTrailing } from './trailing.ts'

/** A typed number after reading: digits without grouping or leading zeros. */
export type TypedNumber = { minus: boolean; whole: string; decimals: string }

/** The message for a text that could mean two numbers (S-129). */
export const WRITE_A_POINT = 'Write a point before the decimals, for example 1234.56.'

/** full-width digits and signs, as Asian keyboards type them, and the typographic minus */
const WIDE = /[\uFF0B\uFF0C\uFF0D\uFF0E\uFF10-\uFF19\u2212]/g
const narrow = (sign: string): string =>
  sign === '\u2212' ? '-' : String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** longer than any number that is asked for, to limit the work */
const LONGEST = 64
const BLANKS = /[^\S\t\n\r\v\f\u2028\u2029]+/g
const NUMBER = /^(?<sign>[-+]?)(?<whole>\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(?<decimals>\d*))?$/
/** digits with a comma that does not group thousands in English, or with more than one point */
const DOUBTFUL = /^[-+]?[\d., ]+$/
const COMMA_OR_POINTS = /,|\..*\./
/** "0,345" is three hundred forty-five thousandths to most people who write it */
const NO_THOUSANDS = /^[-+]?0[\d]*,/

/**
 * A typed number without invisible characters, with plain digits and blanks; line breaks and tabs are kept, since they
 * separate two numbers.
 */
export const numberForm = (text: string): string =>
  visibleForm(text).replaceAll('\u0085', '\n').replace(WIDE, narrow).replace(BLANKS, ' ').trim()

/**
 * Reads a number as people write and paste it (S-129): "1,250.50", "1 250.50", ".5", "12.", "+213.02". Returns null if
 * it is not a number, `doubtful` if it could mean two. In a table with semicolons between its cells (`noCommas`) a
 * comma never groups thousands.
 */
export function typedNumber(text: string, noCommas = false): TypedNumber | 'doubtful' | null {
  if (text.length > LONGEST * 8) return null
  const typed = numberForm(text)
  if (typed.length > LONGEST) return null
  const { sign = '', whole = '', decimals = '' } = NUMBER.exec(typed)?.groups ?? {}
  const isRead = (whole !== '' || decimals !== '') && !NO_THOUSANDS.test(typed)
  if (isRead && !(noCommas && whole.includes(',')))
    return {
      minus: sign === '-',
      whole: whole.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '') || '0',
      decimals,
    }
  return DOUBTFUL.test(typed) && /\d/.test(typed) && COMMA_OR_POINTS.test(typed) ? 'doubtful' : null
}

/** The number as stored: "1250.50", without zeros beyond `places`. Null if it is not a number. */
export function plainNumberText(text: string, places: number): string | null {
  const read = typedNumber(text)
  if (read === null || read === 'doubtful') return null
  const { minus, whole } = read
  const decimals = decimalsWithin(read.decimals, places)
  return `${minus && /[1-9]/.test(whole + decimals) ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** The decimals that count against a limit: trailing zeros are ignored beyond `places` (S-129). */
export const decimalsWithin = (decimals: string, places: number): string =>
  decimals.length > places ? withoutTrailing(decimals, '0') : decimals

/** A whole number, such as a year, from "2021" or "2021.0"; null for anything else. */
export function wholeNumberOf(text: string): number | null {
  const read = typedNumber(text)
  if (read === null || read === 'doubtful' || /[1-9]/.test(read.decimals)) return null
  const number = Number(read.whole)
  return Number.isSafeInteger(number) ? (read.minus ? -number : number) : null
}
