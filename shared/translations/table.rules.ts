import type { Cell } from '../imports/cells.ts'
import { equalWordComplaint, translationComplaint, translationForm } from './text-rules.ts'
import type { SheetLine, Translation } from './translations.schema.ts'

/** The columns of the table of texts; those that a table must have to be read come first. */
export const TABLE_COLUMNS = {
  key: 'Key',
  english: 'English',
  text: 'Translation',
  tick: 'Reviewed: write x',
  seen: 'Version',
} as const
export type TableColumn = keyof typeof TABLE_COLUMNS
export const NEEDED_COLUMNS = ['key', 'english', 'text'] as const satisfies readonly TableColumn[]

/** A row of a table, with its cells that are not empty. */
export type TableTexts = { number: number; cells: Partial<Record<TableColumn, Cell>> }

const TICKS = ['x', 'yes', 'oo', '✓', '✔', '1', 'true']
const NO_TICKS = ['', 'no', 'hindi', '0', 'false']

const valueOf = (cell: Cell | undefined): string => cell?.text ?? ''

/** Returns why a row cannot be saved, or null. `text` is its translation in the form in which it is stored. */
function faultOf(
  { cells }: TableTexts,
  { now, text, isRepeated }: { now: Translation | undefined; text: string; isRepeated: boolean },
): string | null {
  const broken = Object.values(cells).find(({ kind }) => kind === 'fault')
  if (broken) return broken.text
  if (!cells.key) return 'The key is missing.'
  if (!now) return 'The product has no text with this key.'
  if (isRepeated) return 'This key is in an earlier row already.'
  if (translationForm(now.english, valueOf(cells.english)) !== translationForm(now.english, now.english))
    return 'The English is not the English of today: the table is old. Please download it again.'
  const tick = valueOf(cells.tick).trim().toLowerCase()
  if (!TICKS.includes(tick) && !NO_TICKS.includes(tick))
    return 'Write x if the text is reviewed; otherwise leave the cell empty.'
  if (text === now.text) return null
  const complaint = translationComplaint(now.english, text)
  if (complaint) return complaint
  const isNewer = cells.seen && valueOf(cells.seen).trim() !== now.seen
  return isNewer ? 'This text was changed after the table was downloaded. Please download it again.' : null
}

const WAITS = 'A change of this official word is waiting for a second person.'

/** Judges the rows of a table by the texts as they are now: each is a line with what it changes or its fault. */
export function judgeTable(
  rows: readonly TableTexts[],
  texts: ReadonlyMap<string, Translation>,
): { lines: SheetLine[]; unchanged: number } {
  const known = new Set<string>()
  // as the texts would be after the rows so far
  const then = new Map<string, Pick<Translation, 'english' | 'text'>>(texts)
  const lines: SheetLine[] = []
  for (const row of rows) {
    const key = valueOf(row.cells.key).trim()
    const now = texts.get(key)
    const text = translationForm(now?.english ?? '', valueOf(row.cells.text))
    const ofRow = faultOf(row, { now, text, isRepeated: known.has(key) })
    known.add(key)
    const isTicked = TICKS.includes(valueOf(row.cells.tick).trim().toLowerCase())
    const isNew = now !== undefined && text !== now.text
    const reviewed = isTicked && (isNew || now?.state !== 'reviewed')
    if (ofRow === null && !isNew && !reviewed) continue
    const fault = ofRow ?? (now?.proposal ? WAITS : equalWordComplaint(key, text, then))
    if (now && fault === null) then.set(key, { english: now.english, text })
    lines.push({
      row: row.number,
      key,
      reviewed: reviewed && fault === null,
      fault,
      before: isNew ? now.text : null,
      text: isNew ? text : null,
    })
  }
  return { lines, unchanged: rows.length - lines.length }
}
