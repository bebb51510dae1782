import {
  AlignmentType,
  HeadingLevel,
  type IRunPropertiesOptions,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { fragmentWords, type Numbers, numberWords } from '../../../shared/summaries/document-words.ts'
import type {
  UnnumberedTable,
  Paragraph as DocumentParagraph,
} from '../../../shared/summaries/summary-document.ts'
import { holdable } from '../../sheets/xml.ts'

/* The parts of a Word document, in the style of a summary. */

export type Block = Paragraph | Table

const NOTE = { color: '52605a', size: 18 } as const

/** Returns a text as runs, with its line breaks. */
const runsOf = (text: string, looks: IRunPropertiesOptions = {}): TextRun[] =>
  holdable(text)
    .split(/\r\n?|\n/)
    .map((line, index) => new TextRun({ ...looks, text: line, ...(index > 0 ? { break: 1 } : {}) }))

/** A reference such as "[A12]", as superscript, so that it cannot be read as part of the number. */
const referenceRun = (ref: string): TextRun =>
  new TextRun({ text: ` [${ref}]`, superScript: true, color: NOTE.color })

const LEVELS = {
  1: HeadingLevel.HEADING_1,
  2: HeadingLevel.HEADING_2,
  3: HeadingLevel.HEADING_3,
} as const

export const heading = (level: 1 | 2 | 3, text: string): Paragraph =>
  new Paragraph({ heading: LEVELS[level], children: runsOf(text), keepNext: true })

export const titleLine = (text: string): Paragraph =>
  new Paragraph({ heading: HeadingLevel.TITLE, children: runsOf(text) })

const SPACE = { after: 140 } as const

export const plain = (text: string, looks: IRunPropertiesOptions = {}): Paragraph =>
  new Paragraph({ children: runsOf(text, looks), spacing: SPACE })

/** A remark about the text. */
export const note = (text: string): Paragraph => plain(text, { ...NOTE, italics: true })

/** Returns a paragraph of the document, with a reference after each number. */
export const paragraphWithNumbers = (numbers: Numbers, paragraph: DocumentParagraph): Paragraph =>
  new Paragraph({
    spacing: SPACE,
    children: paragraph.flatMap((fragment) => [
      ...runsOf(fragmentWords(numbers, fragment), 'missing' in fragment ? { highlight: 'yellow' } : {}),
      ...('ref' in fragment ? [referenceRun(fragment.ref)] : []),
    ]),
  })

type Cell = { runs: TextRun[]; isNumber?: boolean }

/** in twentieths of a point */
type Widths = readonly number[]

const MARGINS = { top: 40, bottom: 40, left: 80, right: 80 } as const
const HEADER_GROUND = { type: 'clear', color: 'auto', fill: 'e4ebe6' } as const

function row(cells: readonly Cell[], widths: Widths, isHeader = false): TableRow {
  return new TableRow({
    tableHeader: isHeader,
    cantSplit: true,
    children: cells.map(
      ({ runs, isNumber }, column) =>
        new TableCell({
          width: { size: widths[column] ?? 0, type: WidthType.DXA },
          ...(isHeader ? { shading: HEADER_GROUND } : {}),
          children: [
            new Paragraph({
              children: runs,
              ...(isNumber ? { alignment: AlignmentType.RIGHT } : {}),
            }),
          ],
        }),
    ),
  })
}

const tableOf = (header: readonly string[], rows: readonly (readonly Cell[])[], widths: Widths): Table =>
  new Table({
    columnWidths: [...widths],
    width: { size: widths.reduce((sum, one) => sum + one, 0), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    margins: MARGINS,
    rows: [
      row(
        header.map((label) => ({ runs: runsOf(label, { bold: true }) })),
        widths,
        true,
      ),
      ...rows.map((cells) => row(cells, widths)),
    ],
  })

const PORTRAIT_WIDTH = 9026
const LABEL_WIDTH = 3026

/** Returns a table of the document under its caption, with a reference after each number. */
export function tableUnderCaption(numbers: Numbers, { caption, columns, rows }: UnnumberedTable): Block[] {
  const [, ...others] = columns
  const widths = [
    LABEL_WIDTH,
    ...others.map(() => Math.floor((PORTRAIT_WIDTH - LABEL_WIDTH) / others.length)),
  ]
  const cellOf = (ref: string | null): Cell => ({
    isNumber: true,
    runs: ref === null ? runsOf('–') : [...runsOf(numberWords(numbers, ref)), referenceRun(ref)],
  })
  return [
    new Paragraph({ style: 'Caption', children: runsOf(caption), keepNext: true }),
    tableOf(
      columns,
      rows.map(({ label, cells }) => [{ runs: runsOf(label) }, ...cells.map(cellOf)]),
      widths,
    ),
    new Paragraph({ children: [] }),
  ]
}
