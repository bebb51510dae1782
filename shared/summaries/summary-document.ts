import { z } from 'zod/mini'
import { SAFEGUARDS } from './safeguards.ts'

/** the kinds of files that are evidence */
const CITED_KINDS = ['pdf', 'csv', 'image'] as const

/*
 * A summary of information as displayed, printed and stored. Every number computed by the product is a reference into
 * its annex, so text and annex cannot differ.
 */

/** A part of a sentence: text, a name that may contain digits, or a reference to a number of the annex or to a table. */
const Fragment = z.union([
  z.object({ text: z.string() }),
  z.object({ name: z.string() }),
  z.object({ ref: z.string() }),
  z.object({ table: z.number() }),
  /** a number that a text refers to but the annex does not have; never in a frozen summary */
  z.object({ missing: z.string() }),
])
export type Fragment = z.output<typeof Fragment>
const Paragraph = z.array(Fragment)
export type Paragraph = z.output<typeof Paragraph>

/** A text that FMB wrote, and its day, which may be that of an earlier summary. */
const Written = z.object({
  paragraphs: z.array(Paragraph),
  written_on: z.nullable(z.string()),
})
export type Written = z.output<typeof Written>

/** Cells are references into the annex; null for an empty cell. */
const UnnumberedTable = z.object({
  caption: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), cells: z.array(z.nullable(z.string())) })),
})
export type UnnumberedTable = z.output<typeof UnnumberedTable>

/** A table of the document, numbered through: it stands once, and is cited by its number. */
const DocumentTable = z.extend(UnnumberedTable, { number: z.number() })
export type DocumentTable = z.output<typeof DocumentTable>

/** A word that the document uses, or a text that it answers, and what is said of it. */
const Term = z.object({ term: z.string(), meaning: Paragraph })
export type Term = z.output<typeof Term>

/** A file of evidence, by kind and SHA-256; `name` only if its office allows that names of its files are public. */
const CitedFile = z.object({
  name: z.optional(z.string()),
  kind: z.enum(CITED_KINDS),
  sha256: z.string(),
})
export type CitedFile = z.output<typeof CitedFile>

/** A statement of an approved record, with the data to find it again. */
const Citation = z.object({
  ref: z.string(),
  code: z.string(),
  region: z.string(),
  indicator: z.string(),
  indicator_title: z.string(),
  reporting_year: z.number(),
  what_happened: z.string(),
  files: z.array(CitedFile),
})
export type Citation = z.output<typeof Citation>

/** A principle that answers a safeguard. */
const AnsweringPrinciple = z.object({
  principle_number: z.number(),
  short_title: z.string(),
  is_primary: z.boolean(),
})

const SafeguardPart = z.object({
  safeguard: z.enum(SAFEGUARDS),
  /** the text of the decision, to the letter */
  official_words: z.string(),
  official_source: z.string(),
  /** a footnote of the decision, in other words */
  official_note: z.nullable(z.string()),
  /** the national reading in one sentence */
  wording: z.string(),
  principles: z.array(AnsweringPrinciple),
  description: Written,
  addressed: Written,
  /** `tables` are the numbers of those that it cites; none if no record reports on it */
  respected: z.object({ paragraphs: z.array(Paragraph), tables: z.array(z.number()) }),
  statements: z.array(Citation),
})
export type SafeguardPart = z.output<typeof SafeguardPart>

/** What the records report under one principle. */
const PrinciplePart = z.object({
  principle_number: z.number(),
  short_title: z.string(),
  paragraphs: z.array(Paragraph),
  tables: z.array(DocumentTable),
})
export type PrinciplePart = z.output<typeof PrinciplePart>

/** One number of the summary. `value` is exact, with a decimal point and without grouping. */
export const AnnexRow = z.object({
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

const FrameworkTable = z.object({
  columns: z.array(z.string()),
  rows: z.array(
    z.object({ principle_number: z.number(), short_title: z.string(), cells: z.array(z.array(z.string())) }),
  ),
})

export const SummaryDocument = z.object({
  format: z.literal(1),
  bureau_name: z.string(),
  /** where the summary is published, and records are verified */
  address: z.string(),
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
  /** decisions and declarations that the summary answers */
  answers: z.array(Term),
  national_laws: Written,
  definitions: z.array(Term),
  method: z.array(Paragraph),
  how_to_check: z.array(Paragraph),
  /** sites, hectares and REDD+ activities */
  coverage: z.object({ paragraphs: z.array(Paragraph), tables: z.array(DocumentTable) }),
  national_circumstances: Written,
  systems_and_processes: Written,
  institutional_arrangements: Written,
  grievance: Written,
  risks_and_benefits: Written,
  safeguards: z.array(SafeguardPart),
  principles: z.array(PrinciplePart),
  annex: z.array(AnnexRow),
  /** other frameworks that the principles relate to; absent while FMB has filled none */
  other_frameworks: z.optional(FrameworkTable),
  /** the principles that answer each safeguard */
  crosswalk: FrameworkTable,
  /** what differs from the last frozen summary */
  changes: z.object({ paragraphs: z.array(Paragraph), numbers: z.array(Term) }),
  /** what is missing in the records; its reasons and what is planned are in `gaps` */
  found_gaps: z.array(Paragraph),
  gaps: Written,
  consultation: Written,
  contact: Written,
  /** the days of the reporting years, with neighbouring years together */
  period: z.array(z.object({ from: z.string(), to: z.string() })),
  /** the number of evidence files, and the SHA-256 of their list; null until it is frozen */
  evidence: z.nullable(z.object({ files: z.number(), sha256: z.string() })),
})
export type SummaryDocument = z.output<typeof SummaryDocument>
