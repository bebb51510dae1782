import type { Grade } from '../activities/grades.ts'
import type { CrosswalkLine } from './crosswalk.schema.ts'
import type { Safeguard } from './safeguards.ts'
import type { Section } from './sections.ts'
import type { Citation } from './summary-document.ts'

/*
 * What the records of the chosen regions and years tell, as the database counts it region by region. The latest record
 * of each site and year counts; grades are those of a site's last year.
 */

/** One principle over the sites of a region that have a record. */
export type PrincipleFacts = {
  principle_number: number
  /** sites by grade */
  grades: Record<Grade, number>
  /** outcome indicators that apply, over all sites */
  indicators: number
  /** those of them that have no evidence */
  without_evidence: number
}

/** The sum of a figure that adds up, over the sites of a region in one year. */
export type FigureFacts = {
  principle_number: number
  /** "4.1.2" */
  indicator: string
  /** criteria, indicator and figure, to sort by */
  place: [number, number, number]
  name: string
  unit: string
  reporting_year: number
  /** sites that gave a value */
  sites: number
  /** exact, with a point */
  total: string
}

export type RegionFacts = {
  region_id: number
  region: string
  /** approved sites on the public list */
  registered: number
  /** those with a record of a chosen year */
  sites: number
  /** of those, exact, with a point */
  hectares: string
  batches: number[]
  principles: PrincipleFacts[]
  figures: FigureFacts[]
}

/** A statement as it is cited, without the reference that composing gives it. */
export type ChosenStatement = Omit<Citation, 'ref'> & { safeguard: Safeguard; principle_number: number }

/** Everything a document is composed of. */
export type SummarySources = {
  bureau_name: string
  year: number
  title: string
  reporting_years: readonly number[]
  /** of the chosen ones; empty means the whole country */
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
