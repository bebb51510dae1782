import type { Grade } from '../activities/grades.ts'
import type { CrosswalkLine } from './crosswalk.schema.ts'
import type { Safeguard } from './safeguards.ts'
import type { Section } from './sections.ts'
import type { Citation } from './summary-document.ts'

/*
 * What the records of the chosen regions and years report, counted by the database per region. Figures come from the
 * latest record of each site and year; grades from that of a site's last year.
 */

/** One principle over the sites of a region that have a record. */
export type PrincipleFacts = {
  principle_number: number
  /** sites by grade */
  grades: Record<Grade, number>
  /** outcome indicators that apply, over all sites */
  indicators: number
  /** those without evidence */
  without_evidence: number
}

/** The sum of a figure that adds up, over the sites of a region in one year. */
export type FigureFacts = {
  principle_number: number
  /** "4.1.2" */
  indicator: string
  /** numbers of criteria, indicator and figure, for sorting */
  place: [number, number, number]
  name: string
  unit: string
  reporting_year: number
  /** sites that reported a value */
  sites: number
  /** exact, with a decimal point */
  total: string
}

export type RegionFacts = {
  region_id: number
  region: string
  /** approved sites on the public list */
  registered: number
  /** those with a record of a chosen year */
  sites: number
  /** of those sites; exact, with a decimal point */
  hectares: string
  batches: number[]
  principles: PrincipleFacts[]
  figures: FigureFacts[]
}

/** A statement to cite; composing adds its reference. */
export type ChosenStatement = Omit<Citation, 'ref'> & { safeguard: Safeguard; principle_number: number }

export type SummarySources = {
  bureau_name: string
  year: number
  title: string
  reporting_years: readonly number[]
  /** of the chosen regions; empty means the whole country */
  region_ids: readonly number[]
  /** yyyy-mm-dd in Manila */
  data_of: string
  crosswalk: { version: number; lines: readonly CrosswalkLine[] }
  /** in the order of the bureau's regions */
  facts: readonly RegionFacts[]
  texts: readonly { section: Section; text: string; written_on: string }[]
  statements: readonly ChosenStatement[]
  evidence: { files: number; sha256: string } | null
}
