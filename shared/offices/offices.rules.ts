import type { FieldErrors } from '../lib/error-codes.ts'
import { searchForm } from '../lib/search-form.ts'

const SIGNS = /[\s!-/:-@[-`{-~]+/g

/**
 * An office's name for comparison: without case, accents, punctuation, double blanks, and PENRO at either end (S-148).
 * `office_form` in the database does the same.
 */
export const officeForm = (name: string): string =>
  searchForm(name)
    .replace(SIGNS, ' ')
    .trim()
    .replace(/^penro (?=.)|(?<=.) penro$/g, '')

/** The number of letters to add, remove, replace or swap with the next one to turn one text into the other. */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const above = rows[i - 1] ?? []
      const best = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwapped ? Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1) : best)
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** The number of letters a typing error may change: one in a short name, three in a long one. */
const allowedEdits = (form: string): number => Math.min(3, Math.max(1, Math.floor(form.length / 4)))

const wordsOf = (form: string): string => form.split(' ').sort().join(' ')

/** Whether a name may mean the other one: a typing error, the same words in another order, or a part of it. */
function isSimilar(form: string, other: string): boolean {
  if (wordsOf(form) === wordsOf(other)) return true
  if (`${form} `.startsWith(`${other} `) || `${other} `.startsWith(`${form} `)) return true
  const allowed = allowedEdits(form)
  return Math.abs(form.length - other.length) <= allowed && editDistance(form, other) <= allowed
}

/** At most three of the names that may be meant, the most similar first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const form = officeForm(name)
  return names
    .map((known) => ({ known, form: officeForm(known) }))
    .filter((known) => isSimilar(form, known.form))
    .map(({ known, form: other }) => ({ known, distance: editDistance(form, other) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ known }) => known)
}

export const officeNamed = <Office extends { name: string }>(
  name: string,
  offices: readonly Office[],
): Office | undefined => offices.find((office) => officeForm(office.name) === officeForm(name))

export type NewOffice = {
  name: string
  /** of the region */
  offices: readonly string[]
  /** provinces of other regions */
  foreign: readonly string[]
  /** the user has confirmed that it is a new office */
  isConfirmed: boolean
}

const orList = (names: readonly string[]): string => names.join(' or ')

/**
 * Errors about a new office with this name: the name of another region's province is always refused; a name that may be
 * a typing error of an existing one is refused until the user confirms it (S-148).
 */
export function newOfficeErrors({ name, offices, foreign, isConfirmed }: NewOffice): FieldErrors {
  const form = officeForm(name)
  const province = foreign.find((known) => officeForm(known) === form)
  if (province)
    return {
      penro: [`${province} is not a province of this region, so its office cannot be added here.`],
    }
  if (isConfirmed) return {}
  const near = [...nearestNames(name, offices), ...nearestNames(name, foreign)]
  return near.length === 0
    ? {}
    : { penro: [`There is no office ${name} in this region. Did you mean ${orList(near)}?`] }
}
