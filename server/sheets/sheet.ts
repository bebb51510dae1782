type Tone = 'green' | 'yellow' | 'red' | 'gray'

/** How a cell is stored and drawn. Numbers and days fall back to text where the cell holds something else. */
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
  /** of a cell, in its row */
  look: (cell: string, row: readonly string[]) => CellFormat
}

/** A table for a spreadsheet: a title row, a header row that stays in view, and rows as they are read. */
export type Sheet = {
  name: string
  title: string
  columns: readonly SheetColumn[]
  /** read when the sheets before this one are written */
  rows: AsyncIterable<readonly string[]>
  /** how many sheets of paper its columns may take side by side, and how many of them each of those repeats */
  paper: { wide: number; repeated: number }
}

/** The names of the sheets and the paper of each, as they came to be: a long table takes several. */
export type WrittenSheet = { name: string; paper: Sheet['paper'] }

/** Printed at the foot of each page. */
export const FOOTER = '&RPage &P of &N'

/** The rows above the first data row: title and headers. */
export const HEAD_ROWS = 2

/** The colours of both formats, as RRGGBB; those of the grades are the ones of the screens. */
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

/** Grade cells: the ground, and the ink that reads on it. */
export const FILLS = {
  green: { ground: 'green', ink: 'white' },
  yellow: { ground: 'yellow', ink: 'ink' },
  red: { ground: 'red', ink: 'white' },
  gray: { ground: 'gray', ink: 'white' },
} as const satisfies Partial<Record<CellFormat, { ground: Colour; ink: Colour }>>

/** "W" of column 22; there are never more than the letters. */
export const columnName = (index: number): string => String.fromCharCode(65 + index)

/** Number formats of the looks that have one. */
export const FORMATS = { whole: '0', area: '#,##0.00##', day: 'yyyy-mm-dd' } as const

const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000
/** day 0 of both formats, as they count from 1900 March on */
const EPOCH = Date.UTC(1899, 11, 30)

/** The number a cell is stored as, or null for a text. */
export function storedNumber(cell: string, look: CellFormat): number | null {
  if (look === 'whole' || look === 'area') return NUMBER.test(cell) ? Number(cell) : null
  if (look !== 'day' || !DAY.test(cell)) return null
  const time = Date.parse(`${cell}T00:00:00Z`)
  return Number.isNaN(time) ? null : (time - EPOCH) / DAY_MS
}

/** What both formats hold of one cell at most, in UTF-16 units; half a letter is never left. */
export const truncated = (text: string): string =>
  text.length <= 32_767 ? text : text.slice(0, 32_767).replace(/[\ud800-\udbff]$/, '')
