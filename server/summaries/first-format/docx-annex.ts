import { Paragraph } from 'docx'
import { ANNEX_COLUMNS, annexCells } from '../../../shared/summaries/document-words.ts'
import { formatFigure } from '../../../shared/activities/figure-words.ts'
import type { FirstDocument } from '../../../shared/summaries/first-document.ts'
import { inXml } from '../../sheets/xml.ts'

/*
 * The annex of a Word document, written row by row as XML text: the library would use some eighty kilobytes of memory
 * for each of thousands of rows.
 */

/** markup that no text of a document can produce */
const STYLE = 'AnnexPlace'
const PLACE = `<w:p><w:pPr><w:pStyle w:val="${STYLE}"/></w:pPr></w:p>`

/** Returns the placeholder that `withAnnex` replaces. */
export const annexPlace = (): Paragraph => new Paragraph({ style: STYLE })

/** Yields the document's XML with the annex instead of its placeholder. */
export function* withAnnex(xml: string, document: FirstDocument): Generator<string> {
  const [before, after, ...more] = xml.split(PLACE)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('The Word document has no place for its annex.')
  yield before
  yield* annexTable(document)
  yield after
}

/** in twentieths of a point; together the width of a landscape A4 page between its margins */
const WIDTHS = [900, 3400, 3000, 1300, 900, 1000, 1600, 900, 958] as const
const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']

function* annexTable({ annex, regions }: FirstDocument): Generator<string> {
  const borders = SIDES.map((side) => `<w:${side} w:val="single" w:color="auto" w:sz="4"/>`).join('')
  const width = WIDTHS.reduce((sum, one) => sum + one, 0)
  yield `<w:tbl><w:tblPr><w:tblW w:type="dxa" w:w="${width}"/><w:tblBorders>${borders}</w:tblBorders>`
  yield `<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>`
  yield `${WIDTHS.map((one) => `<w:gridCol w:w="${one}"/>`).join('')}</w:tblGrid>`
  yield rowOf(ANNEX_COLUMNS, true)
  for (const row of annex)
    yield rowOf([...annexCells(row, regions).slice(0, -1), formatFigure(row.value)], false)
  // Word requires a paragraph after a table that ends a section
  yield '</w:tbl><w:p/>'
}

function rowOf(cells: readonly string[], isHeader: boolean): string {
  const repeated = isHeader ? '<w:tblHeader/>' : ''
  return `<w:tr><w:trPr><w:cantSplit/>${repeated}</w:trPr>${cells.map((text, column) => cellOf(text, column, isHeader)).join('')}</w:tr>`
}

function cellOf(text: string, column: number, isHeader: boolean): string {
  const ground = isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="e4ebe6"/>' : ''
  // numbers are aligned right
  const place = column === WIDTHS.length - 1 && !isHeader ? '<w:pPr><w:jc w:val="right"/></w:pPr>' : ''
  const looks = `<w:rPr>${isHeader ? '<w:b/>' : ''}<w:sz w:val="16"/></w:rPr>`
  return `<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="${WIDTHS[column] ?? 0}"/>${ground}</w:tcPr><w:p>${place}<w:r>${looks}<w:t xml:space="preserve">${inXml(text)}</w:t></w:r></w:p></w:tc>`
}
