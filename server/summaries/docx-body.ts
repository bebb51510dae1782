import {
  citationWords,
  documentFacts,
  fileWords,
  NOTHING_WRITTEN,
  type Numbers,
  numbersOf,
  quotedWords,
  writtenOnWords,
} from '../../shared/summaries/document-words.ts'
import {
  ANNEX_CHAPTER,
  type Block,
  type Chapter,
  chaptersOf,
  type Cited,
  type Part,
} from '../../shared/summaries/layout.ts'
import type { FrameworkTable } from '../../shared/summaries/frameworks.ts'
import type { DocumentTable, SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { type WrittenBlock, writtenBlocks } from '../../shared/summaries/written-blocks.ts'
import { annexXml } from './docx-annex.ts'
import { BULLETS, inList, listIds } from './docx-lists.ts'
import { pagesOf } from './docx-pages.ts'
import { PAGE_WIDTH } from './docx-styles.ts'
import {
  bookmarkOf,
  bookmarks,
  field,
  FIELD_END,
  fieldBegin,
  linkTo,
  numberRuns,
  paragraph,
  run,
  runsOf,
  TAB,
  TABLE_END,
  tableRow,
  tableStart,
} from './docx-xml.ts'

type Context = {
  document: SummaryDocument
  numbers: Numbers
  mark: (name: string, inside: string) => string
  listId: () => number
}

const partTitle = ({ title, subject }: Part): string => (subject === null ? title : `${title}: ${subject}`)

/** Yields the body of a document: title, facts, contents, chapters and annex, without the properties of its section. */
export function* bodyXml(document: SummaryDocument): Generator<string> {
  const context: Context = { document, numbers: numbersOf(document), mark: bookmarks(), listId: listIds() }
  const chapters = chaptersOf(document)
  const start = [
    paragraph('Title', run(document.title)),
    ...documentFacts(document).map(([label, words]) =>
      paragraph('Fact', run(`${label}: `, { bold: true }) + run(words)),
    ),
  ]
  const text = [
    ...chapters.flatMap((chapter) => [...chapterXml(context, chapter)]),
    heading(context, 1, ANNEX_CHAPTER),
  ]
  // page numbers have no part in how long the contents are
  const pages = pagesOf([...start, ...contents(chapters, new Map()), ...text])
  yield* start
  yield* contents(chapters, pages)
  yield* text
  yield* annexXml(document, context.mark)
  // Word requires a paragraph after a table that ends a section
  yield paragraph('TableText', '')
}

/** A contents field whose entries and page numbers are filled in, so that Word has nothing to ask when it opens it. */
function contents(chapters: readonly Chapter[], pages: ReadonlyMap<string, number>): string[] {
  const entries = [
    ...chapters.flatMap(({ id, title, parts }) => [
      { level: 1, id, title },
      ...parts.map((part) => ({ level: 2, id: part.id, title: partTitle(part) })),
    ]),
    { level: 1, ...ANNEX_CHAPTER },
  ]
  return [
    paragraph('ContentsTitle', run('Contents')),
    ...entries.map(({ level, id, title }, at) => {
      const begin = at === 0 ? fieldBegin('TOC \\o "1-2" \\h \\z \\u') : ''
      const place = bookmarkOf.heading(id)
      const page = field(`PAGEREF ${place} \\h`, run(String(pages.get(place) ?? 1)))
      const end = at === entries.length - 1 ? FIELD_END : ''
      return paragraph(`TOC${level}`, begin + linkTo(place, run(title) + TAB + page) + end)
    }),
  ]
}

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
      yield* tableXml(context, block.table)
      break
    case 'citations':
      for (const cited of block.citations) yield* citationXml(cited)
      break
    case 'frameworks':
      yield* frameworksXml(block.table)
  }
}

/** A paragraph, a heading or a list of a written part. */
function* writtenXml({ numbers, listId }: Context, block: WrittenBlock): Generator<string> {
  if (block.kind === 'list') {
    const list = block.start === null ? BULLETS : listId()
    for (const item of block.items) yield paragraph('BodyText', runsOf(numbers, item), inList(list))
    return
  }
  const style = block.kind === 'heading' ? 'Heading3' : 'BodyText'
  yield paragraph(style, runsOf(numbers, block.paragraph))
}

/** The codes of other frameworks, or the safeguards, by principle. */
function* frameworksXml({ columns, rows }: FrameworkTable): Generator<string> {
  const label = Math.round(PAGE_WIDTH * labelShare(columns.length))
  const widths = [label, ...columns.map(() => Math.floor((PAGE_WIDTH - label) / columns.length))]
  yield tableStart(['Principle', ...columns], widths)
  for (const { principle_number, short_title, cells } of rows)
    yield tableRow(
      [`${principle_number}. ${short_title}`, ...cells.map((codes) => codes.join(', ') || '–')].map(
        (text) => ({
          inside: run(text),
        }),
      ),
      widths,
    )
  yield `${TABLE_END}${paragraph('AfterTable', '')}`
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

/** a table with at most so many rows stands on one page */
const ROWS_OF_ONE_PAGE = 10

/** The share of the column of labels in the width of a table, by the number of the other columns. */
const labelShare = (others: number): number => (others < 4 ? 0.6 : others < 6 ? 0.34 : 0.25)

function* tableXml(
  { numbers, mark }: Context,
  { number, caption, columns, rows }: DocumentTable,
): Generator<string> {
  const others = columns.length - 1
  const label = Math.round(PAGE_WIDTH * labelShare(others))
  const widths = [label, ...Array.from({ length: others }, () => Math.floor((PAGE_WIDTH - label) / others))]
  yield paragraph(
    'Caption',
    mark(bookmarkOf.table(number), run('Table ') + field('SEQ Table \\* ARABIC', run(String(number)))) +
      run(`. ${caption}`),
  )
  const isShort = rows.length <= ROWS_OF_ONE_PAGE
  yield tableStart(columns, widths, { isKeptTogether: isShort })
  for (const [at, row] of rows.entries()) {
    const cells = row.cells.map((ref) => ({
      isNumber: true,
      inside: ref === null ? run('–') : numberRuns(numbers, ref),
    }))
    yield tableRow([{ inside: run(row.label) }, ...cells], widths, {
      isKeptTogether: isShort && at < rows.length - 1,
    })
  }
  yield `${TABLE_END}${paragraph('AfterTable', '')}`
}
