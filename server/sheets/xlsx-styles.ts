import { type CellFormat, type Colour, COLOURS, FILLS, FORMATS } from './sheet.ts'

const rgb = (colour: Colour) => `<color rgb="FF${COLOURS[colour]}"/>`
const font = (colour: Colour, points: number, mark: 'b' | 'i' | '' = '') =>
  `<font>${mark ? `<${mark}/>` : ''}<sz val="${points}"/>${rgb(colour)}<name val="Arial"/></font>`

const FONTS = {
  plain: font('ink', 10),
  header: font('ink', 10, 'b'),
  title: font('leaf', 14, 'b'),
  onGrade: font('white', 10),
  italic: font('ink', 10, 'i'),
  italicOnGrade: font('white', 10, 'i'),
}
const GROUNDS = ['leafSoft', 'green', 'yellow', 'red', 'gray'] as const
/** the format reserves the first two */
const FIRST_GROUND = 2
const FORMAT_BASE = 164

type Style = {
  font: keyof typeof FONTS
  format?: keyof typeof FORMATS
  ground?: (typeof GROUNDS)[number]
  header?: true
  /** not wrapped */
  flat?: true
}
const STYLES = {
  text: { font: 'plain' },
  title: { font: 'title', flat: true },
  header: { font: 'header', ground: 'leafSoft', header: true },
  whole: { font: 'plain', format: 'whole' },
  area: { font: 'plain', format: 'area' },
  day: { font: 'plain', format: 'day' },
  green: { font: 'onGrade', ground: FILLS.green.ground },
  yellow: { font: 'plain', ground: FILLS.yellow.ground },
  red: { font: 'onGrade', ground: FILLS.red.ground },
  gray: { font: 'onGrade', ground: FILLS.gray.ground },
  greenProvisional: { font: 'italicOnGrade', ground: FILLS.green.ground },
  yellowProvisional: { font: 'italic', ground: FILLS.yellow.ground },
  redProvisional: { font: 'italicOnGrade', ground: FILLS.red.ground },
  grayProvisional: { font: 'italicOnGrade', ground: FILLS.gray.ground },
} as const satisfies Record<CellFormat, Style>

const INDEX = Object.fromEntries(Object.keys(STYLES).map((look, index) => [look, index])) as Record<
  CellFormat,
  number
>
/** The number of a style in cells. */
export const styleIndex = (look: CellFormat): number => INDEX[look]

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T)[]

function cellStyle({ font: name, format, ground, header, flat }: Style): string {
  const numbers = [
    `numFmtId="${format ? FORMAT_BASE + keysOf(FORMATS).indexOf(format) : 0}"`,
    `fontId="${keysOf(FONTS).indexOf(name)}"`,
    `fillId="${ground ? FIRST_GROUND + GROUNDS.indexOf(ground) : 0}"`,
    `borderId="${header ? 1 : 0}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`,
  ]
  const wrap = flat || format ? '' : 'wrapText="1" '
  return `<xf ${numbers.join(' ')} applyAlignment="1"><alignment ${wrap}vertical="top"/></xf>`
}

const list = (name: string, items: string[]) => `<${name} count="${items.length}">${items.join('')}</${name}>`
const edges = '<left/><right/><top/>'

export const STYLES_XML = [
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  list(
    'numFmts',
    Object.values(FORMATS).map(
      (code, index) => `<numFmt numFmtId="${FORMAT_BASE + index}" formatCode="${code}"/>`,
    ),
  ),
  list('fonts', Object.values(FONTS)),
  list('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    ...GROUNDS.map(
      (ground) =>
        `<fill><patternFill patternType="solid"><fgColor rgb="FF${COLOURS[ground]}"/><bgColor indexed="64"/></patternFill></fill>`,
    ),
  ]),
  list('borders', [
    `<border>${edges}<bottom/><diagonal/></border>`,
    `<border>${edges}<bottom style="thin">${rgb('line')}</bottom><diagonal/></border>`,
  ]),
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  list('cellXfs', Object.values(STYLES).map(cellStyle)),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('')
