import { z } from 'zod/mini'
import { saying, ViewInput, type Wraps } from '../lib/replies.ts'
import { AccessLevel, LEVELS, levelStatuses, QUEUE_OF, Status } from '../access/levels.ts'
import { DeactivateInput } from '../access/deactivation.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { ALL_KINDS, byKind, type KindNames } from '../access/record-kinds.ts'
import { acceptedFindings } from '../land/accepted-findings.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { paragraphsComplaint, plainParagraphs, word } from '../lib/plain-text.ts'
import { QUEUE_FILTERS, QueueChoices, RETURNED_BY_CALLER } from './record-filters.ts'
import { bulkCalls, type BulkKind } from './bulk.schema.ts'
import { pointCalls, returnPoints } from './points.schema.ts'
import type { CallRights } from './review.policy.ts'
import { LevelStatus, RecordStatus, SiteStatus } from './review-chain.ts'
import { Withdrawal, withdrawalCalls } from './withdrawals.schema.ts'

export const COMMENT_LENGTH = { min: 1, max: 1000 } as const
/** of the longest text whose spelling can be corrected, as `WHAT_HAPPENED_MAX` */
const WHAT_HAPPENED_LENGTH = 2000

/** A reviewer's comment: up to 1,000 characters, plain text (S-74, S-128); blank becomes null. */
export const OptionalComment = z.nullish(plainParagraphs('Comment', COMMENT_LENGTH.max))

/** The server's sentence about a comment that is too long, otherwise null. */
export const commentComplaint = (text: string): string | null =>
  paragraphsComplaint('Comment', COMMENT_LENGTH.max, text)

/** The revision that the reviewer saw; a decision on an older one is refused (S-21). */
export const SeenRevision = z.object({ revision: z.optional(z.int()) })

/** the most lines that a reviewer can tick of the checklists of all principles */
const LOOKED_MAX = 100
/** What the reviewer looked at: ids of lines of the checklists of the batch. */
const looked = z.optional(z.array(Id).check(z.maxLength(LOOKED_MAX, 'Too many lines are ticked.')))

/** the most texts in which an approval corrects the spelling */
const EDITS_MAX = 60

/** A text whose spelling the approver corrects: a field of the profile, or what happened under an indicator. */
const SpellingInput = z.object({
  field: word('Choose a text.'),
  text: plainParagraphs('Text', WHAT_HAPPENED_LENGTH),
})
export type SpellingInput = z.output<typeof SpellingInput>

/** What a return carries besides its comments: the revision, points, and what the reviewer looked at. */
export const ReturnParts = z.extend(SeenRevision, { ...returnPoints, looked })

/**
 * The body of an approval; it may be empty. To add a field, such as "approved with conditions", add it here and to
 * `ReviewStep`; write a migration with the column and the named check of `review_steps`; add it to `addReviewStep`, to
 * `approveRecord`, which passes it to step, log and mail, and to `review.mails.ts`; add an input to `ReviewPanel.tsx`
 * and texts to `History.tsx` and `Stepper.tsx`. Profiles, activities and the chain do not change.
 */
const Approval = z.nullish(
  z.extend(SeenRevision, {
    looked,
    accepted_findings: acceptedFindings,
    edits: z.optional(
      z.array(SpellingInput).check(
        z.maxLength(EDITS_MAX, `The spelling of at most ${EDITS_MAX} texts can be corrected.`),
        z.refine(
          (edits) => new Set(edits.map(({ field }) => field)).size === edits.length,
          'Each text can be named once.',
        ),
      ),
    ),
  }),
)

/** A text that an approver corrected, with the name of its place. */
export const SpellingEdit = z.object({
  field: z.string(),
  label: z.string(),
  old: z.string(),
  new: z.string(),
})
export type SpellingEdit = z.output<typeof SpellingEdit>

/** A line of a checklist that a reviewer ticked, in its words then. */
const LookedAt = z.object({ principle_number: z.number(), text: z.string() })
export type LookedAt = z.output<typeof LookedAt>

/** One entry of a record's review history: append-only, never overwritten (S-45). */
export const ReviewStep = z.object({
  id: z.number(),
  /** 1 for the first submission, plus one for each resubmission */
  round: z.number(),
  action: z.enum(['Submitted', 'Approved', 'Returned', 'Recalled', 'Withdrawn']),
  level: z.nullable(AccessLevel),
  by: z.string(),
  role: z.string(),
  at: z.string(),
  comment: z.nullable(z.string()),
  /** the eight comments of an activity return, by principle number */
  comments: z.array(z.object({ principle_number: z.number(), comment: z.string() })),
  /** the spelling that an approval corrected */
  edits: z.array(SpellingEdit),
  /** what the reviewer said to have looked at */
  looked: z.array(LookedAt),
  /** when an operator erased its comments, and why */
  erased_at: z.nullable(z.string()),
  erased_reason: z.nullable(z.string()),
})
export type ReviewStep = z.output<typeof ReviewStep>

const text = z.string()
const maybe = z.nullable(z.string())

const LIST_QUERY = { ...QUEUE_FILTERS, ...RETURNED_BY_CALLER }

export const QueueQuery = z.extend(PageQuery, LIST_QUERY)
export type QueueQuery = z.output<typeof QueueQuery>

/** The filters of an approval list, without paging. */
export const ChoicesQuery = z.extend(z.pick(PageQuery, { search: true }), LIST_QUERY)
export type ChoicesQuery = z.output<typeof ChoicesQuery>

/** An approval list and the record whose neighbours are wanted; `place` is its former position, once decided on. */
export const WaitingQuery = z.extend(z.omit(QueueQuery, { page: true, length: true }), {
  id: z.optional(IdText),
  place: z.optional(IdText),
})
export type WaitingQuery = z.output<typeof WaitingQuery>

const WaitingRecord = z.object({ id: z.number(), code: text, name: text, waiting_since: text })
export type WaitingRecord = z.output<typeof WaitingRecord>

/** The number of pending records, and the neighbours of one of them in the order of the whole queue (S-120). */
export const WaitingReply = z.object({
  count: z.number(),
  /** from 1; null if the record is not pending */
  place: z.nullable(z.number()),
  previous: z.nullable(WaitingRecord),
  next: z.nullable(WaitingRecord),
  first: z.nullable(WaitingRecord),
})
export type WaitingReply = z.output<typeof WaitingReply>

/** The fields that profiles and activities share: place, status, chain, authors and dates (001 §3). */
export const reviewedFields = {
  id: z.number(),
  region_id: z.number(),
  province_id: z.nullable(z.number()),
  city_id: z.number(),
  office_id: z.number(),
  region: text,
  province: maybe,
  city: text,
  /** the office that submits the record, as named in approval lists */
  office: text,
  status: Status,
  deactivated_at: maybe,
  deactivated_by: maybe,
  deactivated_by_id: z.nullable(z.number()),
  deactivate_reason: text,
  site_status: SiteStatus,
  ...levelStatuses(() => LevelStatus),
  returned_by: z.nullable(AccessLevel),
  created_at: text,
  created_by: maybe,
  created_by_id: z.number(),
  updated_at: text,
  updated_by: maybe,
  submitted_at: maybe,
  submitted_by_id: z.nullable(z.number()),
  returned_at: maybe,
  /** when its submission was last recalled; null once it is submitted again */
  recalled_at: maybe,
  approved_at: maybe,
  record_status: RecordStatus,
  /** points of returns that are not answered, and that are answered and not settled */
  open_points: z.number(),
  answered_points: z.number(),
  /** increases with every change; a decision on an older revision is refused (S-21) */
  revision: z.number(),
}

/** The shared fields of a list row: for its table, its review column and its buttons. */
export const reviewedRowFields = {
  id: true,
  region_id: true,
  office_id: true,
  region: true,
  province: true,
  city: true,
  office: true,
  status: true,
  site_status: true,
  ...levelStatuses(() => true as const),
  returned_by: true,
  created_by_id: true,
  submitted_by_id: true,
  deactivated_by_id: true,
  created_at: true,
  submitted_at: true,
  returned_at: true,
  recalled_at: true,
  record_status: true,
  open_points: true,
  answered_points: true,
} as const

/**
 * The additional fields of an approval list's row: `waiting_since` is set if the viewer's level must act, `came_at` among
 * the records that the viewer returned: since when a record is in its state, which is then that of the whole record.
 */
export const QueueFacts = z.object({
  waiting_since: maybe,
  came_at: maybe,
  /** its warnings in a few words each */
  marks: z.array(text),
})
export type QueueFacts = z.output<typeof QueueFacts>

/** The additional data of a record's page. */
export const ReviewFacts = z.object({
  /** the viewer submitted it, but is the office's only activated approver (S-70) */
  only_approver: z.boolean(),
  history: z.array(ReviewStep),
  /** the newest withdrawal of its approval, proposed or confirmed */
  withdrawal: z.nullable(Withdrawal),
  /** its warnings in a few words each */
  marks: z.array(text),
})
export type ReviewFacts = z.output<typeof ReviewFacts>

/** The level of an approval list: datatable/{type}/{status} (001 §4, S-67). */
const QueueParams = z.object({
  type: z.enum(LEVELS.map((level) => QUEUE_OF[level].type)),
  status: z.optional(word('Invalid status.')),
})

type ReviewCallKind<Row, Answer, Shown, Comments, GivenComments> = BulkKind & {
  rights: CallRights
  names: KindNames
  summaries: { queue: string; submit: string; return: string }
  /** of its approval list */
  row: z.ZodMiniType<Row>
  /** of every change: the record as its page shows it */
  reply: z.ZodMiniType<Answer> & Wraps<Shown>
  /** the body of a return */
  comments: z.ZodMiniType<Comments, GivenComments>
}

/** The review calls of a kind: the queue, the decisions, (de)activation. */
export const reviewCalls = <Row, Answer, Shown, Comments, GivenComments>(
  kind: ReviewCallKind<Row, Answer, Shown, Comments, GivenComments>,
) => {
  const { names, summaries, reply, rights } = kind
  const { path, one, many } = names
  const ofForm = { form: true, params: IdParams, reply } as const
  return {
    queue: endpoint('GET', `${path}/datatable/:type/:status?`, {
      may: rights.mayReadQueue,
      summary: summaries.queue,
      params: QueueParams,
      query: QueueQuery,
      reply: pageReply(kind.row),
    }),
    choices: endpoint('GET', `${path}/choices`, {
      may: rights.mayReadQueue,
      auditor: 'not_logged',
      summary: `How many ${many} of the caller’s approval list match each choice of the filters`,
      query: ChoicesQuery,
      reply: QueueChoices,
    }),
    waiting: endpoint('GET', `${path}/waiting`, {
      may: rights.mayReadQueue,
      auditor: 'not_logged',
      summary: `How many ${many} are waiting for the caller’s decision, and the ones before and after one of them`,
      query: WaitingQuery,
      reply: WaitingReply,
    }),
    submit: endpoint('POST', `${path}/submitted/:id`, {
      may: rights.maySubmit,
      summary: summaries.submit,
      ...ofForm,
      body: z.nullish(SeenRevision),
    }),
    recall: endpoint('POST', `${path}/recall/:id`, {
      may: rights.mayRecall,
      summary: 'Recall a submission that has not been acted on',
      ...ofForm,
      body: z.nullish(SeenRevision),
    }),
    approve: endpoint('POST', `${path}/approved/:id`, {
      may: whoHolds(rights.keys.approve),
      identity: 'final_decision',
      summary: 'Approve at the caller’s level',
      ...ofForm,
      body: Approval,
    }),
    return: endpoint('POST', `${path}/returned/:id`, {
      may: whoHolds(rights.keys.return),
      summary: summaries.return,
      ...ofForm,
      body: kind.comments,
    }),
    activate: endpoint('POST', `${path}/activate/:id`, {
      may: everyone,
      summary: `Reactivate ${one}`,
      ...ofForm,
    }),
    deactivate: endpoint('POST', `${path}/deactivate/:id`, {
      may: whoHolds(rights.keys.deactivate),
      summary: `Deactivate ${one} with a reason`,
      ...ofForm,
      body: DeactivateInput,
    }),
    ...withdrawalCalls(kind),
    ...pointCalls(kind),
    ...bulkCalls(kind),
  }
}
export type ReviewEndpoints<Row, Answer, Shown, Comments, GivenComments> = ReturnType<
  typeof reviewCalls<Row, Answer, Shown, Comments, GivenComments>
>

export const recordViewsApi = {
  record: endpoint('POST', '/sites/audit-logs', {
    may: everyone,
    auditor: 'makes',
    summary: `Record a View of ${ALL_KINDS.map(({ one }) => one).join(' or ')}`,
    body: ViewInput(ALL_KINDS.map(({ model }) => model)),
    reply: saying('The view was recorded.'),
  }),
}

/** The work without an approver, if this person stopped approving; `places` is 0 if there is none (S-120). */
export const UnattendedWork = z.object({
  /** offices, or regions, without another approver */
  places: z.number(),
  ...byKind(() => z.number()),
})
export type UnattendedWork = z.output<typeof UnattendedWork>

/** An office without an approver for a kind of record: the pending ones; null for a kind that has one (S-120). */
export const OfficeWithoutApprover = z.object({
  id: z.number(),
  office: text,
  region: text,
  ...byKind(() => z.nullable(z.number())),
})
export type OfficeWithoutApprover = z.output<typeof OfficeWithoutApprover>
