import {
  type CellFormat,
  type Colour,
  COLOURS,
  FILLS,
  FORMATS,
  HEAD_ROWS,
  type WrittenSheet,
} from './sheet.ts'
import { beginning, GLOBALS, long, longText, record, shortText, words } from './xls-records.ts'

/** Excel's palette of 1997; eight repeated entries (24 to 32) are replaced by the colours of the product. */
const EXCEL_PALETTE = [
  '000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080',
  'C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF',
  '800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC',
  '99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333',
]
  .join(' ')
  .split(' ')
const FIRST_PRODUCT_COLOUR = 24
/** palette entries are numbered from 8 on */
const PALETTE_BASE = 8

const PRODUCT_COLOURS = Object.keys(COLOURS) as Colour[]
const indexOf = (colour: Colour): number =>
  PALETTE_BASE + FIRST_PRODUCT_COLOUR + PRODUCT_COLOURS.indexOf(colour)

function palette(): Buffer {
  const all = [...EXCEL_PALETTE]
  PRODUCT_COLOURS.forEach((colour, index) => {
    all[FIRST_PRODUCT_COLOUR + index] = COLOURS[colour]
  })
  return record(
    0x0092,
    Buffer.concat([words(all.length), Buffer.from(all.map((rgb) => `${rgb}00`).join(''), 'hex')]),
  )
}

type Font = { colour: Colour; points: number; bold: boolean; italic?: true }
const FONTS = {
  plain: { colour: 'ink', points: 10, bold: false },
  header: { colour: 'ink', points: 10, bold: true },
  title: { colour: 'leaf', points: 14, bold: true },
  onGrade: { colour: 'white', points: 10, bold: false },
  italic: { colour: 'ink', points: 10, bold: false, italic: true },
  italicOnGrade: { colour: 'white', points: 10, bold: false, italic: true },
} as const satisfies Record<string, Font>
type FontName = keyof typeof FONTS
/** the format has no font 4 */
const fontNumber = (name: FontName) => {
  const index = Object.keys(FONTS).indexOf(name)
  return index < 4 ? index : index + 1
}
const ITALIC = 0x0002

const font = ({ colour, points, bold, italic }: Font): Buffer =>
  record(
    0x0031,
    Buffer.concat([
      words(points * 20, italic ? ITALIC : 0, indexOf(colour), bold ? 700 : 400, 0),
      Buffer.alloc(4),
      shortText('Arial'),
    ]),
  )

/** custom formats are numbered from here */
const FORMAT_BASE = 164
const formatNumber = (look: keyof typeof FORMATS) => FORMAT_BASE + Object.keys(FORMATS).indexOf(look)

type Style = {
  font: FontName
  format?: keyof typeof FORMATS
  ground?: Colour
  wrap?: boolean
  line?: boolean
}
const SOLID = 1
const THIN = 1
const NO_COLOUR = 0x40
const AUTOMATIC = 0x41

/** A cell style: font, format, wrapping, a line below, a background. */
function cellStyle({ font: name, format, ground, wrap, line }: Style): Buffer {
  const alignment = wrap ? 0x08 : 0x00
  const below = line ? THIN << 12 : 0
  const lineColour = line ? indexOf('line') << 7 : 0
  const body = Buffer.concat([
    words(fontNumber(name), format ? formatNumber(format) : 0, 0x0001),
    Buffer.from([alignment, 0, 0, 0xfc]),
    long(below),
    long(lineColour + (ground ? SOLID * 2 ** 26 : 0)),
    words((ground ? indexOf(ground) : NO_COLOUR) | (AUTOMATIC << 7)),
  ])
  return record(0x00e0, body)
}

/** The fifteen built-in styles every file begins with, and the plain cell style after them. */
const parentStyle = record(
  0x00e0,
  Buffer.concat([words(0, 0, 0xfff5), Buffer.from([0x20, 0, 0, 0xf4]), long(0), long(0), words(0x20c0)]),
)
const BUILT_IN_STYLES = 15

const STYLES = {
  plain: { font: 'plain' },
  title: { font: 'title' },
  header: { font: 'header', ground: 'leafSoft', wrap: true, line: true },
  text: { font: 'plain', wrap: true },
  whole: { font: 'plain', format: 'whole' },
  area: { font: 'plain', format: 'area' },
  day: { font: 'plain', format: 'day' },
  green: { font: 'onGrade', ground: FILLS.green.ground, wrap: true },
  yellow: { font: 'plain', ground: FILLS.yellow.ground, wrap: true },
  red: { font: 'onGrade', ground: FILLS.red.ground, wrap: true },
  gray: { font: 'onGrade', ground: FILLS.gray.ground, wrap: true },
  greenProvisional: { font: 'italicOnGrade', ground: FILLS.green.ground, wrap: true },
  yellowProvisional: { font: 'italic', ground: FILLS.yellow.ground, wrap: true },
  redProvisional: { font: 'italicOnGrade', ground: FILLS.red.ground, wrap: true },
  grayProvisional: { font: 'italicOnGrade', ground: FILLS.gray.ground, wrap: true },
} as const satisfies Record<CellFormat | 'plain', Style>

/** The number of a style in cell records. */
export const styleNumber = (style: keyof typeof STYLES): number =>
  BUILT_IN_STYLES + Object.keys(STYLES).indexOf(style)

/** The beginning of a workbook, up to its list of sheets: fonts, formats, styles and palette. */
export function globalsHead(): Buffer {
  const window = record(0x003d, words(0, 0, 0x4000, 0x2000, 0x0038, 0, 0, 1, 600))
  const normal = record(0x0293, Buffer.from([0x00, 0x80, 0x00, 0xff]))
  return Buffer.concat([
    beginning(GLOBALS),
    record(0x0042, words(0x04b0)),
    window,
    record(0x0022, words(0)),
    ...Object.values(FONTS).map(font),
    ...Object.values(FORMATS).map((text, index) =>
      record(0x041e, Buffer.concat([words(FORMAT_BASE + index), longText(text)])),
    ),
    ...Array.from({ length: BUILT_IN_STYLES }, () => parentStyle),
    ...Object.values(STYLES).map(cellStyle),
    normal,
    palette(),
  ])
}

/** One entry of the list of sheets: its position in the stream, and its name. */
export const sheetEntry = (offset: number, name: string): Buffer =>
  record(0x0085, Buffer.concat([long(offset), words(0), shortText(name)]))

/** the format's built-in name for what each page repeats */
const PRINT_TITLES = 0x07
const BUILT_IN = 0x0020
const AREA = 0x3b
const MEMORY = 0x29
const UNION = 0x10
const LAST_ROW = 0xffff
const LAST_COLUMN = 0xff

/** What each printed page of each sheet repeats: the head rows, and the first columns where set. */
export function printTitles(sheets: readonly WrittenSheet[]): Buffer {
  const itself = record(0x01ae, words(sheets.length, 0x0401))
  const places = record(
    0x0017,
    Buffer.concat([words(sheets.length), ...sheets.map((_, index) => words(0, index, index))]),
  )
  const names = sheets.map(({ paper }, index) => {
    const area = (rows: [number, number], columns: [number, number]) =>
      Buffer.concat([Buffer.from([AREA]), words(index, ...rows, ...columns)])
    const head = area([0, HEAD_ROWS - 1], [0, LAST_COLUMN])
    const withColumns = () => {
      const both = [area([0, LAST_ROW], [0, paper.repeated - 1]), head, Buffer.from([UNION])]
      const length = both.reduce((sum, part) => sum + part.length, 0)
      return Buffer.concat([Buffer.from([MEMORY]), words(length), ...both])
    }
    const formula = paper.repeated === 0 ? head : withColumns()
    return record(
      0x0018,
      Buffer.concat([
        words(BUILT_IN),
        Buffer.from([0, 1]),
        words(formula.length, 0, index + 1),
        Buffer.alloc(4),
        Buffer.from([0, PRINT_TITLES]),
        formula,
      ]),
    )
  })
  return Buffer.concat([itself, places, ...names])
}
