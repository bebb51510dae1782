import { formatList } from '../lib/format.ts'
import { numbersOf, numberWords } from './document-words.ts'
import { KEYS } from './measures.ts'
import { numberReference } from './references.ts'
import { safeguardName } from './safeguards.ts'
import { addressedOf, descriptionOf, SECTION_TITLES, SECTIONS, type Section } from './sections.ts'
import type { SummaryGap } from './summaries.schema.ts'
import type { SafeguardPart, SummaryDocument, Written } from './summary-document.ts'

/** The gaps of a draft, in the order of the document. */
export function gapsOf(document: SummaryDocument): SummaryGap[] {
  const partOf = new Map(document.safeguards.map((part) => [addressedOf(part.safeguard), part]))
  const written = writtenPartGaps(document)
  return [
    ...missingRecordGaps(document),
    ...SECTIONS.flatMap((section) => {
      const part = partOf.get(section)
      return [...textGaps(section, written[section]), ...(part ? safeguardGaps(part) : [])]
    }),
  ]
}

function writtenPartGaps(document: SummaryDocument): Partial<Record<Section, Written>> {
  const { national_circumstances, systems_and_processes, institutional_arrangements, risks_and_benefits } =
    document
  return {
    ...{ national_circumstances, systems_and_processes, institutional_arrangements, risks_and_benefits },
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

function textGaps(section: Section, written: Written | undefined): SummaryGap[] {
  const title = SECTION_TITLES[section]
  if (!written || written.paragraphs.length === 0)
    return [{ section, message: `Nothing is written under "${title}".`, blocks: false }]
  const asked = written.paragraphs.flat().flatMap((one) => ('missing' in one ? [one.missing] : []))
  return [...new Set(asked)].map((key) => ({
    section,
    message: `"${title}" asks for ${numberReference(key)}, which the annex does not have: correct the key or remove it.`,
    blocks: true,
  }))
}

/** A safeguard with records has tables. Its gaps belong to the section of its letter. */
function safeguardGaps({ safeguard, respected, statements }: SafeguardPart): SummaryGap[] {
  const about = (message: string): SummaryGap[] => [{ section: safeguard, message, blocks: false }]
  if (respected.tables.length === 0)
    return about(`No record of the chosen years reports on ${safeguardName(safeguard)}.`)
  if (statements.length > 0) return []
  return about(`No statement is chosen for ${safeguardName(safeguard)}, though there are records.`)
}
