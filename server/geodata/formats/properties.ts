import { lineForm } from '../../../shared/lib/text-form.ts'
import { TYPED_PER_STORED } from '../../../shared/lib/plain-text.ts'
import type { Property } from './land-result.ts'

const MAX_TEXT = 200
const MAX_COLUMNS = 100

/** A text of a file as one plain line of at most 200 characters. */
const plainLineOf = (text: string): string =>
  Array.from(lineForm(text.slice(0, TYPED_PER_STORED * MAX_TEXT)))
    .slice(0, MAX_TEXT)
    .join('')

/** Columns of a file under their plain names; those without one, repeated ones and those above the limit are left out. */
export function propertiesOf(
  columns: Iterable<readonly [name: string, value: unknown]>,
): Record<string, Property> {
  const properties = new Map<string, Property>()
  for (const [name, value] of columns) {
    const column = plainLineOf(name)
    if (column === '' || properties.has(column)) continue
    if (properties.size === MAX_COLUMNS) break
    properties.set(column, propertyOf(value))
  }
  // not by assignment: a column can be called __proto__
  return Object.fromEntries(properties)
}

/** The columns of several features, in the order in which they occur. */
export function columnsOf(names: Iterable<string>): string[] {
  const columns = new Set<string>()
  for (const name of names) {
    const column = plainLineOf(name)
    if (column !== '') columns.add(column)
    if (columns.size === MAX_COLUMNS) break
  }
  return [...columns]
}

/** Lists and objects inside a property are left out. */
function propertyOf(value: unknown): Property {
  if (typeof value === 'string') return plainLineOf(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'boolean' ? value : null
}

/** The text of a property as a code or name; null where it is empty. */
export function textOf(property: Property | undefined): string | null {
  if (property === undefined || property === null) return null
  return String(property) || null
}

const CODES = [
  /^code$/,
  /^(?:cadt|calt|cadc).{0,9}(?:no|num|number|code)$/,
  /psgc/,
  /pcode$/,
  /code$/,
  /^(?:cadt|calt|cadc)$/,
  /^(?:no|number|ref|reference)$/,
  /^(?:id|uid|gid)$/,
  /id$/,
]
const NAMES = [
  /^name$/,
  /^name(?:en|eng|english)$/,
  /^(?:pa|site|area|full|official)name$/,
  /name$/,
  /^name/,
  /^adm\d(?:en)?$/,
  /^(?:title|label)$/,
]

/** The column that a name fits best, in the order of the patterns. */
function guess(columns: readonly string[], patterns: readonly RegExp[]): string | null {
  const plain = columns.map((column) => ({ column, letters: column.toLowerCase().replace(/[^a-z0-9]/g, '') }))
  for (const pattern of patterns) {
    const found = plain.find(({ letters }) => pattern.test(letters))
    if (found) return found.column
  }
  return null
}

export const guessCodeColumn = (columns: readonly string[]): string | null => guess(columns, CODES)
export const guessNameColumn = (columns: readonly string[]): string | null => guess(columns, NAMES)
