import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { inXml, XML } from '../sheets/xml.ts'

export const NOTICES = {
  draft: 'DRAFT: this summary is not frozen, its numbers and texts may still change',
  demonstration: 'DEMONSTRATION: every person, site and file in this summary is invented',
}
/** What the head of every page says above the title. */
export type DocxNotice = keyof typeof NOTICES

export const CORE = 'docProps/core.xml'

/** The properties of the document, with the bureau as author and the day of the data as date. */
export function coreProperties({
  title,
  bureau_name,
  data_of,
}: Pick<SummaryDocument, 'title' | 'bureau_name' | 'data_of'>): string {
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
