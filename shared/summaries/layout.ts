import { plural } from '../lib/format.ts'
import { NOTHING_WRITTEN } from './document-words.ts'
import { FRAMEWORKS_CAPTION, type FrameworkTable } from './frameworks.ts'
import { type Safeguard, safeguardName } from './safeguards.ts'
import { name, sentenceOf } from './sentences.ts'
import { SECTION_TITLES } from './sections.ts'
import type {
  Citation,
  DocumentTable,
  Paragraph,
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
const paragraphs = (all: readonly Paragraph[]): Block[] =>
  all.map((paragraph) => ({ kind: 'paragraph', paragraph }))
const tables = (all: readonly DocumentTable[]): Block[] => all.map((table) => ({ kind: 'table', table }))
const chapter = (
  id: string,
  words: string,
  blocks: readonly Block[],
  parts: readonly Part[] = [],
): Chapter => ({ id, title: words, blocks, parts })

const part = (id: string, words: string, short: string, inside: string, blocks: readonly Block[]): Part => ({
  id,
  title: words,
  short,
  subject: null,
  inside: [inside],
  blocks,
})

/** "2 paragraphs" */
const paragraphsOf = ({ paragraphs: all }: Written): string =>
  all.length === 0 ? NOTHING_WRITTEN : plural(all.length, 'paragraph')

/** The chapters in the order of UNFCCC decision 17/CP.21, after what a reader must know first; the annex follows them. */
export function chaptersOf(document: SummaryDocument): Chapter[] {
  const single = (section: WrittenChapter) =>
    chapter(section.replaceAll('_', '-'), SECTION_TITLES[section], [written(document[section])])
  const later = (section: 'gaps' | 'consultation' | 'contact', found: readonly Block[] = []) => {
    const text = document[section]
    return text ? [chapter(section, SECTION_TITLES[section], [...found, written(text)])] : []
  }
  return [
    chapter(
      'answers',
      'What this summary answers',
      [],
      [
        part(
          'decisions',
          'Decisions and declarations',
          'Decisions',
          plural(document.answers.length, 'text'),
          [{ kind: 'terms', terms: document.answers }],
        ),
        part('national-laws', SECTION_TITLES.national_laws, 'Laws', paragraphsOf(document.national_laws), [
          written(document.national_laws),
        ]),
      ],
    ),
    chapter(
      'words-and-method',
      'Words and method',
      [],
      [
        part('definitions', 'What the words mean', 'Words', plural(document.definitions.length, 'word'), [
          { kind: 'terms', terms: document.definitions },
        ]),
        part(
          'method',
          'How it was made',
          'Method',
          plural(document.method.length, 'paragraph'),
          paragraphs(document.method),
        ),
        part(
          'how-to-check',
          'How to check this summary',
          'Check',
          plural(document.how_to_check.length, 'paragraph'),
          paragraphs(document.how_to_check),
        ),
      ],
    ),
    chapter('coverage', 'What this summary covers', [
      ...paragraphs(document.coverage.paragraphs),
      ...tables(document.coverage.tables),
    ]),
    single('national_circumstances'),
    chapter(
      'safeguards',
      'The safeguards and what they mean here',
      document.crosswalk
        ? [
            {
              kind: 'frameworks',
              caption: 'The safeguards that each principle answers (the crosswalk)',
              table: document.crosswalk,
            },
          ]
        : [],
      document.safeguards.map(describedSafeguard),
    ),
    single('systems_and_processes'),
    single('institutional_arrangements'),
    single('grievance'),
    single('risks_and_benefits'),
    chapter(
      'respected',
      'How each safeguard is addressed and respected',
      [],
      document.safeguards.map((part, at) => respectedSafeguard(part, document.safeguards.slice(0, at))),
    ),
    chapter(
      'principles',
      'What the records report, by principle',
      paragraphs([
        sentenceOf`Each table is here once; the safeguards cite it by its number. Regions without a record are left out: ${{ table: 1 }} names them, and the annex has their numbers.`,
      ]),
      document.principles.map((part) => ({
        id: `principle-${part.principle_number}`,
        title: `Principle ${part.principle_number}`,
        short: String(part.principle_number),
        subject: part.short_title,
        inside: [part.tables.length === 0 ? 'No record' : plural(part.tables.length, 'table')],
        blocks: [...paragraphs(part.paragraphs), ...tables(part.tables)],
      })),
    ),
    ...(document.other_frameworks
      ? [
          chapter('other-frameworks', 'Other frameworks', [
            {
              kind: 'frameworks',
              caption: FRAMEWORKS_CAPTION,
              table: document.other_frameworks,
            },
          ]),
        ]
      : []),
    ...(document.changes
      ? [
          chapter(
            'changes',
            'Changes since the last summary',
            paragraphs(document.changes.paragraphs),
            changedNumbers(document.changes.numbers),
          ),
        ]
      : []),
    ...later('gaps', [
      title('What is missing in the records'),
      ...paragraphs(
        document.found_gaps?.length ? document.found_gaps : [[name('Nothing that the system counts.')]],
      ),
      title('Why, and what is planned'),
    ]),
    ...later('consultation'),
    ...later('contact'),
  ]
}

/** folded on a phone: there can be hundreds */
const changedNumbers = (terms: readonly Term[]): Part[] =>
  terms.length === 0
    ? []
    : [
        part('changed-numbers', 'Numbers that differ', 'Numbers', plural(terms.length, 'number'), [
          { kind: 'terms', terms },
        ]),
      ]

type WrittenChapter =
  | 'national_circumstances'
  | 'systems_and_processes'
  | 'institutional_arrangements'
  | 'grievance'
  | 'risks_and_benefits'

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
