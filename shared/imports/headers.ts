import { searchForm } from '../lib/search-form.ts'
import { columnLetters } from './cells.ts'
import { CORRECTION_HEADERS, IMPORT_COLUMNS, type ImportField } from './columns.ts'

/** The index of each import column in a table, from 0. */
export type Columns = Partial<Record<ImportField, number>>

export type HeaderMatch = {
  columns: Columns
  /** headers that occur in more than one column */
  doubled: { header: string; at: number[] }[]
  /** headers of columns that an import does not have */
  ignored: string[]
}

/** Normalizes a header for comparison: ignores case, accents, notes in brackets, asterisks and punctuation. */
const spelling = (text: string): string =>
  searchForm(text)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim()

const FIELD_OF = new Map(IMPORT_COLUMNS.map(({ field, header }) => [spelling(header), field]))
const OF_CORRECTIONS = new Set(Object.values(CORRECTION_HEADERS).map(spelling))

/** Whether a correction file has added the column with this header. */
export const isOfCorrections = (header: string): boolean => OF_CORRECTIONS.has(spelling(header))

/** Finds the columns of an import in this row of texts. */
export function matchHeaders(row: readonly (string | null)[]): HeaderMatch {
  const columns: Columns = {}
  const places = new Map<ImportField, number[]>()
  const ignored: string[] = []
  for (const [index, text] of row.entries()) {
    const key = spelling(text ?? '')
    const field = FIELD_OF.get(key)
    if (field) {
      columns[field] ??= index
      places.set(field, [...(places.get(field) ?? []), index])
    } else if (key !== '' && !OF_CORRECTIONS.has(key)) ignored.push((text ?? '').trim())
  }
  const doubled = [...places].flatMap(([field, at]) => {
    const header = IMPORT_COLUMNS.find((column) => column.field === field)?.header ?? field
    return at.length > 1 ? [{ header, at }] : []
  })
  return { columns, doubled, ignored }
}

export const matchCount = ({ columns }: HeaderMatch): number => Object.keys(columns).length

/** fewer matches than this are a coincidence */
export const MIN_HEADERS = 3

const named = (headers: readonly string[]): string => headers.map((header) => `"${header}"`).join(', ')

/** Returns one sentence if columns are missing or occur twice, otherwise null. */
export function headerComplaint(match: HeaderMatch, row: number): string | null {
  const [doubled] = match.doubled
  if (doubled) {
    const cells = doubled.at.map((index) => `${columnLetters(index)}${row}`).join(' and ')
    return `The column "${doubled.header}" appears twice, in ${cells}. Please keep only one of them.`
  }
  const missing = IMPORT_COLUMNS.filter(({ field }) => match.columns[field] === undefined)
  // the office column may be missing if no row needs it
  const needed = missing.filter(({ field }) => field !== 'office').map(({ header }) => header)
  if (needed.length === 0) return null
  return `${needed.length === 1 ? 'The column' : 'The columns'} ${named(needed)} ${needed.length === 1 ? 'is' : 'are'} missing in row ${row}. Please use the headers of the template.`
}

export const NO_HEADERS =
  'None of the first rows contains the headers of the template. Please fill in the template and upload it.'
