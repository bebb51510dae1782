import {
  AlignmentType,
  Document,
  Footer,
  Header,
  type ISectionOptions,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  TextRun,
} from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { inXml, XML } from '../sheets/xml.ts'
import { zipped } from '../sheets/zip.ts'
import { withAnnex } from './docx-annex.ts'
import { annexOf, bodyOf } from './docx-body.ts'
import type { Block } from './docx-parts.ts'

const NOTICES = {
  draft: 'DRAFT: this summary is not frozen, its numbers and texts may still change',
  demonstration: 'DEMONSTRATION: every person, site and file in this summary is invented',
}
/** What the head of every page says above the title. */
export type DocxNotice = keyof typeof NOTICES

/**
 * Returns a summary as a Word document: the same bytes for the same document. The dates that the library takes from the
 * clock, in the properties and in the zip, are replaced. Links and pictures are not used, because the library numbers
 * them at random.
 */
export async function docxBytes(document: SummaryDocument, notices: DocxNotice[]): Promise<Buffer> {
  const overrides = [{ path: CORE, data: coreProperties(document) }]
  const files = unzipSync(await Packer.toBuffer(wordDocument(document, notices), undefined, overrides))
  const entries = Object.entries(files).map(([name, bytes]) => ({
    name,
    text: name === 'word/document.xml' ? withAnnex(strFromU8(bytes), document) : [strFromU8(bytes)],
  }))
  const pieces: Buffer[] = []
  for await (const piece of zipped(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const CORE = 'docProps/core.xml'

/** The properties of the document, with the bureau as author and the day of the data as date. */
function coreProperties({ title, bureau_name, data_of }: SummaryDocument): string {
  const day = `${data_of}T00:00:00Z`
  return [
    `${XML}<cp:coreProperties`,
    ' xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${inXml(title)}</dc:title><dc:creator>${inXml(bureau_name)}</dc:creator>`,
    `<cp:lastModifiedBy>${inXml(bureau_name)}</cp:lastModifiedBy><cp:revision>1</cp:revision>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${day}</dcterms:created>`,
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${day}</dcterms:modified>`,
    '<dc:language>en</dc:language></cp:coreProperties>',
  ].join('')
}

const FONT = 'Arial'
const headingStyle = (size: number) => ({
  run: { font: FONT, size, bold: true, color: '1b4d2e' },
  paragraph: { spacing: { before: size * 10, after: 120 } },
})

const STYLES = {
  default: {
    document: { run: { font: FONT, size: 21, language: { value: 'en-PH' } } },
    title: headingStyle(44),
    heading1: headingStyle(32),
    heading2: headingStyle(26),
    heading3: headingStyle(22),
    caption: { run: { font: FONT, size: 19, bold: true, color: '1b4d2e' } },
  },
}

function wordDocument(document: SummaryDocument, notices: DocxNotice[]): Document {
  const section = (children: Block[], isWide: boolean): ISectionOptions => ({
    properties: isWide ? { page: { size: { orientation: PageOrientation.LANDSCAPE } } } : {},
    headers: { default: headerOf(document, notices) },
    footers: { default: footerOf(document) },
    children,
  })
  return new Document({
    styles: STYLES,
    sections: [section(bodyOf(document), false), section(annexOf(), true)],
  })
}

const headerOf = ({ title }: SummaryDocument, notices: DocxNotice[]): Header =>
  new Header({
    children: [
      ...notices.map(
        (notice) =>
          new Paragraph({
            alignment: AlignmentType.CENTER,
            children: [new TextRun({ text: NOTICES[notice], bold: true, color: 'b02525' })],
          }),
      ),
      new Paragraph({ children: [new TextRun({ text: title, size: 16, color: '52605a' })] }),
    ],
  })

const footerOf = ({ bureau_name }: SummaryDocument): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [
          new TextRun({
            size: 16,
            children: [`${bureau_name}, page `, PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
          }),
        ],
      }),
    ],
  })
