import { sumOf } from './sums.ts'
import type { AnnexRow } from './summary-document.ts'

/* Which numbers of a written text are typed by hand and differ from every number of the annex. */

/** words that make a number behind them a name: "paragraph 70", "RA 8371", "Executive Order No. 23", "Region 9" */
const NAMING = new Set(
  [
    'paragraph paragraphs para section sections sec article articles art chapter chapters appendix annex',
    'rule rules table tables figure figures page pages part parts title titles principle principles',
    'criterion criteria indicator indicators region regions phase phases step steps level levels',
    'set sets version versions block blocks lot lots no nos number act acts ra pd eo ao ca bp dao jmc mc',
    'order orders proclamation resolution circular decree code series s decision decisions cop cp cma iso',
    'sdg sdgs goal goals hotline',
    'jan feb mar apr jun jul aug sep sept oct nov dec january february march april may june july august',
    'september october november december',
  ]
    .join(' ')
    .split(' '),
)
/** a further number of the same list: "paragraphs 70 and 72", "Articles 10, 11 and 19" */
const JOINED = /^(?: and| or| to| &) $/u
const LISTED = /^, $/u
const LIST_GOES_ON = /^(?:, | and | or )/u
const MONTH_BEHIND = /^\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu
const SPAN_BEHIND = /^\s*-?(?:hours?|days?|weeks?|months?|years?|a\.m|p\.m|am|pm)(?!\p{L})/iu
const REFERENCE = /\{\{[^{}\n]*\}\}/g
/** a word with digits in it, whole: "12,345", "R04A", "17/CP.21", "2026-11-26", "30%" */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.,:/_–-]*/gu
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/u
const YEAR = /^(?:19|20)\d\d$/u
const UNIT = /(?:ha|km|m|kg|t)$/u

/** A number as typed, and where in the text. */
export type TypedNumber = { text: string; at: number }

/** The numbers in a text that no row of the annex has; years, dates and numbers of laws are none. */
export function typedNumbers(text: string, annex: readonly Pick<AnnexRow, 'value'>[]): TypedNumber[] {
  const known = new Set(annex.map(({ value }) => sumOf([value])))
  return numbersTyped(text).filter((one) => !known.has(sumOf([one.text.replaceAll(',', '')])))
}

/** The numbers of a text that state an amount, as typed. */
function numbersTyped(text: string): TypedNumber[] {
  // a reference is a word that is no number, so that it joins nothing
  const plain = text.replace(REFERENCE, (reference) => '§'.repeat(reference.length))
  const found: TypedNumber[] = []
  let named = 0
  for (const { 0: word, index } of plain.matchAll(WORD)) {
    const trimmed = withoutSigns(word)
    if (!/\p{N}/u.test(trimmed)) continue
    const end = index + trimmed.length
    const before = plain.slice(Math.max(0, index - 40), index)
    const behind = plain.slice(end, end + 20)
    const between = named > 0 && index - named < 8 ? plain.slice(named, index) : ''
    const isJoined = JOINED.test(between) || (LISTED.test(between) && LIST_GOES_ON.test(behind))
    if (isJoined || isNamedBy(before)) {
      named = end
      continue
    }
    if (isMarker(plain, index, end) || MONTH_BEHIND.test(behind) || SPAN_BEHIND.test(behind)) continue
    found.push(...amountsIn(trimmed, index))
  }
  return found
}

/** Whether the text before a number makes it a name. */
function isNamedBy(before: string): boolean {
  const trimmed = before.trimEnd()
  const word = trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed
  return NAMING.has((word.split(/\P{L}/u).at(-1) ?? '').toLowerCase())
}

/** A word without the punctuation at its end. */
function withoutSigns(word: string): string {
  let end = word.length
  while (end > 0 && '.,:/_–-'.includes(word[end - 1] ?? '')) end -= 1
  return word.slice(0, end)
}

/** "1." or "(2)" at the start of a line. */
const isMarker = (text: string, start: number, end: number): boolean =>
  /(?:^|\n)[^\S\n]*\(?$/u.test(text.slice(Math.max(0, start - 4), start)) &&
  /^(?:\)|\.\s)/u.test(text.slice(end, end + 2))

/** The amounts in a word at this place: two of "10-15"; none of a code, a year, a date or a fraction. */
function amountsIn(word: string, at: number): TypedNumber[] {
  const parts = word.replace(UNIT, '').split(/[–-]/u)
  if (parts.length > 2 || parts.some((part) => !NUMBER.test(part) || YEAR.test(part))) return []
  return parts.map((text, index) => ({
    text,
    at: at + (index === 0 ? 0 : word.indexOf(text, (parts[0] ?? '').length + 1)),
  }))
}
