import { perSafeguard, type Safeguard, SAFEGUARDS, safeguardName } from './safeguards.ts'

/** The parts that occur once in a summary, in the order of UNFCCC decision 17/CP.21, with their titles. */
const SINGLE = {
  national_circumstances: 'National circumstances',
  national_laws: 'National laws and policies',
  systems_and_processes: 'Systems and processes for information on the safeguards',
  institutional_arrangements: 'Institutional arrangements',
  grievance: 'Grievances',
  risks_and_benefits: 'Risks and benefits',
  gaps: 'Gaps and what is planned',
  consultation: 'How it was consulted',
  contact: 'Contact',
} as const
export type Single = keyof typeof SINGLE
export const SINGLES = Object.keys(SINGLE) as readonly Single[]

/** The parts that FMB writes: the single ones, and for each safeguard what it means here and how it is addressed. */
export type Section = Single | `description_${Safeguard}` | `addressed_${Safeguard}`

export const descriptionOf = (safeguard: Safeguard): Section => `description_${safeguard}`
export const addressedOf = (safeguard: Safeguard): Section => `addressed_${safeguard}`

/** All written parts, about in the order of the document. */
export const SECTIONS: readonly Section[] = [
  'national_circumstances',
  'national_laws',
  ...SAFEGUARDS.map(descriptionOf),
  'systems_and_processes',
  'institutional_arrangements',
  'grievance',
  'risks_and_benefits',
  ...SAFEGUARDS.map(addressedOf),
  'gaps',
  'consultation',
  'contact',
]

const OF_SAFEGUARDS = perSafeguard((safeguard) => ({
  description: `${safeguardName(safeguard)}: what it means here`,
  addressed: `${safeguardName(safeguard)}: how it is addressed`,
}))

export const SECTION_TITLES: Readonly<Record<Section, string>> = {
  ...SINGLE,
  ...(Object.fromEntries(
    SAFEGUARDS.flatMap((safeguard) => [
      [descriptionOf(safeguard), OF_SAFEGUARDS[safeguard].description],
      [addressedOf(safeguard), OF_SAFEGUARDS[safeguard].addressed],
    ]),
  ) as Record<Exclude<Section, Single>, string>),
}

/** the longest written part, in characters */
export const SECTION_MAX = 10_000
