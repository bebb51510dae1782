import type { CommentSection } from '../../shared/summaries/comments.rules.ts'
import { type Safeguard, SAFEGUARDS, safeguardName } from '../../shared/summaries/safeguards.ts'
import {
  addressedOf,
  descriptionOf,
  SECTION_TITLES,
  SECTIONS,
  type Section,
  type Single,
} from '../../shared/summaries/sections.ts'
import type { SummaryGap } from '../../shared/summaries/summaries.schema.ts'

/** The parts of a summary as edited: a written part, everything about one safeguard, or the whole document. */
export type Part =
  | { key: string; title: string; kind: 'text'; section: Section }
  | { key: string; title: string; kind: 'safeguard'; safeguard: Safeguard }
  | { key: string; title: string; kind: 'preview' }

const safeguardOf = (section: Section): Safeguard | undefined =>
  SAFEGUARDS.find((safeguard) => section === descriptionOf(safeguard) || section === addressedOf(safeguard))

/** Every written part in the order of the document; a safeguard is where it is described, with all its texts. */
const WRITTEN = SECTIONS.flatMap((section): Part[] => {
  const safeguard = safeguardOf(section)
  if (safeguard === undefined)
    return [{ key: section, title: SECTION_TITLES[section], kind: 'text', section }]
  if (section !== descriptionOf(safeguard)) return []
  return [{ key: safeguard, title: safeguardName(safeguard), kind: 'safeguard', safeguard }]
})

export const PARTS: readonly Part[] = [...WRITTEN, { key: 'preview', title: 'Preview', kind: 'preview' }]

/** The part that the address names; null for the outline of all. */
export const partAt = (wanted: unknown): Part | null => PARTS.find(({ key }) => key === wanted) ?? null

/** The texts that belong to a part. */
export function sectionsOf(part: Part): Section[] {
  if (part.kind === 'text') return [part.section]
  if (part.kind === 'preview') return []
  return [descriptionOf(part.safeguard), addressedOf(part.safeguard)]
}

/** What comments on a part can be about; those on the whole summary belong to the whole document. */
export function commentedIn(part: Part): CommentSection[] {
  if (part.kind === 'preview') return [null]
  return part.kind === 'safeguard' ? [part.safeguard, ...sectionsOf(part)] : sectionsOf(part)
}

/** The gaps of a part; those of no other part are listed with the whole document. */
export function gapsOfPart(gaps: readonly SummaryGap[], part: Part): SummaryGap[] {
  const isOf = ({ section }: SummaryGap, one: Part) =>
    section === one.key || sectionsOf(one).some((own) => own === section)
  if (part.kind === 'preview') return gaps.filter((gap) => PARTS.every((one) => !isOf(gap, one)))
  return gaps.filter((gap) => isOf(gap, part))
}

/** What each written part is for; reviews of other countries' summaries found these things missing. */
const SECTION_HELP: Record<Single, string> = {
  national_circumstances:
    'What a reader abroad must know about the forests, the people who depend on them, and the national strategy.',
  national_laws: 'The laws, policies and treaties that the safeguards rest on here, each with its number.',
  systems_and_processes:
    'How the information is gathered, checked and made public: from the office that records it to the approval.',
  institutional_arrangements: 'Who is responsible for what, from the office in the field to the bureau.',
  grievance:
    'Where anyone can complain, who answers and within how many days, and how many complaints there were.',
  risks_and_benefits: 'Which risks and benefits were found, and what was done about them.',
  gaps: 'For each thing that is missing in the records (the preview lists it): the reason, what is planned, and until when.',
  consultation: 'Who was asked about this summary, when and how, and what was changed because of it.',
  contact:
    'The office that answers questions about this summary, with its address, telephone and email address.',
}

/** How lists and headings are typed. */
export const MARKS_HELP = 'Begin a line with "- " or "1. " for an item of a list, with "## " for a heading.'

/** The same for any written part; undefined where its title says enough. */
export function helpOf(section: Section): string | undefined {
  const safeguard = safeguardOf(section)
  if (safeguard === undefined) return SECTION_HELP[section as Single]
  return section === descriptionOf(safeguard)
    ? 'How this safeguard is understood here, in the light of the national law.'
    : 'The laws, rules and institutions that ensure it. What happened is shown below.'
}
