import { plural } from '../lib/format.ts'
import { NOTHING_WRITTEN } from './document-words.ts'
import { FRAMEWORKS_CAPTION, type FrameworkTable } from './frameworks.ts'
import { type Safeguard, safeguardName } from './safeguards.ts'
import { name, sentenceOf } from './sentences.ts'
import { SECTION_TITLES, type Single } from './sections.ts'
import type {
  Citation,
  DocumentTable,
  Paragraph,
  PrinciplePart,
  SafeguardPart,
  SummaryDocument,
  Term,
  Written,
} from './summary-document.ts'

/* The order of a summary and its titles: one outline from which its page and its Word document are made. */

export type Block =
  | { kind: 'paragraph'; paragraph: Paragraph }
  /** official words, with their source */
  | { kind: 'quote'; words: string; source: string }
  | { kind: 'title'; title: string }
  | { kind: 'terms'; terms: readonly Term[] }
  | { kind: 'written'; written: Written }
  | { kind: 'table'; table: DocumentTable }
  | { kind: 'citations'; citations: readonly Cited[] }
  /** the codes of other frameworks, or the safeguards, by principle */
  | { kind: 'frameworks'; caption: string; table: FrameworkTable }

/** A statement; one that an earlier safeguard cites as well is not quoted again. */
export type Cited = { citation: Citation; earlier: { ref: string; safeguard: Safeguard } | null }

/** A part of a chapter, with what is inside, for the head of its fold. */
export type Part = {
  id: string
  title: string
  /** as in a list of parts: "(a)" */
  short: string
  /** its subject; null if the title says it */
  subject: string | null
  inside: readonly string[]
  blocks: readonly Block[]
}

export type Chapter = { id: string; title: string; blocks: readonly Block[]; parts: readonly Part[] }

export const ANNEX_CHAPTER = { id: 'annex', title: 'Annex: the numbers' } as const

/** The id of a table, as a target of links. */
export const tableId = (number: number): string => `table-${number}`

const written = (of: Written): Block => ({ kind: 'written', written: of })
const title = (words: string): Block => ({ kind: 'title', title: words })
const terms = (all: readonly Term[]): Block => ({ kind: 'terms', terms: all })
const frameworks = (caption: string, table: FrameworkTable): Block => ({ kind: 'frameworks', caption, table })
const paragraphs = (all: readonly Paragraph[]): Block[] =>
  all.map((paragraph) => ({ kind: 'paragraph', paragraph }))
const tables = (all: readonly DocumentTable[]): Block[] => all.map((table) => ({ kind: 'table', table }))
const chapter = (
  id: string,
  words: string,
  blocks: readonly Block[],
  parts: readonly Part[] = [],
): Chapter => ({ id, title: words, blocks, parts })

/** "2 paragraphs" */
const paragraphsOf = ({ paragraphs: all }: Written): string =>
  all.length === 0 ? NOTHING_WRITTEN : plural(all.length, 'paragraph')

/** What is inside a part: its paragraphs, or its terms, each of them one of these. */
function insideOf(blocks: readonly Block[], one: string): string {
  const [first] = blocks
  if (first?.kind === 'written') return paragraphsOf(first.written)
  return plural(first?.kind === 'terms' ? first.terms.length : blocks.length, one)
}

const part = (
  id: string,
  words: string,
  short: string,
  blocks: readonly Block[],
  one = 'paragraph',
): Part => ({ id, title: words, short, subject: null, inside: [insideOf(blocks, one)], blocks })

/** The chapters in the order of UNFCCC decision 17/CP.21, after what a reader must know first; the annex follows them. */
export function chaptersOf(document: SummaryDocument): Chapter[] {
  const single = (section: WrittenChapter) =>
    chapter(section.replaceAll('_', '-'), SECTION_TITLES[section], [written(document[section])])
  const { answers, coverage, changes, crosswalk, definitions, found_gaps, method } = document
  const { national_laws, other_frameworks, principles, safeguards } = document
  return [
    chapter(
      'answers',
      'What this summary answers',
      [],
      [
        part('decisions', 'Decisions and declarations', 'Decisions', [terms(answers)], 'text'),
        part('national-laws', SECTION_TITLES.national_laws, 'Laws', [written(national_laws)]),
      ],
    ),
    chapter(
      'words-and-method',
      'Words and method',
      [],
      [
        part('definitions', 'What the words mean', 'Words', [terms(definitions)], 'word'),
        part('method', 'How it was made', 'Method', paragraphs(method)),
        part('how-to-check', 'How to check this summary', 'Check', paragraphs(document.how_to_check)),
      ],
    ),
    chapter('coverage', 'What this summary covers', [
      ...paragraphs(coverage.paragraphs),
      ...tables(coverage.tables),
    ]),
    single('national_circumstances'),
    chapter(
      'safeguards',
      'The safeguards and what they mean here',
      [frameworks('The safeguards that each principle answers (the crosswalk)', crosswalk)],
      safeguards.map(describedSafeguard),
    ),
    single('systems_and_processes'),
    single('institutional_arrangements'),
    single('grievance'),
    single('risks_and_benefits'),
    chapter(
      'respected',
      'How each safeguard is addressed and respected',
      [],
      safeguards.map((one, at) => respectedSafeguard(one, safeguards.slice(0, at))),
    ),
    chapter(
      'principles',
      'What the records report, by principle',
      paragraphs([
        sentenceOf`Each table is here once; the safeguards cite it by its number. Regions without a record are left out: ${{ table: 1 }} names them, and the annex has their numbers.`,
      ]),
      principles.map(reportedPrinciple),
    ),
    ...(other_frameworks
      ? [chapter('other-frameworks', 'Other frameworks', [frameworks(FRAMEWORKS_CAPTION, other_frameworks)])]
      : []),
    chapter(
      'changes',
      'Changes since the last summary',
      paragraphs(changes.paragraphs),
      changedNumbers(changes.numbers),
    ),
    chapter('gaps', SECTION_TITLES.gaps, [
      title('What is missing in the records'),
      ...paragraphs(found_gaps.length > 0 ? found_gaps : [[name('Nothing that the system counts.')]]),
      title('Why, and what is planned'),
      written(document.gaps),
    ]),
    single('consultation'),
    single('contact'),
  ]
}

/** folded on a phone: there can be hundreds */
const changedNumbers = (numbers: readonly Term[]): Part[] =>
  numbers.length === 0
    ? []
    : [part('changed-numbers', 'Numbers that differ', 'Numbers', [terms(numbers)], 'number')]

const reportedPrinciple = (part: PrinciplePart): Part => ({
  id: `principle-${part.principle_number}`,
  title: `Principle ${part.principle_number}`,
  short: String(part.principle_number),
  subject: part.short_title,
  inside: [part.tables.length === 0 ? 'No record' : plural(part.tables.length, 'table')],
  blocks: [...paragraphs(part.paragraphs), ...tables(part.tables)],
})

/** Those whose chapter is the text alone. */
type WrittenChapter = Exclude<Single, 'national_laws' | 'gaps'>

function describedSafeguard(part: SafeguardPart): Part {
  const { safeguard, description } = part
  return {
    id: `safeguard-${safeguard}`,
    title: safeguardName(safeguard),
    short: `(${safeguard})`,
    subject: null,
    inside: ['Official words', paragraphsOf(description)],
    blocks: [
      { kind: 'quote', words: part.official_words, source: `${part.official_source} (${safeguard})` },
      ...(part.official_note ? paragraphs([[name(part.official_note)]]) : []),
      title('National reading'),
      ...paragraphs([[name(`${part.wording}.`)]]),
      written(description),
    ],
  }
}

function respectedSafeguard(part: SafeguardPart, before: readonly SafeguardPart[]): Part {
  const { safeguard, wording, addressed, respected, statements } = part
  const inside = [
    { count: part.principles.length, one: 'principle' },
    { count: respected.tables.length, one: 'table' },
    { count: statements.length, one: 'statement' },
  ]
  return {
    id: `respected-${safeguard}`,
    title: safeguardName(safeguard),
    short: `(${safeguard})`,
    subject: wording,
    inside: inside.flatMap(({ count, one }) => (count === 0 ? [] : [plural(count, one)])),
    blocks: [
      title('How it is addressed'),
      written(addressed),
      title('How it is respected'),
      ...paragraphs(respected.paragraphs),
      ...(statements.length === 0
        ? []
        : [
            title('Statements of approved records'),
            { kind: 'citations', citations: citedAfter(before, statements) } as const,
          ]),
    ],
  }
}

const sameStatement = ({ ref: _ref, ...statement }: Citation): string => JSON.stringify(statement)

/** The statements of a safeguard, with the earlier safeguard that quotes the same one. */
function citedAfter(before: readonly SafeguardPart[], statements: readonly Citation[]): Cited[] {
  const quoted = before.flatMap(({ safeguard, statements: earlier }) =>
    earlier.map((citation) => ({ same: sameStatement(citation), ref: citation.ref, safeguard })),
  )
  return statements.map((citation) => {
    const found = quoted.find(({ same }) => same === sameStatement(citation))
    return { citation, earlier: found ? { ref: found.ref, safeguard: found.safeguard } : null }
  })
}
