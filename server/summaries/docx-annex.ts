import { Paragraph } from 'docx'
import { ANNEX_COLUMNS, annexCells } from '../../shared/summaries/document-words.ts'
import { formatFigure } from '../../shared/activities/figure-words.ts'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { inXml } from '../sheets/xml.ts'

/*
 * The annex of a Word document, row by row as text: the library would hold some eighty kilobytes for each of thousands of
 * rows.
 */

/** No text of a document can become this markup. */
const STYLE = 'AnnexPlace'
const PLACE = `<w:p><w:pPr><w:pStyle w:val="${STYLE}"/></w:pPr></w:p>`

/** Where the annex goes. */
export const annexPlace = (): Paragraph => new Paragraph({ style: STYLE })

/** The document with its annex in its place. */
export function* withAnnex(xml: string, document: SummaryDocument): Generator<string> {
  const [before, after, ...more] = xml.split(PLACE)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('The Word document has no place for its annex.')
  yield before
  yield* annexTable(document)
  yield after
}

/** twentieths of a point, as Word counts; a page of A4 on its side between its margins */
const WIDTHS = [900, 3400, 3000, 1300, 900, 1000, 1600, 900, 958] as const
const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']

function* annexTable({ annex, regions }: SummaryDocument): Generator<string> {
  const borders = SIDES.map((side) => `<w:${side} w:val="single" w:color="auto" w:sz="4"/>`).join('')
  const width = WIDTHS.reduce((sum, one) => sum + one, 0)
  yield `<w:tbl><w:tblPr><w:tblW w:type="dxa" w:w="${width}"/><w:tblBorders>${borders}</w:tblBorders>`
  yield `<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`
  yield `${WIDTHS.map((one) => `<w:gridCol w:w="${one}"/>`).join('')}</w:tblGrid>`
  yield rowOf(ANNEX_COLUMNS, true)
  for (const row of annex)
    yield rowOf([...annexCells(row, regions).slice(0, -1), formatFigure(row.value)], false)
  // a table that ends a section is followed by a paragraph
  yield '</w:tbl><w:p/>'
}

function rowOf(cells: readonly string[], isHeader: boolean): string {
  const repeated = isHeader ? '<w:tblHeader/>' : ''
  return `<w:tr><w:trPr><w:cantSplit/>${repeated}</w:trPr>${cells.map((text, column) => cellOf(text, column, isHeader)).join('')}</w:tr>`
}

function cellOf(text: string, column: number, isHeader: boolean): string {
  const ground = isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="e4ebe6"/>' : ''
  // numbers are aligned
  const place = column === WIDTHS.length - 1 && !isHeader ? '<w:pPr><w:jc w:val="right"/></w:pPr>' : ''
  const looks = `<w:rPr>${isHeader ? '<w:b/>' : ''}<w:sz w:val="16"/></w:rPr>`
  return `<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="${WIDTHS[column] ?? 0}"/>${ground}</w:tcPr><w:p>${place}<w:r>${looks}<w:t xml:space="preserve">${inXml(text)}</w:t></w:r></w:p></w:tc>`
}
