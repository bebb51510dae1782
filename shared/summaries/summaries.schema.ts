import { canDraftSummaries, canReadSummaries, isSuper } from './summaries.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { choice } from '../lib/choices.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { paragraphsOf, plainParagraphs, requiredText, word } from '../lib/plain-text.ts'
import { SAFEGUARDS } from './safeguards.ts'
import { SUMMARY } from './summaries.fields.ts'
import { SECTION_MAX, SECTION_TITLES, SECTIONS, type Section } from './sections.ts'
import { SummaryDocument } from './summary-document.ts'

export const SafeguardLetter = z.enum(SAFEGUARDS, 'Choose one of the safeguards (a) to (g).')

export const SUMMARY_STATUSES = ['Draft', 'Frozen', 'Published', 'Replaced', 'Withdrawn'] as const
export const SummaryStatus = z.enum(SUMMARY_STATUSES)
export type SummaryStatus = z.output<typeof SummaryStatus>

export type SummaryInput = z.output<typeof SUMMARY.input>

/** A record of a frozen summary whose approval was withdrawn after the freezing. */
const WithdrawnRecord = z.object({ code: z.string(), reporting_year: z.number(), withdrawn_at: z.string() })
export type WithdrawnRecord = z.output<typeof WithdrawnRecord>

export const SummaryRow = z.object({
  id: z.number(),
  year: z.number(),
  title: z.string(),
  reporting_years: z.array(z.number()),
  regions: z.array(z.object({ id: z.number(), name: z.string() })),
  status: SummaryStatus,
  updated_at: z.string(),
  updated_by: z.nullable(z.string()),
  frozen_at: z.nullable(z.string()),
  published_at: z.nullable(z.string()),
  /** of the frozen document */
  sha256: z.nullable(z.string()),
  /** none of a draft */
  withdrawn_records: z.array(WithdrawnRecord),
})
export type SummaryRow = z.output<typeof SummaryRow>

export const SummaryText = z.object({
  section: z.enum(SECTIONS as unknown as [Section, ...Section[]]),
  text: z.string(),
  written_at: z.string(),
  written_by: z.nullable(z.string()),
  /** the year of the summary it was copied from, until it is edited or confirmed */
  taken_from: z.nullable(z.number()),
})
export type SummaryText = z.output<typeof SummaryText>

/** A gap of a draft; one that `blocks` must be corrected before freezing. */
const SummaryGap = z.object({
  /** a written part, a safeguard, or null for the whole summary */
  section: z.nullable(z.string()),
  message: z.string(),
  blocks: z.boolean(),
})
export type SummaryGap = z.output<typeof SummaryGap>

/** How many of the records behind a frozen summary have changed since. */
const ChangedSince = z.object({ records: z.number(), changed: z.number() })
export type ChangedSince = z.output<typeof ChangedSince>

/** A summary with its document: computed on request for a draft, as stored for a frozen one. */
const Summary = z.object({
  summary: SummaryRow,
  /** another summary of its year that is published now */
  current: z.nullable(z.object({ id: z.number(), title: z.string(), sha256: z.string() })),
  texts: z.array(SummaryText),
  document: SummaryDocument,
  gaps: z.array(SummaryGap),
  /** null for a draft */
  since: z.nullable(ChangedSince),
})
export type Summary = z.output<typeof Summary>

/** A statement of an approved record that can be cited. */
const StatementRow = z.object({
  site_activity_id: z.number(),
  sites_criteria_indicator_id: z.number(),
  code: z.string(),
  region: z.string(),
  principle_number: z.number(),
  indicator: z.string(),
  indicator_title: z.string(),
  reporting_year: z.number(),
  what_happened: z.string(),
  files: z.number(),
  chosen: z.boolean(),
})
export type StatementRow = z.output<typeof StatementRow>

const TextInput = z
  .object({
    section: z.enum(SECTIONS as unknown as [Section, ...Section[]], 'This part is not known.'),
    /** `written_at` of the text when the form was opened; null if there was none */
    written_at: z.nullable(word('The form does not say what it began from.')),
    text: paragraphsOf('The text', SECTION_MAX),
  })
  .check(
    z.check(({ value, issues }) => {
      const parsed = z.safeParse(plainParagraphs(SECTION_TITLES[value.section], SECTION_MAX), value.text)
      for (const { message } of parsed.error?.issues ?? [])
        issues.push({ code: 'custom', path: ['text'], message, input: value.text })
    }),
  )
export type TextInput = z.output<typeof TextInput>

const StatementChoice = z.object({
  safeguard: SafeguardLetter,
  site_activity_id: Id,
  sites_criteria_indicator_id: Id,
  chosen: z.boolean('Say whether the statement is chosen.'),
})
export type StatementChoice = z.output<typeof StatementChoice>

export const SUMMARY_FORMATS = ['json', 'csv', 'docx', 'evidence.csv'] as const
export type SummaryFormat = (typeof SUMMARY_FORMATS)[number]

const PublishedSummary = z.object({
  year: z.number(),
  title: z.string(),
  published_at: z.string(),
  frozen_at: z.string(),
  sha256: z.string(),
})
export type PublishedSummary = z.output<typeof PublishedSummary>

export const PublishedDocument = z.object({
  document: SummaryDocument,
  frozen_at: z.string(),
  sha256: z.string(),
  since: ChangedSince,
  withdrawn_records: z.array(WithdrawnRecord),
})
export type PublishedDocument = z.output<typeof PublishedDocument>

const YearParams = z.object({
  year: z.pipe(z.string().check(z.regex(/^\d{4}$/)), z.transform(Number)),
})

/** The address of the present summary of a year, or of one of its summaries (`versionOf`). */
export const SummaryAddressParams = z.extend(YearParams, {
  version: z.optional(z.string().check(z.regex(/^[0-9a-f]{12}$/))),
})

const SummaryListQuery = z.extend(PageQuery, {
  status: choice(SUMMARY_STATUSES, 'Status is not one of the choices of this list.', 'All'),
})
export type SummaryListQuery = z.output<typeof SummaryListQuery>

export const summariesApi = {
  list: endpoint('GET', '/summaries', {
    may: canReadSummaries,
    summary: 'The summaries of information, drafts and frozen ones, newest year first',
    query: SummaryListQuery,
    reply: pageReply(SummaryRow),
  }),
  create: endpoint('POST', '/summaries', {
    may: canDraftSummaries,
    summary: 'Begins a summary; texts of earlier ones are copied with their dates',
    form: true,
    body: SUMMARY.input,
    reply: wrapped('summary', SummaryRow),
    status: 201,
  }),
  show: endpoint('GET', '/summaries/:id', {
    may: canReadSummaries,
    summary: 'A summary with its document: computed now for a draft, as it was stored for a frozen one',
    params: IdParams,
    reply: Summary,
  }),
  edit: endpoint('POST', '/summaries/:id', {
    may: canDraftSummaries,
    summary: 'Changes what a draft covers',
    params: IdParams,
    form: true,
    /** `updated_at` of the summary when the form was opened */
    body: z.extend(SUMMARY.input, { updated_at: word('The form does not say what it began from.') }),
    reply: wrapped('summary', SummaryRow),
  }),
  write: endpoint('POST', '/summaries/:id/texts', {
    may: canDraftSummaries,
    summary: 'Writes, or confirms, one part of a draft',
    params: IdParams,
    form: true,
    body: TextInput,
    reply: wrapped('text', SummaryText),
  }),
  statements: endpoint('GET', '/summaries/:id/statements', {
    may: canReadSummaries,
    summary: 'The statements of approved records that one safeguard of a draft may cite',
    params: IdParams,
    query: z.extend(PageQuery, {
      safeguard: SafeguardLetter,
      region_id: z.optional(IdText),
      /** true: only chosen statements */
      chosen_only: z.optional(word('chosen_only must be true.')),
    }),
    reply: pageReply(StatementRow),
  }),
  choose: endpoint('POST', '/summaries/:id/statements', {
    may: canDraftSummaries,
    summary: 'Chooses a statement for a safeguard of a draft, or leaves it out',
    params: IdParams,
    body: StatementChoice,
    reply: wrapped('chosen', z.number()),
  }),
  freeze: endpoint('POST', '/summaries/:id/freeze', {
    may: isSuper,
    identity: 'every_caller',
    summary: 'Freezes a draft: text, data, crosswalk, criteria and fingerprints, with one SHA-256',
    params: IdParams,
    form: true,
    body: z.object({
      updated_at: word('The page does not say what it showed.'),
      /** the open comments that it is frozen with; none by default */
      open_comments: z.optional(z.array(Id)),
    }),
    reply: wrapped('summary', SummaryRow),
  }),
  publish: endpoint('POST', '/summaries/:id/publish', {
    may: everyone,
    identity: 'every_caller',
    summary: 'Publishes a frozen summary under its year',
    params: IdParams,
    form: true,
    reply: wrapped('summary', SummaryRow),
  }),
  replace: endpoint('POST', '/summaries/:id/replace', {
    may: isSuper,
    identity: 'every_caller',
    summary:
      'Publishes a frozen summary in place of the published one of its year, which stays public at its own address',
    params: IdParams,
    form: true,
    /** the published summary that the page showed */
    body: z.object({ replaces: Id }),
    reply: wrapped('summary', SummaryRow),
  }),
  withdraw: endpoint('POST', '/summaries/:id/withdraw', {
    may: isSuper,
    identity: 'every_caller',
    summary: 'Takes a published summary off the public pages; it stays frozen',
    params: IdParams,
    form: true,
    body: z.object({ reason: requiredText('Reason', { min: 2, max: 500 }) }),
    reply: wrapped('summary', SummaryRow),
  }),
  discard: endpoint('POST', '/summaries/:id/discard', {
    // the list alone: the draft itself no longer exists
    stale: ['/summaries'],
    may: everyone,
    summary: 'Discards a draft',
    params: IdParams,
    form: true,
    status: 204,
  }),
  file: endpoint('GET', '/summaries/:id/files/:format', {
    may: everyone,
    summary: 'A summary as a document, its data or its annex; drafts are marked as drafts',
    params: z.extend(IdParams, { format: z.enum(SUMMARY_FORMATS) }),
  }),
}

/** The public calls of the summaries. */
export const publishedApi = {
  list: endpoint('GET', '/summaries/published', {
    summary: 'The published summaries, newest year first',
    access: 'public',
    limited: true,
    reply: wrapped('data', z.array(PublishedSummary)),
  }),
  show: endpoint('GET', '/summaries/published/:year', {
    summary: 'The published summary of a year',
    access: 'public',
    limited: true,
    params: YearParams,
    reply: wrapped('data', PublishedDocument),
  }),
}
