import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { XML } from '../sheets/xml.ts'
import { type DocxNotice, NOTICES } from './docx-core.ts'
import { SPACES } from './docx-styles.ts'
import { field, paragraph, run } from './docx-xml.ts'

/* The parts of a Word file around its text. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const PARTS = ['styles', 'settings', 'header', 'footer']

const partsOf = (hasLists: boolean): string[] => (hasLists ? [...PARTS, 'numbering'] : PARTS)

export const contentTypes = (hasLists: boolean): string =>
  [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    `<Override PartName="/word/document.xml" ContentType="${MAIN}.document.main+xml"/>`,
    ...partsOf(hasLists).map(
      (part) => `<Override PartName="/word/${part}.xml" ContentType="${MAIN}.${part}+xml"/>`,
    ),
    `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
    '</Types>',
  ].join('')

export const PACKAGE_LINKS = [
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`,
  `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
  '</Relationships>',
].join('')

export const documentLinks = (hasLists: boolean): string =>
  [
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
    ...partsOf(hasLists).map(
      (part) => `<Relationship Id="${part}" Type="${OFFICE}/${part}" Target="${part}.xml"/>`,
    ),
    '</Relationships>',
  ].join('')

export const SETTINGS = `${XML}<w:settings ${SPACES}><w:defaultTabStop w:val="709"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`

export const headerXml = ({ title }: SummaryDocument, notices: readonly DocxNotice[]): string =>
  [
    `${XML}<w:hdr ${SPACES}>`,
    ...notices.map((notice) =>
      paragraph('Header', run(NOTICES[notice], { bold: true, color: 'b02525' }), '<w:jc w:val="center"/>'),
    ),
    paragraph('Header', run(title)),
    '</w:hdr>',
  ].join('')

export const footerXml = ({ bureau_name }: SummaryDocument): string =>
  [
    `${XML}<w:ftr ${SPACES}>`,
    paragraph(
      'Footer',
      `${run(`${bureau_name}, page `)}${field('PAGE', run('1'))}${run(' of ')}${field('NUMPAGES', run('1'))}`,
    ),
    '</w:ftr>',
  ].join('')
