import { readDays } from '../lib/typed-date.ts'
import { searchForm } from '../lib/search-form.ts'
import { lineForm, paragraphForm } from '../lib/text-form.ts'
import { numberForm, typedNumber, wholeNumberOf, WRITE_A_POINT } from '../lib/typed-number.ts'
import { ELIGIBLE_ACTIVITIES, IMPLEMENTATION_ARRANGEMENTS } from '../sites/sites.fields.ts'
import { type Cell, inSentence } from './cells.ts'
import { columnOfField, type ImportField } from './columns.ts'

/** A cell's value in the words of the form, or why the form cannot hold it. Undefined if empty. */
export type Value = { value: string | number | string[] | undefined } | { sentence: string }

/** Normalizes a word to compare it with those of the form; Word, for instance, writes a dash for a hyphen. */
const spelling = (text: string): string => lineForm(searchForm(text).replace(/[\s\p{P}]+/gu, ' '))

const namedLike = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => spelling(name) === spelling(text))

const ACTIVITY_NAMES = ELIGIBLE_ACTIVITIES.map(({ name }) => name)

/** Letters of other scripts that look like those of the form: they are named so that the user can find them. */
function foreignLetters(text: string): string {
  const signs = [...new Set(text.match(/[^\p{Script=Latin}\p{Script=Common}]/gu))].slice(
    0,
    MAX_FOREIGN_LETTERS,
  )
  if (signs.length === 0) return ''
  const named = signs.map((sign) => `"${sign}" (U+${codeOf(sign)})`).join(', ')
  return `: ${named} in it only ${signs.length === 1 ? 'looks like a letter' : 'look like letters'} of the template`
}
const MAX_FOREIGN_LETTERS = 5
const codeOf = (sign: string): string =>
  (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** The activities of a cell, separated by semicolons, line breaks or commas; none of their names contains one. */
function activities(text: string): Value {
  const input = text
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const unknown = input.find((part) => !namedLike(ACTIVITY_NAMES, part))
  if (unknown !== undefined)
    return {
      sentence: `"${inSentence(unknown)}" is not one of the REDD+ Eligible Activities${foreignLetters(unknown)}. Please write them as the template does, separated by semicolons.`,
    }
  return { value: input.map((part) => namedLike(ACTIVITY_NAMES, part) ?? part) }
}

function arrangement(text: string): Value {
  const known = namedLike(IMPLEMENTATION_ARRANGEMENTS, text)
  if (known) return { value: known }
  return { sentence: `Implementation Arrangement must be one of ${IMPLEMENTATION_ARRANGEMENTS.join(', ')}.` }
}

/** A year as a number, a text or from a date: spreadsheets turn some years into dates. */
function year(label: string, { kind, text }: Cell): Value {
  // a day that can be read in two ways has one year
  const [day] = kind === 'number' ? [] : readDays(text)
  if (day !== undefined) return { value: Number(day.slice(0, 4)) }
  const value = /[,\s]/.test(text) ? null : wholeNumberOf(text)
  if (value === null || value < 0 || value > 999_999)
    return { sentence: `${label} must be a year such as 2024.` }
  return { value }
}

/** The text of a cell in the form of its type; lists keep their line breaks, and so do numbers. */
function textOf({ text }: Cell, type: ReturnType<typeof columnOfField>['type']): string {
  if (type === 'hectares' || type === 'year') return numberForm(text)
  return type === 'choices' ? paragraphForm(text) : lineForm(text)
}

const LOST_LETTER =
  'A letter of this cell was lost when the table was saved, and now appears as \ufffd. Please write it again.'

/** The value of one cell. The rules of the form decide whether it is valid for the profile. */
export function valueOf(field: ImportField, cell: Cell | undefined): Value {
  const { type, header } = columnOfField(field)
  const text = cell ? textOf(cell, type) : ''
  if (cell?.kind === 'fault') return { sentence: text }
  if (!cell || text === '') return { value: undefined }
  if (text.includes('\ufffd')) return { sentence: LOST_LETTER }
  if (
    cell.parted === ';' &&
    (type === 'year' || type === 'hectares') &&
    typedNumber(text, true) === 'doubtful'
  )
    return { sentence: WRITE_A_POINT }
  if (type === 'year') return year(header, { kind: cell.kind, text })
  if (cell.kind === 'date')
    return {
      sentence: `${header} contains a date, ${inSentence(text)}. Please format the cell as text and write it again.`,
    }
  if (type === 'choices') return activities(text)
  if (type === 'choice') return arrangement(text)
  return { value: text }
}
