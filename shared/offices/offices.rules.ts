import type { FieldErrors } from '../lib/error-codes.ts'
import { searchForm } from '../lib/search-form.ts'

const SIGNS = /[\s!-/:-@[-`{-~]+/g

/**
 * An office's name as names are compared: without case, accents, signs, double blanks and the word PENRO at either end
 * (S-148). `office_form` in the database says the same.
 */
export const officeForm = (name: string): string =>
  searchForm(name)
    .replace(SIGNS, ' ')
    .trim()
    .replace(/^penro (?=.)|(?<=.) penro$/g, '')

/** How many letters must be added, removed, replaced or swapped with the next one to make one text of the other. */
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

/** As many letters as a typing error changes: one of a short name, three of a long one. */
const allowedEdits = (form: string): number => Math.min(3, Math.max(1, Math.floor(form.length / 4)))

const wordsOf = (form: string): string => form.split(' ').sort().join(' ')

/** Whether a name may be meant for another: a typing error, the same words in another order, or a part of it. */
function isSimilar(form: string, other: string): boolean {
  if (wordsOf(form) === wordsOf(other)) return true
  if (`${form} `.startsWith(`${other} `) || `${other} `.startsWith(`${form} `)) return true
  const allowed = allowedEdits(form)
  return Math.abs(form.length - other.length) <= allowed && editDistance(form, other) <= allowed
}

/** At most three of these names that may be meant, the nearest first. */
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

/** The office of this name among these, or undefined. */
export const officeNamed = <Office extends { name: string }>(
  name: string,
  offices: readonly Office[],
): Office | undefined => offices.find((office) => officeForm(office.name) === officeForm(name))

export type NewOffice = {
  name: string
  /** of the region */
  offices: readonly string[]
  /** provinces that are none of the region's */
  foreign: readonly string[]
  /** anyone who sends it has been asked */
  isConfirmed: boolean
}

const orList = (names: readonly string[]): string => names.join(' or ')

/**
 * What speaks against a new office of this name in a region: a province that is not the region's own, always; a name that may be
 * a typing error of one that is there, as long as no one has confirmed it (S-148).
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
