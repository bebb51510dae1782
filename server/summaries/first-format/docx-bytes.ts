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
import type { FirstDocument } from '../../../shared/summaries/first-document.ts'
import { zipped } from '../../sheets/zip.ts'
import { CORE, coreProperties, type DocxNotice, NOTICES } from '../docx-core.ts'
import { withAnnex } from './docx-annex.ts'
import { annexOf, bodyOf } from './docx-body.ts'
import type { Block } from './docx-parts.ts'

/**
 * Returns a summary of the first format as a Word document, as it was when it was frozen: the same bytes for the same document. The dates that the library takes from the
 * clock, in the properties and in the zip, are replaced. Links and pictures are not used, because the library numbers
 * them at random.
 */
export async function firstDocxBytes(document: FirstDocument, notices: DocxNotice[]): Promise<Buffer> {
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

function wordDocument(document: FirstDocument, notices: DocxNotice[]): Document {
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

const headerOf = ({ title }: FirstDocument, notices: DocxNotice[]): Header =>
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

const footerOf = ({ bureau_name }: FirstDocument): Footer =>
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
