import { fstatSync } from 'node:fs'
import { type Cell, columnOf, dayOfSerial, plainNumber } from '../../../shared/imports/cells.ts'
import {
  DAMAGED,
  LAST_ROW,
  MOST_COLUMNS,
  MOST_LETTERS,
  TableRefused,
  type TableRow,
  type TableSheet,
} from './table.ts'
import { type Parts, partsOf, readDateStyles, readTexts, workbookOf } from './xlsx-parts.ts'
import { allOf, readXml, unescaped } from './xml-parts.ts'

/** merged ranges of one sheet */
const MOST_MERGED = 20_000

/** "A1:XFD1048576" */
const LONGEST_RANGE = 30

type Range = { name: string; top: number; bottom: number; left: number; right: number }

/** The merged ranges of a sheet, which stand behind its rows. */
const mergedIn = (parts: Parts, sheet: string) =>
  allOf<Range>(parts.read(sheet), (make) => {
    let count = 0
    return {
      open: (element, { ref = '' }) => {
        if (element !== 'mergeCell') return
        count += 1
        if (count > MOST_MERGED)
          throw new TableRefused(
            'The table has too many merged cells. Please unmerge them and upload it again.',
          )
        const [from = '', to = from] = ref.split(':')
        const [left, right] = [columnOf(from), columnOf(to)]
        const [top, bottom] = [from, to].map((one) => Number(/\d{1,7}$/.exec(one)?.[0]))
        // what is merged further to the right is a stray
        if (left !== null && right !== null && left < MOST_COLUMNS && top && bottom)
          make({ name: ref.slice(0, LONGEST_RANGE), top, bottom, left, right })
      },
    }
  })

/** The merged ranges over the cells of one row; asked in the order of the rows. In no spreadsheet two of them meet. */
function mergesByRow(ranges: Range[]) {
  const sorted = ranges.sort((a, b) => a.top - b.top)
  let next = 0
  let open: Range[] = []
  return (row: number): readonly Range[] => {
    for (let range = sorted[next]; range && range.top <= row; range = sorted[next]) {
      open.push(range)
      next += 1
    }
    open = open.filter(({ bottom }) => bottom >= row)
    if (open.length > MOST_COLUMNS)
      throw new TableRefused(
        'Merged cells of the table lie over each other. Please unmerge them and upload it again.',
      )
    return open
  }
}

/** A cell as the file has it. */
type Raw = { column: number; type: string; style: number; formula: boolean; value: string; inline: string }

type Book = { texts: readonly string[]; dates: readonly boolean[]; from1904: boolean }

const FORMULA_WITHOUT_RESULT =
  'This cell holds a formula without a result. Please write the value itself, or open the table and save it again.'

const LOST_TEXT = 'The text of this cell is missing in the file. Please write it again.'
const NO_DAY = 'This cell holds a date that no calendar has. Please write it again.'
const LONGEST_ERROR = 40

const text = (letters: string): Cell | null => (letters === '' ? null : { kind: 'text', text: letters })

/** What stands in a cell; the result of a formula, never the formula. */
function cellOf({ type, style, formula, value, inline }: Raw, { texts, dates, from1904 }: Book): Cell | null {
  if (type === 'inlineStr') return text(unescaped(inline))
  if (value === '') return formula ? { kind: 'fault', text: FORMULA_WITHOUT_RESULT } : null
  if (type === 's') {
    const shared = texts[Number(value)]
    return shared === undefined ? { kind: 'fault', text: LOST_TEXT } : text(shared)
  }
  if (type === 'str') return text(unescaped(value))
  if (type === 'b') return text(value === '1' ? 'TRUE' : 'FALSE')
  if (type === 'e')
    return {
      kind: 'fault',
      text: `This cell holds the error ${value.slice(0, LONGEST_ERROR)}. Please correct it.`,
    }
  if (type === 'd') return { kind: 'date', text: value.slice(0, 10) }
  const number = Number(value)
  if (!Number.isFinite(number)) return text(value)
  if (dates[style]) {
    const day = dayOfSerial(number, from1904)
    return day === '' ? { kind: 'fault', text: NO_DAY } : { kind: 'date', text: day }
  }
  return { kind: 'number', text: plainNumber(number) }
}

/** The cells of a row that have no value of their own: all of a range over several rows, all but the first of one row's. */
const mergedCells = (ranges: readonly Range[]): TableRow['merged'] =>
  ranges.flatMap(({ name, top, bottom, left, right }) => {
    const from = top === bottom ? left + 1 : left
    const last = Math.min(right, MOST_COLUMNS - 1)
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => ({
      column: from + index,
      name,
    }))
  })

/** The rows of the sheet, one by one. */
async function* rowsOf(sheet: AsyncIterable<Buffer>, merged: Range[], book: Book): AsyncGenerator<TableRow> {
  const mergesOver = mergesByRow(merged)
  let number = 0
  let hidden = false
  let cells: (Cell | null)[] = []
  let raw: Raw | null = null
  let at = 0
  let into: 'value' | 'inline' | null = null
  let spoken = 0

  const keep = (letters: string) => {
    if (!raw || !into) return
    raw[into] += letters
    if (raw[into].length > MOST_LETTERS * 2)
      throw new TableRefused(`A cell in row ${number} holds more than a spreadsheet can.`)
  }
  yield* readXml<TableRow>(sheet, (make) => ({
    open: (element, attributes) => {
      if (element === 'row') {
        number = Number(attributes.r) || number + 1
        if (!Number.isInteger(number) || number < 1 || number > LAST_ROW) throw new TableRefused(DAMAGED)
        hidden = /^(1|true)$/.test(attributes.hidden ?? '')
        cells = []
        at = 0
      } else if (element === 'c') {
        const column = columnOf(attributes.r ?? '') ?? at
        at = column + 1
        const style = Number(attributes.s ?? 0)
        raw = { column, type: attributes.t ?? 'n', style, formula: false, value: '', inline: '' }
      } else if (element === 'f' && raw) raw.formula = true
      else if (element === 'rPh') spoken += 1
      into = element === 'v' ? 'value' : element === 't' && spoken === 0 ? 'inline' : null
    },
    text: keep,
    close: (element) => {
      into = null
      if (element === 'rPh') spoken -= 1
      if (element === 'c' && raw) {
        if (raw.column < MOST_COLUMNS) cells[raw.column] = cellOf(raw, book)
        raw = null
      }
      if (element !== 'row') return
      const own = Array.from(cells, (cell) => cell ?? null)
      make({ number, cells: own, merged: mergedCells(mergesOver(number)), hidden })
    },
  }))
}

/** The sheets of the .xlsx that is open as `file`, read part by part from the disk. */
export async function xlsxSheets(file: number): Promise<TableSheet[]> {
  const parts = partsOf(file, fstatSync(file).size)
  const { sheets, texts, styles, from1904 } = await workbookOf(parts)
  const book = {
    texts: await readTexts(parts, texts),
    dates: await readDateStyles(parts, styles),
    from1904,
  }
  return sheets.map(({ name, part }) => ({
    name,
    rows: async function* (withMerged) {
      yield* rowsOf(parts.read(part), withMerged ? await mergedIn(parts, part) : [], book)
    },
  }))
}
