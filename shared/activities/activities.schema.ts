import { z } from 'zod/mini'
import { Status } from '../access/levels.ts'
import { endpoint } from '../lib/endpoint.ts'
import { FormKeyHeaders } from '../lib/form-key.ts'
import { chosenId, Id, IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { INDICATOR_FULL } from '../files/file-checks.ts'
import { MOV_MAX_FILES_PER_INDICATOR, ScanStatus } from '../files/files.schema.ts'
import { perPrinciple, type PrincipleNumber } from '../principles/principle-titles.ts'
import { PRINCIPLE_NUMBERS, SitePrinciple } from '../principles/principles.schema.ts'
import { ActivityChangesReply, EvidenceChangesQuery } from '../review/changes.schema.ts'
import {
  COMMENT_LENGTH,
  QueueFacts,
  reviewCalls,
  reviewedFields,
  reviewedRowFields,
  type ReviewStep,
  Seen,
  ReviewFacts,
} from '../review/review.schema.ts'
import { Grades } from './grading.ts'

const text = z.string()
const maybe = z.nullable(z.string())

/** A stored file as evidence names it. */
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

/** Verification of one principle, as the overview's cards show it. */
export const ActivityPrinciple = z.object({
  sites_principle_id: z.number(),
  principle_number: z.number(),
  verification: z.array(VerificationEntry),
})
export type ActivityPrinciple = z.output<typeof ActivityPrinciple>

export type ReasonField = `returned_reason_${PrincipleNumber}`
export const reasonField = (principle: number): ReasonField => `returned_reason_${principle}` as ReasonField

export const SiteActivity = z.object({
  ...reviewedFields,
  site_profile_id: z.number(),
  site_profile_code: text,
  site_profile_name: text,
  /** an activity is hidden with its profile (S-37) */
  site_profile_status: Status,
  ...perPrinciple(reasonField, maybe),
  principle_batch_number: z.number(),
  /** the newest batch, so that the overview can note that a newer set exists (S-60) */
  current_batch_number: z.number(),
  disabled_principle: z.array(z.number()),
  disabled_indicator: z.array(z.string()),
  verification: z.array(VerificationEntry),
  principles: z.array(ActivityPrinciple),
  /** provisional until FMB approves, frozen from then on (S-55) */
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

/** The full list of files under one indicator; an empty list clears it (S-51). */
export const MeansInput = z.object({
  sites_criteria_indicator_id: Id,
  upload_id: z.array(Id).check(z.maxLength(MOV_MAX_FILES_PER_INDICATOR, INDICATOR_FULL)),
  /** the same files by id and name (001 §3); which ones are meant is what `upload_id` says */
  files: z.optional(z.array(z.unknown())),
})
export type MeansInput = z.output<typeof MeansInput>

/** One entry per indicator that is named; the others stay as they are (S-51). */
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

/** A first principle's evidence may come along; without it the draft is empty (S-49). */
export const ActivityInput = z
  .object({
    site_profile_id: chosenId('Profiling of SITES is required.'),
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

const reason = z.nullish(
  z.string().check(z.trim(), z.maxLength(COMMENT_LENGTH.max, 'Comment cannot exceed 1,000 characters.')),
)

/** A comment per principle; the eight values replace all earlier ones, blank ones become null (S-74). */
export const ActivityReturnInput = z
  .extend(Seen, {
    returned_reason_1: reason,
    returned_reason_2: reason,
    returned_reason_3: reason,
    returned_reason_4: reason,
    returned_reason_5: reason,
    returned_reason_6: reason,
    returned_reason_7: reason,
    returned_reason_8: reason,
  })
  .check(
    z.refine(
      (input) =>
        Object.entries(input).some(([field, value]) => field.startsWith('returned_reason_') && value),
      { error: 'A comment on at least one principle is required.', path: ['returned_reason_1'] },
    ),
  )
export type ActivityReturnInput = z.output<typeof ActivityReturnInput>

export type Reasons = Record<ReasonField, string | null>

/** All eight comments, blank ones as null (S-74). */
export const reasonsOf = (input: Partial<Record<ReasonField, string | null | undefined>>): Reasons =>
  Object.fromEntries(
    PRINCIPLE_NUMBERS.map((number) => [reasonField(number), input[reasonField(number)] || null]),
  ) as Reasons

/** The comments that were written, by principle number. */
export const commentsOf = (reasons: Reasons): ReviewStep['comments'] =>
  PRINCIPLE_NUMBERS.flatMap((principle_number) => {
    const comment = reasons[reasonField(principle_number)]
    return comment ? [{ principle_number, comment }] : []
  })

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

const ActivityReply = z.object({ siteActivities: SiteActivity })
const ActivityDataReply = z.object({ data: ActivityReply })

export const activitiesApi = {
  datatable: endpoint('GET', '/sites/activities/datatable', {
    summary: 'SITES Activities list',
    query: PageQuery,
    reply: pageReply(ActivityRow),
  }),
  show: endpoint('GET', '/sites/activities/:id', {
    summary: 'One activity with its principles, evidence and history',
    params: IdParams,
    reply: ActivityShowReply,
  }),
  changes: endpoint('GET', '/sites/activities/:id/changes', {
    summary: 'What changed in an activity since a return, by default the newest; the evidence in pages',
    params: IdParams,
    query: EvidenceChangesQuery,
    reply: ActivityChangesReply,
  }),
  create: endpoint('POST', '/sites/activities', {
    summary: 'Start an activity with the first means of verification',
    headers: FormKeyHeaders,
    body: ActivityInput,
    reply: ActivityReply,
  }),
  saveMeans: endpoint('POST', '/sites/activities/verification/:id', {
    summary: 'Replace the evidence of the named indicators',
    headers: FormKeyHeaders,
    params: IdParams,
    body: VerificationInput,
    reply: ActivityDataReply,
  }),
  setDisabled: endpoint('POST', '/sites/activities/:id/disabled/:type', {
    summary: 'Turn Add MOV off or on for a principle or an indicator',
    params: z.object({ id: IdText, type: z.string() }),
    body: DisabledInput,
    reply: ActivityDataReply,
  }),
  ...reviewCalls({
    path: '/sites/activities',
    one: 'an activity',
    many: 'activities',
    summaries: {
      queue: 'SITES Activities approval list',
      submit: 'Submit SITES Activity',
      return: 'Return with a comment per principle',
    },
    row: ActivityQueueRow,
    reply: ActivityReply,
    comments: ActivityReturnInput,
  }),
}
