import { DAY_MS } from '../../shared/lib/durations.ts'

type Tone = 'green' | 'yellow' | 'red' | 'gray'

/** How a cell is stored and drawn. Numbers and days are stored as text where the cell contains anything else. */
export type CellFormat =
  | 'text'
  | 'whole'
  | 'area'
  | 'day'
  | 'green'
  | 'yellow'
  | 'red'
  | 'gray'
  | `${Tone}Provisional`
  | 'title'
  | 'header'

export type SheetColumn = {
  label: string
  /** in letters */
  width: number
  /** the format of a cell, in its row */
  look: (cell: string, row: readonly string[]) => CellFormat
}

/** The look of a column of texts. */
export const textLook = () => 'text' as const

/** A table for a spreadsheet: a title row, a header row that stays visible, and rows as they are read. */
export type Sheet = {
  name: string
  title: string
  columns: readonly SheetColumn[]
  /** read when the sheets before this one are written */
  rows: AsyncIterable<readonly string[]>
  /** the most pages side by side that the columns may take, and how many columns each page repeats */
  paper: { wide: number; repeated: number }
}

/** A written sheet: a long table takes several, each with its name. */
export type WrittenSheet = { name: string; paper: Sheet['paper'] }

/** Printed at the foot of each page. */
export const FOOTER = '&RPage &P of &N'

/** The rows above the first data row: title and headers. */
export const HEAD_ROWS = 2

/** The colours of both formats, as RRGGBB; those of the grades are the same as on the screens. */
export const COLOURS = {
  ink: '1C2B22',
  white: 'FFFFFF',
  leaf: '1B5E20',
  leafSoft: 'EEF7EF',
  line: 'D7DED8',
  green: '1B6E33',
  yellow: 'F2C037',
  red: 'B02525',
  gray: '6B746E',
} as const
export type Colour = keyof typeof COLOURS

/** Grade cells: the background, and a text colour that is legible on it. */
export const FILLS = {
  green: { ground: 'green', ink: 'white' },
  yellow: { ground: 'yellow', ink: 'ink' },
  red: { ground: 'red', ink: 'white' },
  gray: { ground: 'gray', ink: 'white' },
} as const satisfies Partial<Record<CellFormat, { ground: Colour; ink: Colour }>>

/** "W" for index 22; tables never have more than 26 columns. */
export const columnName = (index: number): string => String.fromCharCode(65 + index)

/** Number formats of the cell formats that have one. */
export const FORMATS = { whole: '0', area: '#,##0.00##', day: 'yyyy-mm-dd' } as const

const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
/** day 0 of both formats, as they count from March 1900 on */
const EPOCH = Date.UTC(1899, 11, 30)

/** Returns the number that a cell is stored as, or null for a text. */
export function storedNumber(cell: string, look: CellFormat): number | null {
  if (look === 'whole' || look === 'area') return NUMBER.test(cell) ? Number(cell) : null
  if (look !== 'day' || !DAY.test(cell)) return null
  const time = Date.parse(`${cell}T00:00:00Z`)
  return Number.isNaN(time) ? null : (time - EPOCH) / DAY_MS
}

/** Cuts a text to the longest cell of both formats, in UTF-16 units, never in the middle of a letter. */
export const truncated = (text: string): string =>
  text.length <= 32_767 ? text : text.slice(0, 32_767).replace(/[\ud800-\udbff]$/, '')

/** Dates and numbers are not wrapped, so that they are never cut in two. */
const isWrapped = (look: CellFormat): boolean => look !== 'title' && !(look in FORMATS)

/** the height of a line, and the tallest row of both formats, in points */
const LINE_POINTS = 12.75
const MAX_POINTS = 409

/**
 * Returns the height of a row in points, from the wrapped text of its tallest cell. Programs that do not measure
 * wrapped texts themselves show them whole.
 */
export function rowPoints(texts: readonly string[], columns: readonly SheetColumn[]): number {
  let lines = 1
  for (const [index, { look, width }] of columns.entries()) {
    const text = texts[index] ?? ''
    if ((text.length <= width && !text.includes('\n')) || !isWrapped(look(text, texts))) continue
    const needed = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / width)))
    lines = Math.max(
      lines,
      needed.reduce((sum, count) => sum + count, 0),
    )
  }
  return Math.min(lines * LINE_POINTS, MAX_POINTS)
}
