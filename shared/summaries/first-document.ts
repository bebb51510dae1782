import { z } from 'zod/mini'
import { SAFEGUARDS } from './safeguards.ts'
import {
  AnnexRow,
  AnsweringPrinciple,
  Citation,
  Paragraph,
  SummaryDocument,
  UnnumberedTable,
  Written,
} from './summary-document.ts'

/* A summary of the first format. None is made any more; frozen ones stay as they are, with their files. */

const FirstSafeguardPart = z.object({
  safeguard: z.enum(SAFEGUARDS),
  wording: z.string(),
  principles: z.array(AnsweringPrinciple),
  description: Written,
  addressed: Written,
  respected: z.object({ paragraphs: z.array(Paragraph), tables: z.array(UnnumberedTable) }),
  statements: z.array(Citation),
})
export type FirstSafeguardPart = z.output<typeof FirstSafeguardPart>

const FirstDocument = z.object({
  format: z.literal(1),
  bureau_name: z.string(),
  year: z.number(),
  title: z.string(),
  reporting_years: z.array(z.number()),
  regions: z.array(z.string()),
  data_of: z.string(),
  crosswalk_version: z.number(),
  batches: z.array(z.number()),
  national_circumstances: Written,
  systems_and_processes: Written,
  institutional_arrangements: Written,
  risks_and_benefits: Written,
  safeguards: z.array(FirstSafeguardPart),
  annex: z.array(AnnexRow),
  evidence: z.nullable(z.object({ files: z.number(), sha256: z.string() })),
})
export type FirstDocument = z.output<typeof FirstDocument>

/** A document of any format, as stored. */
export const AnyDocument = z.discriminatedUnion('format', [FirstDocument, SummaryDocument])
export type AnyDocument = z.output<typeof AnyDocument>
