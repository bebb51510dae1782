import { z } from 'zod/mini'
import { SAFEGUARDS } from './safeguards.ts'

/*
 * A summary of information as displayed, printed and stored. Every number computed by the product is a reference into
 * its annex, so text and annex cannot differ.
 */

/** A part of a sentence: text, a name that may contain digits, or a reference to a number of the annex. */
const Fragment = z.union([
  z.object({ text: z.string() }),
  z.object({ name: z.string() }),
  z.object({ ref: z.string() }),
  /** a number that a text refers to but the annex does not have; never in a frozen summary */
  z.object({ missing: z.string() }),
])
export type Fragment = z.output<typeof Fragment>
export const Paragraph = z.array(Fragment)
export type Paragraph = z.output<typeof Paragraph>

/** A text that FMB wrote, and its day, which may be that of an earlier summary. */
const Written = z.object({ paragraphs: z.array(Paragraph), written_on: z.nullable(z.string()) })
export type Written = z.output<typeof Written>

/** Cells are references into the annex; null for an empty cell. */
const DocumentTable = z.object({
  caption: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), cells: z.array(z.nullable(z.string())) })),
})
export type DocumentTable = z.output<typeof DocumentTable>

/** A statement of an approved record, with the data to find it again. */
const Citation = z.object({
  ref: z.string(),
  code: z.string(),
  region: z.string(),
  indicator: z.string(),
  indicator_title: z.string(),
  reporting_year: z.number(),
  what_happened: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type Citation = z.output<typeof Citation>

const SafeguardPart = z.object({
  safeguard: z.enum(SAFEGUARDS),
  wording: z.string(),
  principles: z.array(
    z.object({ principle_number: z.number(), short_title: z.string(), is_primary: z.boolean() }),
  ),
  description: Written,
  addressed: Written,
  respected: z.object({ paragraphs: z.array(Paragraph), tables: z.array(DocumentTable) }),
  statements: z.array(Citation),
})
export type SafeguardPart = z.output<typeof SafeguardPart>

/** One number of the summary. `value` is exact, with a decimal point and without grouping. */
const AnnexRow = z.object({
  /** "A12", as in text and tables */
  ref: z.string(),
  /** the key for references in written texts; it does not change when the document is computed again */
  key: z.string(),
  measure: z.string(),
  unit: z.string(),
  principle_number: z.nullable(z.number()),
  indicator: z.nullable(z.string()),
  /** null: all chosen regions together */
  region: z.nullable(z.string()),
  reporting_year: z.nullable(z.number()),
  value: z.string(),
})
export type AnnexRow = z.output<typeof AnnexRow>

export const SummaryDocument = z.object({
  format: z.literal(1),
  bureau_name: z.string(),
  year: z.number(),
  title: z.string(),
  reporting_years: z.array(z.number()),
  /** the chosen regions by name; empty means the whole country */
  regions: z.array(z.string()),
  /** the day in Manila when the data were read */
  data_of: z.string(),
  crosswalk_version: z.number(),
  /** the sets of criteria by which the records were graded */
  batches: z.array(z.number()),
  national_circumstances: Written,
  systems_and_processes: Written,
  institutional_arrangements: Written,
  risks_and_benefits: Written,
  safeguards: z.array(SafeguardPart),
  annex: z.array(AnnexRow),
  /** the number of evidence files, and the SHA-256 of their list; null until it is frozen */
  evidence: z.nullable(z.object({ files: z.number(), sha256: z.string() })),
})
export type SummaryDocument = z.output<typeof SummaryDocument>
