import type { FindingConsent } from './form-findings.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from './instrument-kinds.ts'
import type { LayerKind } from './layer-kinds.ts'

/** What is stored about the consent for the land of a finding. */
export type ConsentFacts = {
  /** the answers of bodies, oldest first */
  answers: readonly { asked: string; answer: string }[]
  /** the instruments that are ticked for it and not removed; days are yyyy-mm-dd */
  papers: readonly { kind: InstrumentKind; issued_on: string | null; valid_until: string | null }[]
}

/**
 * What is on record about the consent for the land of a finding on this day, for pages, warnings, tasks, decisions and
 * exports: of a body the last answer counts, of the papers those ticked for it. Null where no consent is needed and
 * nobody objects.
 */
export function findingConsent(
  kind: LayerKind,
  { answers, papers }: ConsentFacts,
  today: string,
): FindingConsent | null {
  const last = new Map(answers.map(({ asked, answer }) => [asked.toLowerCase(), answer]))
  if ([...last.values()].includes('objection')) return 'objection'
  if (kind !== 'ancestral_domain') return null
  const isRecorded = papers.some(
    (paper) =>
      INSTRUMENT_KINDS[paper.kind].is_consent &&
      paper.issued_on !== null &&
      paper.issued_on <= today &&
      (paper.valid_until === null || paper.valid_until >= today),
  )
  return isRecorded ? 'recorded' : 'missing'
}
