/**
 * More marks on one letter than any script has: Unicode brings them into order in time that grows with the square of
 * their number, and itself calls 30 enough (UAX #15).
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/** A text in this form of Unicode, in time that grows with its length alone. */
export const normalForm = (form: 'NFC' | 'NFD', text: string): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form)

/**
 * what no one can see (soft hyphens as well), and what turns the direction of reading; tabs, blanks and line breaks are none of
 * it
 */
const UNSEEN =
  /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu
const BLANKS = /[\s\u0085]+/g
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** A text without what no one can see; blanks and line breaks stay as they are. */
export const visibleForm = (text: string): string => text.replace(UNSEEN, '')

/** A stretch of a line, as it is kept: like the line, with a blank at its ends where there is one (S-128). */
export const spanForm = (text: string): string => normalForm('NFC', visibleForm(text)).replace(BLANKS, ' ')

/** A text of one line, a name or a title, as it is kept: nothing unseen, composed letters, single blanks (S-128). */
export const lineForm = (text: string): string => spanForm(text).trim()

/** A longer text as it is kept: nothing unseen, composed letters, one kind of line break, no blanks at ends (S-128). */
export const paragraphForm = (text: string): string =>
  normalForm('NFC', visibleForm(text.replace(LINE_BREAKS, '\n')))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
