import { Readable } from 'node:stream'
import { asNumber, cut, HEAD_ROWS, type Look, type Sheet, type SheetColumn } from './sheet.ts'
import { styleIndex, STYLES_XML } from './xlsx-styles.ts'
import { escaped, XML } from './xml.ts'
import { type ZipEntry, zipped } from './zip.ts'

/** the format's limit; what does not fit goes on in a further sheet */
const MOST_ROWS = 1_048_576

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of today's Excel, written while the rows are read: memory stays flat, nothing lies on disk. */
export const xlsxStream = (sheet: Sheet): Readable =>
  Readable.from(zipped(entries(sheet)), { objectMode: false })

async function* entries(sheet: Sheet): AsyncGenerator<ZipEntry> {
  const rows = sheet.rows[Symbol.asyncIterator]()
  const names: string[] = []
  try {
    for (let isDone = false; !isDone; ) {
      names.push(names.length === 0 ? sheet.name : `${sheet.name} ${names.length + 1}`)
      const text = sheetXml(sheet, rows, names.length === 1, (last) => {
        isDone = last
      })
      yield { name: `xl/worksheets/sheet${names.length}.xml`, text }
    }
  } finally {
    await rows.return?.()
  }
  for (const [name, text] of Object.entries(workbookParts(names))) yield { name, text: [XML + text] }
}

/** One sheet of as many rows as fit; tells at its end whether they were the last. */
async function* sheetXml(
  { title, columns }: Sheet,
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
    `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
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
    if (number > MOST_ROWS) {
      ended(false)
      break
    }
    const { value, done } = await rows.next()
    if (done) {
      ended(true)
      break
    }
    yield rowXml(number, value, columns)
  }
  yield '</sheetData><pageMargins left="0.3" right="0.3" top="0.4" bottom="0.4" header="0.3" footer="0.3"/>'
  yield '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
}

function rowXml(
  number: number,
  texts: readonly string[],
  columns: readonly Pick<SheetColumn, 'look'>[],
  height?: number,
): string {
  const cells = columns.map(({ look }, index) => cellXml(texts[index] ?? '', look(texts[index] ?? '')))
  return `<row r="${number}"${height ? ` ht="${height}" customHeight="1"` : ''}>${cells.join('')}</row>`
}

function cellXml(text: string, look: Look): string {
  const value = asNumber(text, look)
  if (value !== null) return `<c s="${styleIndex(look)}"><v>${value}</v></c>`
  return `<c s="${styleIndex(look)}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`
}

/** The small parts around the sheets. */
function workbookParts(names: string[]): Record<string, string> {
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, index) => text(name, index + 1)).join('')
  return {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(
      (name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="sheet${number}"/>`,
    )}</sheets></workbook>`,
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
