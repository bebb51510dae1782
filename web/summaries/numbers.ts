import { formatFigure } from '../../shared/activities/figure-words.ts'
import { whereWords } from '../../shared/summaries/document-words.ts'
import { numberReference, writtenParagraphs } from '../../shared/summaries/references.ts'
import type { AnnexRow } from '../../shared/summaries/summary-document.ts'

/** how many numbers are listed at once */
export const MAX_NUMBERS = 40

/** "41 sites" */
export const valueWords = ({ value, unit }: Pick<AnnexRow, 'value' | 'unit'>): string =>
  `${formatFigure(value)} ${unit}`.trim()

/** The numbers that match all of these words, in the order of the annex. */
export function findNumbers(annex: readonly AnnexRow[], words: string): AnnexRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return annex.filter((row) => {
    const haystack = `${row.measure} ${row.unit} ${whereWords(row)} ${row.key} ${row.ref}`.toLowerCase()
    return wanted.every((word) => haystack.includes(word))
  })
}

/** The word after a place in a text if the annex knows it, such as "hectares", to begin a search with; else nothing. */
export function wordsAfter(text: string, at: number, annex: readonly AnnexRow[]): string {
  const word = /^\s+(\p{L}{3,})/u.exec(text.slice(at, at + 40))?.[1] ?? ''
  return word !== '' && findNumbers(annex, word).length > 0 ? word : ''
}

/** The text with a number in place of the selection, and the caret position after it. */
export function withNumber(
  text: string,
  key: string,
  { from, to }: { from: number; to: number },
): { text: string; caret: number } {
  const reference = numberReference(key)
  return { text: text.slice(0, from) + reference + text.slice(to), caret: from + reference.length }
}

/** The numbers in a text: rows of the annex, and keys that the annex does not have. */
export function numbersIn(text: string, annex: readonly AnnexRow[]): { rows: AnnexRow[]; unknown: string[] } {
  const known = new Map(annex.map((row) => [row.key, row.ref]))
  const pieces = writtenParagraphs(text, (key) => known.get(key)).flat()
  const refs = new Set(pieces.flatMap((one) => ('ref' in one ? [one.ref] : [])))
  const missing = new Set(pieces.flatMap((one) => ('missing' in one ? [one.missing] : [])))
  return { rows: annex.filter(({ ref }) => refs.has(ref)), unknown: [...missing] }
}

/** A sentence about the unknown numbers in a text; null when there are none. */
export function unknownNumbers(text: string, annex: readonly AnnexRow[]): string | null {
  const { unknown } = numbersIn(text, annex)
  if (unknown.length === 0) return null
  const names = unknown.map(numberReference).join(', ')
  return unknown.length === 1
    ? `The annex has no number ${names}. Choose one by "Insert a number", or remove it.`
    : `The annex has no numbers ${names}. Choose others by "Insert a number", or remove them.`
}
