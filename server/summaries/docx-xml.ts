import { fragmentWords, type Numbers, numberWords, tableName } from '../../shared/summaries/document-words.ts'
import type { Fragment, Paragraph } from '../../shared/summaries/summary-document.ts'
import { inXml } from '../sheets/xml.ts'

/*
 * WordprocessingML as text. The order of elements is that of its schema; bookmarks have running numbers. So the same
 * document has the same bytes, and thousands of numbers need little memory.
 */

type Looks = {
  bold?: boolean
  italic?: boolean
  color?: string
  size?: number
  highlight?: boolean
  raised?: boolean
}

const looksOf = ({ bold, italic, color, size, highlight, raised }: Looks): string => {
  const inside = [
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    color ? `<w:color w:val="${color}"/>` : '',
    size ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : '',
    highlight ? '<w:highlight w:val="yellow"/>' : '',
    raised ? '<w:vertAlign w:val="superscript"/>' : '',
  ].join('')
  return inside && `<w:rPr>${inside}</w:rPr>`
}

/** Returns a text as runs, with its line breaks. */
export const run = (text: string, looks: Looks = {}): string =>
  text
    .split(/\r\n?|\n/)
    .map(
      (line, index) =>
        `<w:r>${looksOf(looks)}${index > 0 ? '<w:br/>' : ''}<w:t xml:space="preserve">${inXml(line)}</w:t></w:r>`,
    )
    .join('')

/** A field with the result that it had when the document was written. */
export const field = (instruction: string, result: string): string =>
  `${fieldBegin(instruction)}${result}${FIELD_END}`
export const fieldBegin = (instruction: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`
export const FIELD_END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'

/** A link to a bookmark of the document. */
export const linkTo = (bookmark: string, inside: string): string =>
  `<w:hyperlink w:anchor="${bookmark}" w:history="1">${inside}</w:hyperlink>`

/** Marks places with names; the numbers of bookmarks must differ. */
export function bookmarks(): (name: string, inside: string) => string {
  let last = 0
  return (name, inside) => {
    last += 1
    return `<w:bookmarkStart w:id="${last}" w:name="${name}"/>${inside}<w:bookmarkEnd w:id="${last}"/>`
  }
}

/** the number of the list of all bullets */
export const BULLETS = 1

/** Gives each numbered list a number of its own; `starts` are those numbers, each with the first of its items. */
export function numberedLists() {
  const starts: [list: number, start: number][] = []
  return {
    starts,
    add: (start: number): number => {
      const list = BULLETS + 1 + starts.length
      starts.push([list, start])
      return list
    },
  }
}
export type NumberedLists = ReturnType<typeof numberedLists>

/** Makes a paragraph an item of a list. */
export const inList = (list: number): string =>
  `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`

/** The names of bookmarks, which have no other signs than letters, digits and underscores. */
export const bookmarkOf = {
  heading: (id: string) => `_Toc_${id.replaceAll('-', '_')}`,
  table: (number: number) => `Table_${number}`,
  number: (ref: string) => `Number_${ref}`,
}

export const paragraph = (style: string, inside: string, more = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${inside}</w:p>`

const MUTED = '52605a'

/** A reference such as "[A12]", raised so that it cannot be read as part of the number, which leads to the annex. */
const referenceRun = (ref: string): string =>
  linkTo(bookmarkOf.number(ref), run(` [${ref}]`, { raised: true, color: MUTED }))

function fragmentRuns(numbers: Numbers, fragment: Fragment): string {
  if ('table' in fragment)
    return linkTo(bookmarkOf.table(fragment.table), run(tableName(fragment.table), { color: '1b4d2e' }))
  const words = run(fragmentWords(numbers, fragment), 'missing' in fragment ? { highlight: true } : {})
  return 'ref' in fragment ? words + referenceRun(fragment.ref) : words
}

/** A paragraph of the document as runs, with a reference after each number. */
export const runsOf = (numbers: Numbers, pieces: Paragraph): string =>
  pieces.map((piece) => fragmentRuns(numbers, piece)).join('')

export const numberRuns = (numbers: Numbers, ref: string): string =>
  run(numberWords(numbers, ref)) + referenceRun(ref)

export type Cell = { inside: string; isNumber?: boolean }

const GROUND = '<w:shd w:val="clear" w:color="auto" w:fill="e4ebe6"/>'
const SIDES = ['top', 'bottom', 'insideH']
const MARGINS = [
  ['top', 20],
  ['left', 60],
  ['bottom', 20],
  ['right', 60],
]
  .map(([side, width]) => `<w:${side} w:w="${width}" w:type="dxa"/>`)
  .join('')
const BORDERS = SIDES.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="c3ccc5"/>`).join(
  '',
)

type TableOptions = {
  /** of its columns */
  widths: readonly number[]
  style?: string
  /** the heads of numbers stand above them */
  hasNumbers?: boolean
  /** it stands on one page */
  isKeptTogether?: boolean
}

/** Yields a table with a head that each page repeats. */
export function* tableXml(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { widths, style = 'TableText', hasNumbers = true, isKeptTogether = false }: TableOptions,
): Generator<string> {
  const rowXml = (cells: readonly Cell[], { isHeader = false, isKept = isKeptTogether } = {}) => {
    const keep = isKept ? '<w:keepNext/>' : ''
    const cellXml = ({ inside, isNumber }: Cell, at: number) =>
      `<w:tc><w:tcPr><w:tcW w:w="${widths[at] ?? 0}" w:type="dxa"/>${isHeader ? GROUND : ''}</w:tcPr>${paragraph(isHeader ? 'TableText' : style, inside, isNumber ? `${keep}<w:jc w:val="right"/>` : keep)}</w:tc>`
    return `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map(cellXml).join('')}</w:tr>`
  }
  yield `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((sum, one) => sum + one, 0)}" w:type="dxa"/>`
  yield `<w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/>`
  yield `<w:tblCellMar>${MARGINS}</w:tblCellMar></w:tblPr>`
  yield `<w:tblGrid>${widths.map((one) => `<w:gridCol w:w="${one}"/>`).join('')}</w:tblGrid>`
  const heads = columns.map((words, at) => ({
    inside: run(words, { bold: true }),
    isNumber: at > 0 && hasNumbers,
  }))
  yield rowXml(heads, { isHeader: true })
  for (const [at, cells] of rows.entries())
    yield rowXml(cells, { isKept: isKeptTogether && at < rows.length - 1 })
  yield '</w:tbl>'
}
