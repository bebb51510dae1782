import { formatDate } from '../lib/dates.ts'
import { formatList } from '../lib/format.ts'
import { numbersOf, numberWords } from './document-words.ts'
import { KEYS } from './measures.ts'
import { numberReference } from './references.ts'
import { safeguardName, STATEMENTS_MAX } from './safeguards.ts'
import { addressedOf, descriptionOf, SECTION_TITLES, SECTIONS, type Section, SINGLES } from './sections.ts'
import type { SummaryGap, SummaryText, WithdrawnRecord } from './summaries.schema.ts'
import type { Paragraph, SafeguardPart, SummaryDocument, Written } from './summary-document.ts'
import { typedNumbers } from './typed-numbers.ts'

type TakenOver = readonly Pick<SummaryText, 'section' | 'taken_from'>[]

/** A chosen statement that is no longer cited, because the approval of its record was withdrawn. */
export type WithdrawnChoice = WithdrawnRecord & Pick<SafeguardPart, 'safeguard'>

/**
 * The gaps of a draft, in the order of the document; of its texts, those taken over must be checked, and of its chosen statements
 * those that were withdrawn are missed.
 */
export function gapsOf(
  document: SummaryDocument,
  texts: TakenOver = [],
  withdrawn: readonly WithdrawnChoice[] = [],
): SummaryGap[] {
  const partOf = new Map(document.safeguards.map((part) => [addressedOf(part.safeguard), part]))
  const written = writtenPartGaps(document)
  return [
    ...missingRecordGaps(document),
    ...SECTIONS.flatMap((section) => {
      const part = partOf.get(section)
      const text = written[section]
      return [
        ...textGaps(section, text),
        ...uncheckedGaps(section, texts),
        ...(text ? typedNumberGaps(document, section, text) : []),
        ...(part ? [...withdrawnGaps(part, withdrawn), ...safeguardGaps(part)] : []),
      ]
    }),
  ]
}

function writtenPartGaps(document: SummaryDocument): Partial<Record<Section, Written>> {
  const singles = SINGLES.map((section) => [section, document[section]] as const)
  return {
    ...Object.fromEntries(singles),
    ...Object.fromEntries(
      document.safeguards.flatMap(({ safeguard, description, addressed }) => [
        [descriptionOf(safeguard), description],
        [addressedOf(safeguard), addressed],
      ]),
    ),
  }
}

function missingRecordGaps(document: SummaryDocument): SummaryGap[] {
  const row = document.annex.find(({ key }) => key === KEYS.without_record)
  if (!row || row.value === '0') return []
  const sites = row.value === '1' ? 'approved site has' : 'approved sites have'
  const count = numberWords(numbersOf(document), row.ref)
  const years = formatList(document.reporting_years)
  return [
    {
      section: null,
      message: `${count} ${sites} no approved record for ${years} and ${row.value === '1' ? 'is' : 'are'} not covered.`,
      blocks: false,
    },
  ]
}

/** A text that was taken over and neither edited nor confirmed may say what is no longer true. */
function uncheckedGaps(section: Section, texts: TakenOver): SummaryGap[] {
  const year = texts.find((one) => one.section === section)?.taken_from ?? null
  if (year === null) return []
  const message = `"${SECTION_TITLES[section]}" is still the text of the summary of ${year}: check it.`
  return [{ section, message, blocks: false }]
}

function textGaps(section: Section, written: Written | undefined): SummaryGap[] {
  const title = SECTION_TITLES[section]
  if (!written || written.paragraphs.length === 0)
    return [{ section, message: `Nothing is written under "${title}".`, blocks: false }]
  const pieces = written.paragraphs.flat()
  const asked = new Set(pieces.flatMap((one) => ('missing' in one ? [one.missing] : [])))
  // a key that was typed in part would be published as it is
  const isBroken = pieces.some((one) => 'text' in one && /\{\{|\}\}/.test(one.text))
  return [
    ...[...asked].map(
      (key) =>
        `asks for ${numberReference(key)}, which the annex does not have: correct the key or remove it.`,
    ),
    ...(isBroken ? ['has "{{" or "}}" without a whole key: insert the number again, or remove them.'] : []),
  ].map((words) => ({ section, message: `"${title}" ${words}`, blocks: true }))
}

/** Typed numbers that no row of the annex has: they may be right, and do not block. */
function typedNumberGaps(
  { annex }: SummaryDocument,
  section: Section,
  { paragraphs }: Written,
): SummaryGap[] {
  const typed = [
    ...new Set(typedNumbers(paragraphs.map(asTyped).join('\n\n'), annex).map(({ text }) => text)),
  ]
  if (typed.length === 0) return []
  const are = typed.length === 1 ? 'is not a number' : 'are not numbers'
  const message = `"${SECTION_TITLES[section]}": ${formatList(typed)} ${are} of the annex.`
  return [{ section, message, blocks: false }]
}

/** A written paragraph with its references in place of their numbers. */
const asTyped = (paragraph: Paragraph): string =>
  paragraph.map((piece) => ('text' in piece ? piece.text : numberReference(''))).join('')

const withdrawnGaps = ({ safeguard }: SafeguardPart, withdrawn: readonly WithdrawnChoice[]): SummaryGap[] =>
  withdrawn
    .filter((one) => one.safeguard === safeguard)
    .map(({ code, reporting_year, withdrawn_at }) => ({
      section: safeguard,
      message: `A chosen statement of ${code} (${reporting_year}) is left out: the approval was withdrawn on ${formatDate(withdrawn_at)}.`,
      blocks: false,
    }))

/** A safeguard with records has tables. Its gaps belong to the section of its letter. */
function safeguardGaps({ safeguard, respected, statements }: SafeguardPart): SummaryGap[] {
  const about = (message: string): SummaryGap[] => [{ section: safeguard, message, blocks: false }]
  if (respected.tables.length === 0)
    return about(`No record of the chosen years reports on ${safeguardName(safeguard)}.`)
  // chosen while the draft covered less, or by another crosswalk
  if (statements.length > STATEMENTS_MAX) {
    const message = `${safeguardName(safeguard)} cites ${statements.length} statements, and at most ${STATEMENTS_MAX} are allowed: remove some.`
    return [{ section: safeguard, message, blocks: true }]
  }
  if (statements.length > 0) return []
  return about(`No statement is chosen for ${safeguardName(safeguard)}, though there are records.`)
}
