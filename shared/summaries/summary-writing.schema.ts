import { canReadSummaries } from './summaries.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { SECTIONS, type Section } from './sections.ts'
import { SummaryText } from './summaries.schema.ts'
import { AnnexRow } from './summary-document.ts'

const WrittenSection = z.enum(SECTIONS as unknown as [Section, ...Section[]])

/** The last summary that was frozen for the same year or an earlier one: its texts as typed, and its numbers. */
const PreviousSummary = z.object({
  id: z.number(),
  year: z.number(),
  title: z.string(),
  frozen_at: z.string(),
  texts: z.array(SummaryText),
  annex: z.array(AnnexRow),
  reporting_years: z.array(z.number()),
  /** by name; empty means the whole country */
  regions: z.array(z.string()),
})
export type PreviousSummary = z.output<typeof PreviousSummary>

/** A person who has text in a draft that is not saved yet. */
const SummaryWriter = z.object({
  name: z.string(),
  sections: z.array(WrittenSection),
  /** when they last typed, in any part of this draft */
  typed_at: z.string(),
})
export type SummaryWriter = z.output<typeof SummaryWriter>

/** A person who has typed nothing for so many minutes is not reported as writing. */
export const WRITER_MINUTES = 15

// not among the other calls of summaries: only the pages of a draft load them
export const writingApi = {
  previous: endpoint('GET', '/summaries/:id/previous', {
    reads: 'summary-writing',
    may: canReadSummaries,
    summary:
      'The frozen summary before this one, to reuse its texts and to compare with; null if there is none',
    params: IdParams,
    reply: wrapped('previous', z.nullable(PreviousSummary)),
  }),
  writers: endpoint('GET', '/summaries/:id/writers', {
    reads: 'summary-writing',
    may: canReadSummaries,
    summary: 'Other users with unsaved text in a draft, and in which parts',
    params: IdParams,
    reply: wrapped('writers', z.array(SummaryWriter)),
  }),
}
