import { Readable } from 'node:stream'
import {
  type CellFormat,
  columnName,
  FOOTER,
  HEAD_ROWS,
  rowPoints,
  type Sheet,
  type SheetColumn,
  storedNumber,
  truncated,
  type WrittenSheet,
} from './sheet.ts'
import { styleIndex, STYLES_XML } from './xlsx-styles.ts'
import { escaped, isPlain, XML } from './xml.ts'
import { type ZipEntry, zipped } from './zip.ts'

/** the format's limit; further rows go to another sheet */
const MAX_ROWS = 1_048_576

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of current Excel, written while the rows are read, with constant memory use and nothing on disk. */
export const xlsxStream = (sheets: readonly Sheet[]): Readable =>
  Readable.from(zipped(entries(sheets)), { objectMode: false })

async function* entries(sheets: readonly Sheet[]): AsyncGenerator<ZipEntry> {
  const written: WrittenSheet[] = []
  for (const sheet of sheets) yield* partsOf(sheet, written)
  for (const [name, text] of Object.entries(workbookParts(written))) yield { name, text: [XML + text] }
}

/** Yields the sheets of one table. */
async function* partsOf(sheet: Sheet, written: WrittenSheet[]): AsyncGenerator<ZipEntry> {
  const rows = sheet.rows[Symbol.asyncIterator]()
  const before = written.length
  try {
    for (let isDone = false; !isDone; ) {
      const number = written.length - before + 1
      written.push({ name: number === 1 ? sheet.name : `${sheet.name} ${number}`, paper: sheet.paper })
      const text = sheetXml(sheet, rows, written.length === 1, (last) => {
        isDone = last
      })
      yield { name: `xl/worksheets/sheet${written.length}.xml`, text }
    }
  } finally {
    await rows.return?.()
  }
}

/** Yields one sheet with as many rows as fit; reports at its end whether they were the last. */
async function* sheetXml(
  { title, columns, paper }: Sheet,
  rows: AsyncIterator<readonly string[]>,
  isFirst: boolean,
  ended: (isLast: boolean) => void,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = `<pane ySplit="${HEAD_ROWS}" topLeftCell="A${HEAD_ROWS + 1}" activePane="bottomLeft" state="frozen"/>`
  const labels = columns.map(({ label }) => label)
  yield [
    `${XML}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>${pane}</sheetView></sheetViews>`,
    `<cols>${widths.join('')}</cols><sheetData>`,
    rowXml(1, [title], [{ look: () => 'title' }], 24),
    rowXml(
      2,
      labels,
      labels.map(() => ({ look: () => 'header' })),
      30,
    ),
  ].join('')
  for (let number = HEAD_ROWS + 1; ; number += 1) {
    if (number > MAX_ROWS) {
      ended(false)
      break
    }
    const { value, done } = await rows.next()
    if (done) {
      ended(true)
      break
    }
    yield rowXml(number, value, columns, rowPoints(value, columns))
  }
  yield '</sheetData><pageMargins left="0.3" right="0.3" top="0.4" bottom="0.75" header="0.3" footer="0.3"/>'
  yield `<pageSetup paperSize="9" orientation="landscape" fitToWidth="${paper.wide}" fitToHeight="0"/>`
  yield `<headerFooter><oddFooter>${escaped(FOOTER)}</oddFooter></headerFooter></worksheet>`
}

function rowXml(
  number: number,
  texts: readonly string[],
  columns: readonly Pick<SheetColumn, 'look'>[],
  points: number,
): string {
  const cells = columns.map(({ look }, index) => cellXml(texts[index] ?? '', look(texts[index] ?? '', texts)))
  const fixed = number <= HEAD_ROWS ? ' customHeight="1"' : ''
  return `<row r="${number}" ht="${points}"${fixed}>${cells.join('')}</row>`
}

function cellXml(text: string, look: CellFormat): string {
  const value = storedNumber(text, look)
  if (value !== null) return `<c s="${styleIndex(look)}"><v>${value}</v></c>`
  const stored = truncated(text)
  const inline = isPlain(stored) ? `<t>${stored}</t>` : `<t xml:space="preserve">${escaped(stored)}</t>`
  return `<c s="${styleIndex(look)}" t="inlineStr"><is>${inline}</is></c>`
}

/** What each printed page repeats: the head rows, and the first columns where a page does not show them all. */
function printTitles({ name, paper }: WrittenSheet): string {
  const rows = `'${name}'!$1:$${HEAD_ROWS}`
  return paper.repeated === 0 ? rows : `'${name}'!$A:$${columnName(paper.repeated - 1)},${rows}`
}

/** The small parts around the sheets. */
function workbookParts(written: WrittenSheet[]): Record<string, string> {
  const each = (text: (name: string, number: number) => string) =>
    written.map(({ name }, index) => text(name, index + 1)).join('')
  const titles = written.map(
    (sheet, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escaped(printTitles(sheet))}</definedName>`,
  )
  return {
    'xl/workbook.xml': `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${each(
      (name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="sheet${number}"/>`,
    )}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each(
      (_, number) =>
        `<Relationship Id="sheet${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES_XML,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="workbook" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each(
      (_, number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    )}</Types>`,
  }
}
