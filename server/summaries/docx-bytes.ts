import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { XML } from '../sheets/xml.ts'
import { type ZipEntry, zipped } from '../sheets/zip.ts'
import { bodyXml } from './docx-body.ts'
import { CORE, coreProperties, type DocxNotice } from './docx-core.ts'
import { numberingXml } from './docx-lists.ts'
import { contentTypes, documentLinks, footerXml, headerXml, PACKAGE_LINKS, SETTINGS } from './docx-package.ts'
import { SECTION, SPACES, STYLES_XML } from './docx-styles.ts'

/** Returns a summary as a Word document: the same bytes for the same document. */
export async function docxBytes(document: SummaryDocument, notices: DocxNotice[]): Promise<Buffer> {
  const numbering = numberingXml(document)
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', text: [contentTypes(numbering !== null)] },
    { name: '_rels/.rels', text: [PACKAGE_LINKS] },
    { name: CORE, text: [coreProperties(document)] },
    { name: 'word/document.xml', text: documentXml(document) },
    { name: 'word/_rels/document.xml.rels', text: [documentLinks(numbering !== null)] },
    { name: 'word/styles.xml', text: [STYLES_XML] },
    { name: 'word/settings.xml', text: [SETTINGS] },
    { name: 'word/header.xml', text: [headerXml(document, notices)] },
    { name: 'word/footer.xml', text: [footerXml(document)] },
    ...(numbering === null ? [] : [{ name: 'word/numbering.xml', text: [numbering] }]),
  ]
  const pieces: Buffer[] = []
  for await (const piece of zipped(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function* documentXml(document: SummaryDocument): Generator<string> {
  yield `${XML}<w:document ${SPACES}><w:body>`
  yield* bodyXml(document)
  yield `${SECTION}</w:body></w:document>`
}
