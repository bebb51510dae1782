import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import type { KindNames } from '../access/record-kinds.ts'
import { Id, idList } from '../lib/ids.ts'
import { PointInput } from './points.schema.ts'
import type { CallRights } from './review.policy.ts'

/** the most records in one decision on many */
export const BULK_MAX = 200
const TOO_MANY = `At most ${BULK_MAX} records can be decided on together.`

/** the most points for all records of a return of many, and the most further ones for each of them */
export const BULK_POINTS_MAX = 20
const TOO_MANY_POINTS = `A return of several records can have at most ${BULK_POINTS_MAX} points for all, and ${BULK_POINTS_MAX} for each.`
const somePoints = z.optional(z.array(PointInput).check(z.maxLength(BULK_POINTS_MAX, TOO_MANY_POINTS)))

const BULK_ACTIONS = ['approve', 'return'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** `Left`: not decided on, because the approver could no longer decide (see NOT_DECIDED). */
const BulkRowState = z.enum(['Waiting', 'Decided', 'Refused', 'Left'])

/** A record that an approver may select for a decision on many. */
export const BulkCandidate = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  revision: z.number(),
  marks: z.array(z.string()),
  changed: z.boolean(),
  opened: z.boolean(),
  /** why this person cannot approve or return it, regardless of its warnings */
  refusal: z.object({ approve: z.nullable(z.string()), return: z.nullable(z.string()) }),
})
export type BulkCandidate = z.output<typeof BulkCandidate>

const BulkRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  state: BulkRowState,
  /** why it was refused or left, in the words of a decision on this record alone */
  sentence: z.nullable(z.string()),
})

/** A decision on many records, and its result for each. */
export const Bulk = z.object({
  id: z.number(),
  action: z.enum(BULK_ACTIONS),
  state: z.enum(['Running', 'Finished', 'Ended']),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  rows: z.array(BulkRow),
})
export type Bulk = z.output<typeof Bulk>

const BulkReply = wrapped('bulk', Bulk)

/** Comments of a return by field; each may be omitted or blank. */
export type OptionalComments = Readonly<Record<string, string | null | undefined>>

export type BulkKind = {
  rights: Pick<CallRights, 'mayReadQueue' | 'mayReview'>
  names: Pick<KindNames, 'path' | 'many'>
  someComments: z.ZodMiniType<OptionalComments, OptionalComments>
}

export const bulkCalls = ({ names: { path, many }, someComments, rights }: BulkKind) => ({
  carried: endpoint('GET', `${path}/bulk/records`, {
    may: rights.mayReadQueue,
    summary: `The warnings and changes of each of these ${many}, and which of them the caller cannot decide on together`,
    query: z.object({ ids: idList(BULK_MAX, TOO_MANY) }),
    reply: wrapped('data', z.array(BulkCandidate)),
  }),
  bulk: endpoint('GET', `${path}/bulk`, {
    may: rights.mayReadQueue,
    auditor: 'not_logged',
    summary: `The caller’s newest decision on many ${many}, with the result of each; null where there is none`,
    reply: wrapped('bulk', z.nullable(Bulk)),
  }),
  decideMany: endpoint('POST', `${path}/bulk`, {
    // the records are decided on one by one afterwards
    stale: [`${path}/bulk`],
    may: rights.mayReview,
    identity: 'final_decision',
    summary: `Approve or return many ${many}, each by itself in the background`,
    form: true,
    body: z.object({
      action: z.enum(BULK_ACTIONS, 'Action must be approve or return.'),
      /** comments and points of a return on all records; each record may have its own below */
      comments: z.optional(someComments),
      points: somePoints,
      records: z
        .array(
          z.object({
            id: Id,
            revision: z.int(),
            comments: z.optional(someComments),
            points: somePoints,
          }),
        )
        .check(
          z.minLength(1, 'Choose at least one record.'),
          z.maxLength(BULK_MAX, TOO_MANY),
          z.refine(
            (records) => new Set(records.map(({ id }) => id)).size === records.length,
            'Each record can be named once.',
          ),
        ),
    }),
    reply: BulkReply,
  }),
})
export type BulkEndpoints = ReturnType<typeof bulkCalls>
