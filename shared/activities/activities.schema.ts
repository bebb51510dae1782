import { reasonField } from './reason-fields.ts'
import { ACTIVITY_POLICIES, canCreateActivity, canListActivities } from './activities.policy.ts'
import { encodesActivities } from '../access/encoders.ts'
import { z } from 'zod/mini'
import { Status } from '../access/levels.ts'
import { endpoint, everyone } from '../access/endpoint.ts'
import { RECORD_KINDS } from '../access/record-kinds.ts'
import { chosenId, Id, IdParams, IdText } from '../lib/ids.ts'
import { saying, wrapped } from '../lib/replies.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { numberText, word } from '../lib/plain-text.ts'
import { INDICATOR_FULL } from '../files/file-checks.ts'
import { MOV_MAX_FILES_PER_INDICATOR, ScanStatus } from '../files/files.schema.ts'
import { FIGURES_MAX, perPrinciple } from '../principles/principle-titles.ts'
import { SitePrinciple } from '../principles/principles.schema.ts'
import { ActivityChangesReply, EvidenceChangesQuery } from './activity-changes.schema.ts'
import { hasPoints } from '../review/points.schema.ts'
import { RECORD_FILTERS } from '../review/record-filters.ts'
import {
  OptionalComment,
  QueueFacts,
  reviewCalls,
  reviewedFields,
  reviewedRowFields,
  ReturnParts,
  SeenRevision,
  ReviewFacts,
} from '../review/review.schema.ts'
import { FIGURE_MAX, WhatHappened } from './facts.ts'
import { SiteStatus } from '../review/review-chain.ts'
import { Grades } from './grading.ts'

const text = z.string()
const nullableText = z.nullable(z.string())

/** A stored file as listed in evidence. */
export const Upload = z.object({
  upload_id: z.number(),
  upload_file_name: z.string(),
  size: z.number(),
  media_type: z.string(),
  sha256: z.string(),
  created_at: z.string(),
  scan_status: ScanStatus,
})
export type Upload = z.output<typeof Upload>

export const VerificationEntry = z.object({
  sites_principle_id: z.number(),
  sites_criteria_id: z.number(),
  sites_criteria_indicator_id: z.number(),
  upload: z.array(Upload),
})
export type VerificationEntry = z.output<typeof VerificationEntry>

/** The verification of one principle, for the cards of the overview. */
export const ActivityPrinciple = z.object({
  sites_principle_id: z.number(),
  principle_number: z.number(),
  verification: z.array(VerificationEntry),
})
export type ActivityPrinciple = z.output<typeof ActivityPrinciple>

/** The value of a figure, as typed ("1250.5"). */
const FigureValue = z.object({
  indicator_figure_id: z.number(),
  value: z.string(),
  /** the year it was copied from, until it is edited or confirmed */
  taken_from: z.nullable(z.number()),
})

/** What an activity reports under one indicator, apart from its files. */
export const IndicatorFacts = z.object({
  sites_criteria_indicator_id: z.number(),
  what_happened: nullableText,
  /** the same for `what_happened` */
  taken_from: z.nullable(z.number()),
  figures: z.array(FigureValue),
})
export type IndicatorFacts = z.output<typeof IndicatorFacts>

export const SiteActivity = z.object({
  ...reviewedFields,
  site_profile_id: z.number(),
  site_profile_code: text,
  site_profile_name: text,
  /** an activity is hidden with its profile (S-37) */
  site_profile_status: Status,
  ...perPrinciple(reasonField, nullableText),
  principle_batch_number: z.number(),
  /** the newest batch, so that the overview can say that a newer set exists (S-60) */
  current_batch_number: z.number(),
  disabled_principle: z.array(z.number()),
  disabled_indicator: z.array(z.string()),
  verification: z.array(VerificationEntry),
  principles: z.array(ActivityPrinciple),
  /** the year it reports on; null where none was chosen */
  reporting_year: z.nullable(z.number()),
  /** of the profile; they limit the reporting year */
  project_year_start: z.number(),
  project_year_end: z.number(),
  /** the revision at which the copy from last time was made; equal to `revision` until the next save (S-145) */
  taken_over_revision: z.nullable(z.number()),
  /** only indicators with a text or figure, in their order */
  facts: z.array(IndicatorFacts),
  /** provisional until FMB's approval, frozen from then on (S-55) */
  grades: Grades,
})
export type SiteActivity = z.output<typeof SiteActivity>

export const ActivityRow = z.pick(SiteActivity, {
  ...reviewedRowFields,
  site_profile_id: true,
  site_profile_code: true,
  site_profile_name: true,
})
export type ActivityRow = z.output<typeof ActivityRow>

export const ActivityQueueRow = z.extend(ActivityRow, QueueFacts.shape)
export type ActivityQueueRow = z.output<typeof ActivityQueueRow>

/** The value of one figure as typed; null clears it. `facts.ts` checks it. */
const FigureValueInput = z.object({
  indicator_figure_id: Id,
  value: z.nullish(numberText('The value', FIGURE_MAX)),
})

/** The complete list of files under one indicator; an empty list clears it (S-51). */
export const MeansInput = z.object({
  sites_criteria_indicator_id: Id,
  upload_id: z.array(Id).check(z.maxLength(MOV_MAX_FILES_PER_INDICATOR, INDICATOR_FULL)),
  /** the same files by id and name (001 §3); the server uses `upload_id` only */
  files: z.optional(z.array(z.unknown())),
  /** omitted leaves it unchanged, null clears it; what is sent counts as confirmed */
  what_happened: WhatHappened,
  /** only the figures listed here change */
  figures: z.optional(
    z.array(FigureValueInput).check(z.maxLength(FIGURES_MAX, 'Each figure can be named once.')),
  ),
})
export type MeansInput = z.output<typeof MeansInput>

/** Only the indicators listed here change (S-51). */
const CriteriaMeans = z.array(MeansInput).check(
  z.maxLength(500, 'Too many indicators in one request.'),
  z.refine(
    (means) => new Set(means.map((one) => one.sites_criteria_indicator_id)).size === means.length,
    'Each indicator can be named once.',
  ),
)

export const VerificationInput = z.object({
  sites_principle_id: Id,
  criteria_means: CriteriaMeans,
  revision: z.optional(z.int()),
})
export type VerificationInput = z.output<typeof VerificationInput>

const ReportingYear = z.nullable(z.int('Reporting year must be a year.'))

/** May include evidence for one principle; without it the draft is empty (S-49). */
export const ActivityInput = z
  .object({
    site_profile_id: chosenId('Profiling of SITES is required.'),
    reporting_year: z.optional(ReportingYear),
    sites_principle_id: z.optional(Id),
    criteria_means: z.optional(CriteriaMeans),
  })
  .check(
    z.refine((input) => !input.criteria_means?.length || input.sites_principle_id !== undefined, {
      error: 'Principle is required.',
      path: ['sites_principle_id'],
    }),
  )
export type ActivityInput = z.output<typeof ActivityInput>

const optionalReasons = perPrinciple(reasonField, OptionalComment)

/** A comment per principle; the eight values replace all earlier ones, and blank ones become null (S-74). */
export const ActivityReturnInput = z
  .extend(ReturnParts, optionalReasons)
  .check(
    z.refine(
      (input) =>
        hasPoints(input) ||
        Object.entries(input).some(([field, value]) => field.startsWith('returned_reason_') && value),
      { error: 'A comment on at least one principle is required.', path: ['returned_reason_1'] },
    ),
  )
export type ActivityReturnInput = z.output<typeof ActivityReturnInput>

/** The year an activity reports on; null clears it. */
export const ReportingYearInput = z.object({ reporting_year: ReportingYear, revision: z.optional(z.int()) })
export type ReportingYearInput = z.output<typeof ReportingYearInput>

/** What the site's previous approved activity reported, under the indicators and figures of this one's batch. */
export const PreviousFacts = z.object({
  site_activity_id: z.number(),
  /** the reporting year, else the year of approval */
  year: z.number(),
  facts: z.array(
    z.object({
      sites_criteria_indicator_id: z.number(),
      what_happened: nullableText,
      figures: z.array(z.object({ indicator_figure_id: z.number(), value: z.string() })),
    }),
  ),
})
export type PreviousFacts = z.output<typeof PreviousFacts>

/** Another activated activity of the same site that reports on the same year (S-145). */
const SameYear = z.object({ id: z.number(), site_status: SiteStatus, approved_at: nullableText })

export const DisabledInput = z.object({
  site_activity_id: z.optional(Id),
  site_profile_id: z.optional(Id),
  id: Id,
  type: z.enum(['principle', 'indicator'], 'Type must be principle or indicator.'),
  isDisabled: z.optional(z.boolean()),
})
export type DisabledInput = z.output<typeof DisabledInput>

export const ActivityShowReply = z.object({
  siteActivities: SiteActivity,
  /** the eight principles of the activity's own batch */
  sitePrinciples: z.array(SitePrinciple),
  ...ReviewFacts.shape,
})
export type ActivityShowReply = z.output<typeof ActivityShowReply>

const ActivityReply = wrapped('siteActivities', SiteActivity)
const ActivityDataReply = wrapped('data', ActivityReply)

const ActivityListQuery = z.extend(PageQuery, {
  ...RECORD_FILTERS,
  reporting_year: z.optional(IdText),
})

/** a site with an unfinished activity cannot begin another, so it leaves the search for candidates */
const AND_CANDIDATES = ['activities', '/sites/search']

export const activitiesApi = {
  datatable: endpoint('GET', '/sites/activities/datatable', {
    may: canListActivities,
    summary: 'SITES Activities list, of one reporting year or of all',
    query: ActivityListQuery,
    reply: pageReply(ActivityRow),
  }),
  show: endpoint('GET', '/sites/activities/:id', {
    may: everyone,
    summary: 'One activity with its principles, evidence and history',
    params: IdParams,
    reply: ActivityShowReply,
  }),
  changes: endpoint('GET', '/sites/activities/:id/changes', {
    may: everyone,
    summary: 'What changed in an activity since a return, by default the newest; the evidence in pages',
    params: IdParams,
    query: EvidenceChangesQuery,
    reply: ActivityChangesReply,
  }),
  create: endpoint('POST', '/sites/activities', {
    stale: AND_CANDIDATES,
    may: canCreateActivity,
    summary: 'Start an activity with the first means of verification',
    form: true,
    body: ActivityInput,
    reply: ActivityReply,
  }),
  saveMeans: endpoint('POST', '/sites/activities/verification/:id', {
    may: encodesActivities,
    summary: 'Replace the evidence of the named indicators',
    form: true,
    params: IdParams,
    body: VerificationInput,
    reply: ActivityDataReply,
  }),
  setReportingYear: endpoint('POST', '/sites/activities/:id/reporting-year', {
    may: encodesActivities,
    summary: 'Set the year that an activity reports on',
    form: true,
    params: IdParams,
    body: ReportingYearInput,
    reply: ActivityReply,
  }),
  lastTime: endpoint('GET', '/sites/activities/:id/last-time', {
    may: everyone,
    summary:
      'The texts and figures of the site’s latest approved activity before this one, and its other activities of the same year',
    params: IdParams,
    reply: z.object({ last: z.nullable(PreviousFacts), same_year: z.array(SameYear) }),
  }),
  copyFromPrevious: endpoint('POST', '/sites/activities/:id/start-from-last', {
    may: encodesActivities,
    summary: 'Copy statements and figures from the latest approved activity into empty fields',
    form: true,
    params: IdParams,
    body: z.nullish(SeenRevision),
    reply: ActivityReply,
  }),
  undoCopyFromPrevious: endpoint('POST', '/sites/activities/:id/start-from-last/undo', {
    may: encodesActivities,
    summary: 'Undo the copying of statements and figures, as long as nothing was saved since',
    form: true,
    params: IdParams,
    body: z.nullish(SeenRevision),
    reply: ActivityReply,
  }),
  discard: endpoint('POST', '/sites/activities/discard/:id', {
    stale: AND_CANDIDATES,
    may: encodesActivities,
    summary: 'Delete a draft that was never submitted',
    form: true,
    params: IdParams,
    body: z.nullish(SeenRevision),
    reply: saying('The draft was discarded.'),
  }),
  setDisabled: endpoint('POST', '/sites/activities/:id/disabled/:type', {
    stale: AND_CANDIDATES,
    may: encodesActivities,
    summary: 'Turn Add MOV off or on for a principle or an indicator',
    params: z.object({ id: IdText, type: word('Invalid type.') }),
    body: DisabledInput,
    reply: ActivityDataReply,
  }),
  ...reviewCalls({
    rights: { ...ACTIVITY_POLICIES, maySubmit: encodesActivities, mayRecall: encodesActivities },
    names: RECORD_KINDS.activity,
    summaries: {
      queue: 'SITES Activities approval list',
      submit: 'Submit SITES Activity',
      return: 'Return with a comment per principle',
    },
    row: ActivityQueueRow,
    reply: ActivityReply,
    comments: ActivityReturnInput,
    someComments: z.object(optionalReasons),
  }),
}
