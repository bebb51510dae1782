import { inXml, XML } from '../sheets/xml.ts'

/* The styles of a Word document. Sizes are in half points, lengths in twips. */

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const SPACES = `xmlns:w="${WORD}" xmlns:r="${OFFICE}"`

const PAGE = { width: 11906, height: 16838, side: 1134, top: 1247, bottom: 1134 } as const
/** the space for text on a page */
export const PAGE_WIDTH = PAGE.width - 2 * PAGE.side

const LEAF = '1b4d2e'
const MUTED = '52605a'
const TEXT = { size: 19, line: 252 } as const

type Style = {
  id: string
  name?: string
  isInGallery?: boolean
  next?: string
  size?: number
  bold?: boolean
  italic?: boolean
  color?: string
  before?: number
  after?: number
  indent?: number
  keepNext?: boolean
  /** the level of a heading, from 0 */
  outline?: number
  /** a line has exactly this height */
  exact?: number
  isQuote?: boolean
  hasPageNumber?: boolean
  isCentred?: boolean
}

const heading = (level: 1 | 2 | 3, before: number, size: number): Style => ({
  id: `Heading${level}`,
  name: `heading ${level}`,
  next: 'BodyText',
  isInGallery: true,
  before,
  after: 60,
  size,
  bold: true,
  color: LEAF,
  keepNext: true,
  outline: level - 1,
})

const STYLES: readonly Style[] = [
  { id: 'Title', next: 'BodyText', isInGallery: true, after: 120, size: 36, bold: true, color: LEAF },
  heading(1, 280, 28),
  heading(2, 180, 22),
  heading(3, 100, 19),
  { id: 'BodyText', name: 'Body Text', isInGallery: true, after: 90 },
  { id: 'Fact', after: 20, size: 18 },
  { id: 'Note', after: 90, size: 16, italic: true, color: MUTED },
  { id: 'Quote', isInGallery: true, before: 40, after: 90, indent: 200, isQuote: true },
  {
    id: 'Caption',
    name: 'caption',
    isInGallery: true,
    before: 120,
    after: 50,
    size: 17,
    bold: true,
    color: LEAF,
    keepNext: true,
  },
  { id: 'TableText', size: 16 },
  { id: 'AfterTable', size: 8, exact: 140 },
  { id: 'AnnexText', size: 13 },
  { id: 'CitedFrom', before: 60, after: 10, size: 17, bold: true, keepNext: true },
  { id: 'Cited', after: 20, size: 18, indent: 200 },
  { id: 'CitedFile', after: 20, size: 13, indent: 200, color: MUTED },
  { id: 'ContentsTitle', before: 200, after: 60, size: 24, bold: true, color: LEAF, keepNext: true },
  { id: 'TOC1', name: 'toc 1', before: 30, after: 10, size: 18, hasPageNumber: true },
  { id: 'TOC2', name: 'toc 2', size: 16, indent: 240, hasPageNumber: true },
  { id: 'Header', name: 'header', after: 20, size: 16, color: MUTED },
  { id: 'Footer', name: 'footer', size: 16, color: MUTED, isCentred: true },
]

const sizeXml = (size: number): string => `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`

const paragraphXml = (style: Style): string =>
  [
    style.keepNext ? '<w:keepNext/><w:keepLines/>' : '',
    style.isQuote ? `<w:pBdr><w:left w:val="single" w:sz="18" w:space="6" w:color="${LEAF}"/></w:pBdr>` : '',
    style.hasPageNumber ? `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${PAGE_WIDTH}"/></w:tabs>` : '',
    `<w:spacing w:before="${style.before ?? 0}" w:after="${style.after ?? 0}"`,
    style.exact ? ` w:line="${style.exact}" w:lineRule="exact"/>` : '/>',
    style.indent ? `<w:ind w:left="${style.indent}"/>` : '',
    style.isCentred ? '<w:jc w:val="center"/>' : '',
    style.outline === undefined ? '' : `<w:outlineLvl w:val="${style.outline}"/>`,
  ].join('')

const runXml = ({ bold, italic, color, size }: Style): string =>
  [
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    color ? `<w:color w:val="${color}"/>` : '',
    size ? sizeXml(size) : '',
  ].join('')

const styleXml = (style: Style): string =>
  [
    `<w:style w:type="paragraph" w:styleId="${style.id}"><w:name w:val="${inXml(style.name ?? style.id)}"/>`,
    '<w:basedOn w:val="Normal"/>',
    style.next ? `<w:next w:val="${style.next}"/>` : '',
    style.isInGallery ? '<w:qFormat/>' : '',
    `<w:pPr>${paragraphXml(style)}</w:pPr>`,
    runXml(style) && `<w:rPr>${runXml(style)}</w:rPr>`,
    '</w:style>',
  ].join('')

export const STYLES_XML = [
  `${XML}<w:styles ${SPACES}><w:docDefaults><w:rPrDefault><w:rPr>`,
  '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="Arial" w:cs="Arial"/>',
  `${sizeXml(TEXT.size)}<w:lang w:val="en-PH"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>`,
  `<w:spacing w:before="0" w:after="0" w:line="${TEXT.line}" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
  ...STYLES.map(styleXml),
  '</w:styles>',
].join('')

export const SECTION = [
  '<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/>',
  `<w:pgSz w:w="${PAGE.width}" w:h="${PAGE.height}"/>`,
  `<w:pgMar w:top="${PAGE.top}" w:right="${PAGE.side}" w:bottom="${PAGE.bottom}" w:left="${PAGE.side}"`,
  ' w:header="567" w:footer="510" w:gutter="0"/></w:sectPr>',
].join('')
