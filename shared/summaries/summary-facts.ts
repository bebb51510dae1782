import type { Grade } from '../activities/grades.ts'
import type { Before } from './changes-chapter.ts'
import type { CrosswalkLine } from './crosswalk.schema.ts'
import type { ReddActivity } from './redd-activities.ts'
import type { Safeguard } from './safeguards.ts'
import type { Section } from './sections.ts'
import type { Citation } from './summary-document.ts'
import type { ValueCount } from './sums.ts'

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

/** A figure of an indicator, in one year. */
export type PlacedFigure = {
  principle_number: number
  /** "4.1.2" */
  indicator: string
  /** numbers of criteria, indicator and figure, for sorting */
  place: [number, number, number]
  name: string
  unit: string
  reporting_year: number
}

/** The sum of a figure that adds up, over the sites of a region in one year. */
export type FigureFacts = PlacedFigure & {
  /** sites that reported a value */
  sites: number
  /** exact, with a decimal point */
  total: string
}

/** What the sites of a region report of a figure that does not add up: each value once. */
export type SpreadFacts = PlacedFigure & { values: [ValueCount, ...ValueCount[]] }

/** The sites of a region that claim a REDD+ activity, by its key, and the area that they give for it. */
type ActivityFacts = { activity: ReddActivity['key']; sites: number; hectares: string }

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
  spreads: SpreadFacts[]
  /** of the sites with a record; an activity that no site claims may be absent */
  activities: ActivityFacts[]
}

/** A statement to cite; composing adds its reference. */
export type ChosenStatement = Omit<Citation, 'ref'> & { safeguard: Safeguard; principle_number: number }

export type SummarySources = {
  bureau_name: string
  /** the product's own address, where a published summary is read and checked */
  address: string
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
  /** the last frozen summary; null if there is none */
  before: Before | null
  texts: readonly { section: Section; text: string; written_on: string }[]
  statements: readonly ChosenStatement[]
  evidence: { files: number; sha256: string } | null
}
