import type { ContentsEntry } from './Contents.tsx'
import { type Safeguard, SAFEGUARDS, safeguardName } from '../../../shared/summaries/safeguards.ts'
import { SECTION_TITLES } from '../../../shared/summaries/sections.ts'

export const describedId = (safeguard: Safeguard): string => `safeguard-${safeguard}`
export const respectedId = (safeguard: Safeguard): string => `respected-${safeguard}`

/** The chapters of a document of the first format, with the ids of their anchors. */
export const CHAPTERS = {
  national_circumstances: { id: 'national-circumstances', title: SECTION_TITLES.national_circumstances },
  safeguards: { id: 'safeguards', title: 'The safeguards and what they mean here' },
  systems_and_processes: { id: 'systems-and-processes', title: SECTION_TITLES.systems_and_processes },
  respected: { id: 'respected', title: 'How each safeguard is addressed and respected' },
  institutional_arrangements: {
    id: 'institutional-arrangements',
    title: SECTION_TITLES.institutional_arrangements,
  },
  risks_and_benefits: { id: 'risks-and-benefits', title: SECTION_TITLES.risks_and_benefits },
  annex: { id: 'annex', title: 'Annex: the numbers' },
} as const
export type Chapter = keyof typeof CHAPTERS

const perSafeguard = (idOf: (safeguard: Safeguard) => string): ContentsEntry['parts'] =>
  SAFEGUARDS.map((safeguard) => ({
    id: idOf(safeguard),
    title: safeguardName(safeguard),
    short: `(${safeguard})`,
  }))

const PARTS: Partial<Record<Chapter, ContentsEntry['parts']>> = {
  safeguards: perSafeguard(describedId),
  respected: perSafeguard(respectedId),
}

/** The table of contents. */
export const CONTENTS: readonly ContentsEntry[] = (Object.keys(CHAPTERS) as Chapter[]).map((chapter) => ({
  ...CHAPTERS[chapter],
  parts: PARTS[chapter] ?? [],
}))
