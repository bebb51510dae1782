import type { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { inXml, XML } from '../sheets/xml.ts'
import { type ZipEntry, zipped } from '../sheets/zip.ts'
import { bodyXml } from './docx-body.ts'
import { SECTION, SPACES, STYLES_XML } from './docx-styles.ts'
import { BULLETS, field, numberedLists, type NumberedLists, paragraph, run } from './docx-xml.ts'

const NOTICES = {
  draft: 'DRAFT: this summary is not frozen, its numbers and texts may still change',
  demonstration: 'DEMONSTRATION: every person, site and file in this summary is invented',
}
/** What the head of every page says above the title. */
export type DocxNotice = keyof typeof NOTICES

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const CORE = 'docProps/core.xml'
const PARTS = ['styles', 'settings', 'header', 'footer', 'numbering']

const CONTENT_TYPES = [
  `${XML}<Types xmlns="${PACKAGE}/content-types">`,
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
  `<Default Extension="xml" ContentType="application/xml"/>`,
  `<Override PartName="/word/document.xml" ContentType="${MAIN}.document.main+xml"/>`,
  ...PARTS.map((part) => `<Override PartName="/word/${part}.xml" ContentType="${MAIN}.${part}+xml"/>`),
  `<Override PartName="/${CORE}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
  '</Types>',
].join('')

const linksXml = (links: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`
const link = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`

const PACKAGE_LINKS = linksXml([
  link('rId1', `${OFFICE}/officeDocument`, 'word/document.xml'),
  link('rId2', `${PACKAGE}/relationships/metadata/core-properties`, CORE),
])
const DOCUMENT_LINKS = linksXml(PARTS.map((part) => link(part, `${OFFICE}/${part}`, `${part}.xml`)))

const SETTINGS = `${XML}<w:settings ${SPACES}><w:defaultTabStop w:val="709"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`

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

const headerXml = ({ title }: SummaryDocument, notices: readonly DocxNotice[]): string =>
  [
    `${XML}<w:hdr ${SPACES}>`,
    ...notices.map((notice) =>
      paragraph('Header', run(NOTICES[notice], { bold: true, color: 'b02525' }), '<w:jc w:val="center"/>'),
    ),
    paragraph('Header', run(title)),
    '</w:hdr>',
  ].join('')

const footerXml = ({ bureau_name }: SummaryDocument): string =>
  [
    `${XML}<w:ftr ${SPACES}>`,
    paragraph(
      'Footer',
      `${run(`${bureau_name}, page `)}${field('PAGE', run('1'))}${run(' of ')}${field('NUMPAGES', run('1'))}`,
    ),
    '</w:ftr>',
  ].join('')

const listLevel = (form: string, text: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${form}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="400" w:hanging="300"/></w:pPr></w:lvl>`

/** The lists of the body, which was written before: all bullets are one, each numbered list begins with its own number. */
function* numberingXml({ starts }: NumberedLists): Generator<string> {
  yield `${XML}<w:numbering ${SPACES}>`
  yield `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/>${listLevel('bullet', '•')}</w:abstractNum>`
  yield `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="singleLevel"/>${listLevel('decimal', '%1.')}</w:abstractNum>`
  yield `<w:num w:numId="${BULLETS}"><w:abstractNumId w:val="0"/></w:num>`
  for (const [list, start] of starts)
    yield `<w:num w:numId="${list}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`
  yield '</w:numbering>'
}

function* documentXml(document: SummaryDocument, lists: NumberedLists): Generator<string> {
  yield `${XML}<w:document ${SPACES}><w:body>`
  yield* bodyXml(document, lists)
  yield `${SECTION}</w:body></w:document>`
}

/** Returns a summary as a Word document: the same bytes for the same document. */
export async function docxBytes(document: SummaryDocument, notices: DocxNotice[]): Promise<Buffer> {
  const lists = numberedLists()
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', text: [CONTENT_TYPES] },
    { name: '_rels/.rels', text: [PACKAGE_LINKS] },
    { name: CORE, text: [coreProperties(document)] },
    { name: 'word/document.xml', text: documentXml(document, lists) },
    { name: 'word/_rels/document.xml.rels', text: [DOCUMENT_LINKS] },
    { name: 'word/styles.xml', text: [STYLES_XML] },
    { name: 'word/settings.xml', text: [SETTINGS] },
    { name: 'word/header.xml', text: [headerXml(document, notices)] },
    { name: 'word/footer.xml', text: [footerXml(document)] },
    { name: 'word/numbering.xml', text: numberingXml(lists) },
  ]
  const pieces: Buffer[] = []
  for await (const piece of zipped(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}
