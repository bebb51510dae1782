import {
  citationWords,
  documentFacts,
  NOTHING_WRITTEN,
  type Numbers,
  numbersOf,
  writtenOnWords,
} from '../../../shared/summaries/document-words.ts'
import { safeguardName } from '../../../shared/summaries/safeguards.ts'
import { SECTION_TITLES } from '../../../shared/summaries/sections.ts'
import type { FirstDocument, FirstSafeguardPart } from '../../../shared/summaries/first-document.ts'
import type { Citation, Written } from '../../../shared/summaries/summary-document.ts'
import { annexPlace } from './docx-annex.ts'
import {
  type Block,
  heading,
  note,
  paragraphWithNumbers,
  plain,
  tableUnderCaption,
  titleLine,
} from './docx-parts.ts'

/** Returns the parts of the document, in the order of UNFCCC decision 17/CP.21. */
export function bodyOf(document: FirstDocument): Block[] {
  const numbers = numbersOf(document)
  const part = (section: keyof typeof SECTION_TITLES & keyof FirstDocument) => [
    heading(1, SECTION_TITLES[section]),
    ...writtenBlocks(numbers, document[section] as Written),
  ]
  return [
    titleLine(document.title),
    ...documentFacts(document).map(([label, words]) => plain(`${label}: ${words}`)),
    ...part('national_circumstances'),
    heading(1, 'The safeguards and what they mean here'),
    ...document.safeguards.flatMap((one) => describedBlocks(numbers, one)),
    ...part('systems_and_processes'),
    heading(1, 'How the safeguards are addressed and respected'),
    ...document.safeguards.flatMap((one) => respectedBlocks(numbers, one)),
    ...part('institutional_arrangements'),
    ...part('risks_and_benefits'),
  ]
}

/** Returns the annex, which is a section of its own in landscape. */
export const annexOf = (): Block[] => [heading(1, 'Annex: the numbers of this summary'), annexPlace()]

const writtenBlocks = (numbers: Numbers, { paragraphs, written_on }: Written): Block[] =>
  paragraphs.length === 0
    ? [note(NOTHING_WRITTEN)]
    : [
        ...paragraphs.map((paragraph) => paragraphWithNumbers(numbers, paragraph)),
        ...(written_on ? [note(writtenOnWords(written_on))] : []),
      ]

function describedBlocks(
  numbers: Numbers,
  { safeguard, wording, principles, description }: FirstSafeguardPart,
): Block[] {
  return [
    heading(2, safeguardName(safeguard)),
    plain(`${wording}.`, { bold: true }),
    ...writtenBlocks(numbers, description),
    ...principles.map(({ principle_number, short_title, is_primary }) =>
      plain(
        `Principle ${principle_number} (${short_title}) ${is_primary ? 'answers it above all.' : 'supports it.'}`,
      ),
    ),
  ]
}

function respectedBlocks(numbers: Numbers, part: FirstSafeguardPart): Block[] {
  const { safeguard, wording, addressed, respected, statements } = part
  return [
    heading(2, `${safeguardName(safeguard)}: ${wording}`),
    heading(3, 'How it is addressed'),
    ...writtenBlocks(numbers, addressed),
    heading(3, 'How it is respected'),
    ...respected.paragraphs.map((paragraph) => paragraphWithNumbers(numbers, paragraph)),
    ...respected.tables.flatMap((table) => tableUnderCaption(numbers, table)),
    ...(statements.length === 0
      ? []
      : [heading(3, 'Statements of approved records'), ...statements.flatMap(citationBlocks)]),
  ]
}

const citationBlocks = (citation: Citation): Block[] => [
  plain(`[${citation.ref}] ${citationWords(citation)}`, { bold: true }),
  plain(citation.what_happened),
  ...(citation.files.length === 0
    ? [note('This indicator has no file.')]
    : citation.files.map(({ name, sha256 }) => note(`${name}, SHA-256 ${sha256}`))),
]
