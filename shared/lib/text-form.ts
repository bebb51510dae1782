/**
 * More combining marks than any script has: Unicode normalization takes time quadratic in their number, and UAX #15
 * calls 30 enough.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/** Normalizes a text in time linear in its length. */
export const normalForm = (form: 'NFC' | 'NFD', text: string): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form)

/** invisible characters, also soft hyphens and those that change the direction; not tabs, blanks, line breaks */
const UNSEEN =
  /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu
const BLANKS = /[\s\u0085]+/g
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** A text without invisible characters; blanks and line breaks are unchanged. */
export const visibleForm = (text: string): string => text.replace(UNSEEN, '')

/** A part of a line as stored: like lineForm, but it keeps a blank at its ends (S-128). */
export const spanForm = (text: string): string => normalForm('NFC', visibleForm(text)).replace(BLANKS, ' ')

/** A name, title or other line as stored: no invisible characters, composed letters, single blanks (S-128). */
export const lineForm = (text: string): string => spanForm(text).trim()

/** A longer text as stored: no invisible characters, composed letters, uniform line breaks, trimmed (S-128). */
export const paragraphForm = (text: string): string =>
  normalForm('NFC', visibleForm(text.replace(LINE_BREAKS, '\n')))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
