import { type Safeguard, SAFEGUARDS, safeguardName } from '../../shared/summaries/safeguards.ts'
import { addressedOf, descriptionOf, SECTION_TITLES, type Section } from '../../shared/summaries/sections.ts'
import type { SummaryGap } from '../../shared/summaries/summaries.schema.ts'

/** The parts of a summary as edited: a written part, everything about one safeguard, or the whole document. */
type Single = Exclude<Section, `${'description' | 'addressed'}_${Safeguard}`>
export type Part =
  | { key: string; title: string; kind: 'text'; section: Single }
  | { key: string; title: string; kind: 'safeguard'; safeguard: Safeguard }
  | { key: string; title: string; kind: 'preview' }

const text = (section: Single): Part => ({
  key: section,
  title: SECTION_TITLES[section],
  kind: 'text',
  section,
})

/** In the order of the document, with the texts of a safeguard together. */
export const PARTS: readonly Part[] = [
  text('national_circumstances'),
  ...SAFEGUARDS.map(
    (safeguard): Part => ({ key: safeguard, title: safeguardName(safeguard), kind: 'safeguard', safeguard }),
  ),
  text('systems_and_processes'),
  text('institutional_arrangements'),
  text('risks_and_benefits'),
  { key: 'preview', title: 'Preview', kind: 'preview' },
]

/** The part that the address names, or the first one. */
export const partAt = (wanted: unknown): Part => PARTS.find(({ key }) => key === wanted) ?? (PARTS[0] as Part)

/** The texts that belong to a part. */
export function sectionsOf(part: Part): Section[] {
  if (part.kind === 'text') return [part.section]
  if (part.kind === 'preview') return []
  return [descriptionOf(part.safeguard), addressedOf(part.safeguard)]
}

/** The gaps of a part; those of no other part are listed with the whole document. */
export function gapsOfPart(gaps: readonly SummaryGap[], part: Part): SummaryGap[] {
  const isOf = ({ section }: SummaryGap, one: Part) =>
    section === one.key || sectionsOf(one).some((own) => own === section)
  if (part.kind === 'preview') return gaps.filter((gap) => PARTS.every((one) => !isOf(gap, one)))
  return gaps.filter((gap) => isOf(gap, part))
}

/** What each written part is for; reviews of other countries' summaries found these things missing. */
const SECTION_HELP: Record<'description' | 'addressed' | Single, string> = {
  national_circumstances:
    'What a reader abroad must know about the forests, the people who depend on them, and the national strategy.',
  systems_and_processes:
    'How the information is gathered, checked and made public: from the office that records it to the approval.',
  institutional_arrangements: 'Who is responsible for what, from the office in the field to the bureau.',
  risks_and_benefits: 'Which risks and benefits were found, and what was done about them.',
  description: 'How this safeguard is understood here, in the light of the national law.',
  addressed: 'The laws, rules and institutions that ensure it. What happened is shown below.',
}

/** The same for any written part. */
export function helpOf(section: Section): string {
  if (section.startsWith('description_')) return SECTION_HELP.description
  if (section.startsWith('addressed_')) return SECTION_HELP.addressed
  return SECTION_HELP[section as Single]
}
