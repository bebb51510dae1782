import { parseTypedDate } from '../lib/dates.ts'
import { searchForm } from '../lib/search-form.ts'
import { ELIGIBLE_ACTIVITIES, IMPLEMENTATION_ARRANGEMENTS } from '../sites/sites.fields.ts'
import { type Cell, shortened } from './cells.ts'
import { columnOfField, type ImportField } from './columns.ts'

/** What a cell says in the words of the form, or why it says nothing the form could hold. Empty is undefined. */
export type Value = { value: string | number | string[] | undefined } | { sentence: string }

/** A word as it is compared with those of the form: Word writes a dash where the form has a hyphen. */
const spelling = (text: string): string =>
  searchForm(text)
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

const namedLike = <Name extends string>(names: readonly Name[], text: string): Name | undefined =>
  names.find((name) => spelling(name) === spelling(text))

const ACTIVITY_NAMES = ELIGIBLE_ACTIVITIES.map(({ name }) => name)

/** Letters of other scripts, which look like those of the form: they are named, so that they can be seen. */
function strangers(text: string): string {
  const signs = [...new Set(text.match(/[^\p{Script=Latin}\p{Script=Common}]/gu))].slice(0, MOST_STRANGERS)
  if (signs.length === 0) return ''
  const named = signs.map((sign) => `"${sign}" (U+${codeOf(sign)})`).join(', ')
  return `: ${named} in it only ${signs.length === 1 ? 'looks like a letter' : 'look like letters'} of the template`
}
const MOST_STRANGERS = 5
const codeOf = (sign: string): string =>
  (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** The activities of a cell, parted by semicolons, lines or commas; none of their names holds one. */
function activities(text: string): Value {
  const given = text
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const unknown = given.find((part) => !namedLike(ACTIVITY_NAMES, part))
  if (unknown !== undefined)
    return {
      sentence: `"${shortened(unknown)}" is not one of the REDD+ Eligible Activities${strangers(unknown)}. Please write them as the template does, parted by semicolons.`,
    }
  return { value: given.map((part) => namedLike(ACTIVITY_NAMES, part) ?? part) }
}

function arrangement(text: string): Value {
  const known = namedLike(IMPLEMENTATION_ARRANGEMENTS, text)
  if (known) return { value: known }
  return { sentence: `Implementation Arrangement must be one of ${IMPLEMENTATION_ARRANGEMENTS.join(', ')}.` }
}

/** A year as a number, as a text, or of a day: spreadsheets make days of what looks like one. */
function year(label: string, { kind, text }: Cell): Value {
  const day = kind === 'number' ? null : parseTypedDate(text)
  if (day !== null) return { value: Number(day.slice(0, 4)) }
  if (!/^\d{1,6}$/.test(text)) return { sentence: `${label} must be a year such as 2024.` }
  return { value: Number(text) }
}

const LOST_LETTER =
  'A letter of this cell was lost when the table was saved, and stands there as \ufffd. Please write it again.'
/** a comma in a table of semicolons marks decimals as often as thousands (S-129) */
const WRITE_A_POINT = 'Write a point before the decimals, for example 1234.56.'

/** The value of one cell. What it means for the profile is for the rules of the form to say. */
export function valueOf(field: ImportField, cell: Cell | undefined): Value {
  const { type, header } = columnOfField(field)
  const text = cell?.text.trim() ?? ''
  if (cell?.kind === 'fault') return { sentence: text }
  if (!cell || text === '') return { value: undefined }
  if (text.includes('\ufffd')) return { sentence: LOST_LETTER }
  if (cell.parted === ';' && (type === 'year' || type === 'hectares') && /\d\s*,|,\s*\d/.test(text))
    return { sentence: WRITE_A_POINT }
  if (type === 'year') return year(header, { kind: cell.kind, text })
  if (cell.kind === 'date')
    return {
      sentence: `${header} holds a date, ${shortened(text)}. Please format the cell as text and write it again.`,
    }
  if (type === 'choices') return activities(text)
  if (type === 'choice') return arrangement(text)
  return { value: text }
}
