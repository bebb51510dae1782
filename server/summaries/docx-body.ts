import { formatFigure } from '../../shared/activities/figure-words.ts'
import {
  allRegionsWords,
  citationWords,
  documentFacts,
  fileWords,
  measureWords,
  NOTHING_WRITTEN,
  type Numbers,
  numbersOf,
  quotedWords,
  writtenOnWords,
} from '../../shared/summaries/document-words.ts'
import { frameworkRows } from '../../shared/summaries/frameworks.ts'
import {
  ANNEX_CHAPTER,
  type Block,
  type Chapter,
  chaptersOf,
  type Cited,
  type Part,
} from '../../shared/summaries/layout.ts'
import type { AnnexRow, DocumentTable, SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { type WrittenBlock, writtenBlocks } from '../../shared/summaries/written-blocks.ts'
import { PAGE_WIDTH } from './docx-styles.ts'
import {
  bookmarkOf,
  bookmarks,
  BULLETS,
  type Cell,
  field,
  FIELD_END,
  fieldBegin,
  inList,
  linkTo,
  type NumberedLists,
  numberRuns,
  paragraph,
  run,
  runsOf,
  tableXml,
} from './docx-xml.ts'

type Context = {
  document: SummaryDocument
  numbers: Numbers
  mark: (name: string, inside: string) => string
  lists: NumberedLists
}

const partTitle = ({ title, subject }: Part): string => (subject === null ? title : `${title}: ${subject}`)

/** Yields the body of a document: title, facts, contents, chapters and annex, without the properties of its section. */
export function* bodyXml(document: SummaryDocument, lists: NumberedLists): Generator<string> {
  const context: Context = { document, numbers: numbersOf(document), mark: bookmarks(), lists }
  const chapters = chaptersOf(document)
  yield paragraph('Title', run(document.title))
  for (const [label, words] of documentFacts(document))
    yield paragraph('Fact', run(`${label}: `, { bold: true }) + run(words))
  yield* contents(chapters)
  for (const chapter of chapters) yield* chapterXml(context, chapter)
  yield heading(context, 1, ANNEX_CHAPTER)
  yield* annexXml(context)
  // Word requires a paragraph after a table that ends a section
  yield paragraph('TableText', '')
}

/** A contents field whose entries are links, so that Word has nothing to ask when it opens it; updating it adds the page numbers. */
function* contents(chapters: readonly Chapter[]): Generator<string> {
  const entries = [
    ...chapters.flatMap(({ id, title, parts }) => [
      { level: 1, id, title },
      ...parts.map((part) => ({ level: 2, id: part.id, title: partTitle(part) })),
    ]),
    { level: 1, ...ANNEX_CHAPTER },
  ]
  yield paragraph('ContentsTitle', run('Contents'))
  yield paragraph('Note', run(HOW_TO_NUMBER))
  for (const [at, { level, id, title }] of entries.entries()) {
    const begin = at === 0 ? fieldBegin('TOC \\o "1-2" \\h \\z \\u') : ''
    const end = at === entries.length - 1 ? FIELD_END : ''
    yield paragraph(`TOC${level}`, begin + linkTo(bookmarkOf.heading(id), run(title)) + end)
  }
}

const HOW_TO_NUMBER =
  'Each line leads to its chapter. For page numbers, update this list: in Word with the key F9, in LibreOffice in the menu of the right mouse button.'

const heading = ({ mark }: Context, level: 1 | 2, { id, title }: { id: string; title: string }): string =>
  paragraph(`Heading${level}`, mark(bookmarkOf.heading(id), run(title)))

function* chapterXml(context: Context, chapter: Chapter): Generator<string> {
  yield heading(context, 1, chapter)
  for (const block of chapter.blocks) yield* blockXml(context, block)
  for (const part of chapter.parts) {
    yield heading(context, 2, { id: part.id, title: partTitle(part) })
    for (const block of part.blocks) yield* blockXml(context, block)
  }
}

function* blockXml(context: Context, block: Block): Generator<string> {
  const { numbers, document } = context
  switch (block.kind) {
    case 'paragraph':
      yield paragraph('BodyText', runsOf(numbers, block.paragraph))
      break
    case 'quote':
      yield paragraph(
        'Quote',
        run(`${block.words} `) + run(`(${block.source})`, { color: '52605a', size: 16 }),
      )
      break
    case 'title':
      yield paragraph('Heading3', run(block.title))
      break
    case 'terms':
      for (const { term, meaning } of block.terms)
        yield paragraph('BodyText', run(`${term}. `, { bold: true }) + runsOf(numbers, meaning))
      break
    case 'written': {
      const { paragraphs, written_on } = block.written
      if (paragraphs.length === 0) yield paragraph('Note', run(NOTHING_WRITTEN))
      for (const one of writtenBlocks(block.written)) yield* writtenXml(context, one)
      if (written_on !== null && written_on !== document.data_of)
        yield paragraph('Note', run(writtenOnWords(written_on)))
      break
    }
    case 'table':
      yield* numbersXml(context, block.table)
      break
    case 'citations':
      for (const cited of block.citations) yield* citationXml(cited)
      break
    case 'frameworks': {
      const cells = frameworkRows(block.table).map(({ label, cells: codes }) =>
        [label, ...codes].map((text) => ({ inside: run(text) })),
      )
      yield* labelledXml(['Principle', ...block.table.columns], cells)
    }
  }
}

/** A paragraph, a heading or a list of a written part. */
function* writtenXml({ numbers, lists }: Context, block: WrittenBlock): Generator<string> {
  if (block.kind === 'list') {
    const list = block.start === null ? BULLETS : lists.add(block.start)
    for (const item of block.items) yield paragraph('BodyText', runsOf(numbers, item), inList(list))
    return
  }
  const style = block.kind === 'heading' ? 'Heading3' : 'BodyText'
  yield paragraph(style, runsOf(numbers, block.paragraph))
}

function* citationXml({ citation, earlier }: Cited): Generator<string> {
  yield paragraph('CitedFrom', run(`[${citation.ref}] ${citationWords(citation)}`))
  if (earlier) {
    yield paragraph('Cited', run(quotedWords(earlier.ref, earlier.safeguard)))
    return
  }
  yield paragraph('Cited', run(citation.what_happened))
  for (const file of citation.files)
    yield paragraph('CitedFile', run(`${fileWords(file)}, SHA-256 ${file.sha256}`))
  if (citation.files.length === 0) yield paragraph('CitedFile', run('This indicator has no file.'))
}

/** The share of the column of labels in the width of a table, by the number of the other columns. */
const labelShare = (others: number): number => (others < 4 ? 0.6 : others < 6 ? 0.34 : 0.25)

/** A table whose first column labels the rows, and the space after it. */
function* labelledXml(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  isKeptTogether = false,
): Generator<string> {
  const others = columns.length - 1
  const label = Math.round(PAGE_WIDTH * labelShare(others))
  const widths = [label, ...Array.from({ length: others }, () => Math.floor((PAGE_WIDTH - label) / others))]
  yield* tableXml(columns, rows, { widths, isKeptTogether })
  yield paragraph('AfterTable', '')
}

/** a table with at most so many rows stands on one page */
const ROWS_OF_ONE_PAGE = 10

function* numbersXml(
  { numbers, mark }: Context,
  { number, caption, columns, rows }: DocumentTable,
): Generator<string> {
  yield paragraph(
    'Caption',
    mark(bookmarkOf.table(number), run('Table ') + field('SEQ Table \\* ARABIC', run(String(number)))) +
      run(`. ${caption}`),
  )
  const cells = rows.map((row) => [
    { inside: run(row.label) },
    ...row.cells.map((ref) => ({
      isNumber: true,
      inside: ref === null ? run('–') : numberRuns(numbers, ref),
    })),
  ])
  yield* labelledXml(columns, cells, rows.length <= ROWS_OF_ONE_PAGE)
}

/** The annex in small type: a row for each measure, with its number for all regions and for each of them. */
function* annexXml({ document: { annex, regions }, mark }: Context): Generator<string> {
  const numberXml = (row: AnnexRow) =>
    run(`${row.region ?? allRegionsWords(regions)} `) +
    mark(
      bookmarkOf.number(row.ref),
      run(formatFigure(row.value), { bold: true }) + run(` [${row.ref}]`, { color: '52605a' }),
    )
  const rows = measuresOf(annex).map((one) => [
    { inside: run(measureWords(one[0])) },
    { inside: one.map(numberXml).join(run('; ')) },
  ])
  const widths = [3100, PAGE_WIDTH - 3100]
  yield* tableXml(['What is counted', 'Numbers, each with its reference'], rows, {
    widths,
    style: 'AnnexText',
    hasNumbers: false,
  })
}

/** The rows of each measure together: a number for all regions is followed by those of the regions. */
function measuresOf(annex: readonly AnnexRow[]): [AnnexRow, ...AnnexRow[]][] {
  const measures: [AnnexRow, ...AnnexRow[]][] = []
  for (const row of annex) {
    const last = measures.at(-1)
    if (row.region === null || !last) measures.push([row])
    else last.push(row)
  }
  return measures
}
