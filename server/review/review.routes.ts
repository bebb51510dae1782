import type { Review } from '../../shared/review/review-chain.ts'
import type { QueueFacts, ReviewEndpoints } from '../../shared/review/review.schema.ts'
import type { Actions } from '../http/http.ts'
import { beginBulk, listBulkCandidates } from './bulk.actions.ts'
import { findNewestBulk } from './bulk.queries.ts'
import type { Decision, RecordKind, ReviewedRow } from './record.kind.ts'
import { countChoices } from './queue-choices.queries.ts'
import { findWaitingAround, listQueue } from './record-lists.queries.ts'
import { saveAnswer, showPoints, withdrawPoint } from './points.actions.ts'
import {
  activateRecord,
  approveRecord,
  deactivateRecord,
  recallRecord,
  returnRecord,
  seeRecord,
  submitRecord,
} from './review.actions.ts'
import { cancelWithdrawal, confirmWithdrawal, proposeWithdrawal } from './withdrawals.actions.ts'

/** The calls of a kind in the review chain: its queue, submissions, decisions and activation. */
export const reviewActions = <
  Row extends ReviewedRow & Shown,
  Queued extends Review & QueueFacts & { id: number },
  Shown,
  Given extends Decision,
>(
  calls: ReviewEndpoints<Queued, unknown, Shown, Given, unknown>,
  kind: RecordKind<Row>,
): Actions<ReviewEndpoints<Queued, unknown, Shown, Given, unknown>> => ({
  queue: (ctx, { params, query }) => listQueue<Queued>(ctx, kind, params, query),
  choices: (ctx, { query }) => countChoices(ctx, kind.queue, query),
  waiting: (ctx, { query }) => findWaitingAround(ctx, kind, query),
  submit: (ctx, { params, body }) => submitRecord(ctx, kind, params.id, body),
  recall: (ctx, { params, body }) => recallRecord(ctx, kind, params.id, body),
  approve: (ctx, { params, body }) => approveRecord(ctx, kind, params.id, body),
  return: (ctx, { params, body }) => returnRecord(ctx, kind, params.id, body),
  proposeWithdrawal: (ctx, { params, body }) => proposeWithdrawal(ctx, kind, params.id, body.reason),
  confirmWithdrawal: (ctx, { params, body }) => confirmWithdrawal(ctx, kind, params.id, body.withdrawal_id),
  cancelWithdrawal: (ctx, { params, body }) => cancelWithdrawal(ctx, kind, params.id, body.withdrawal_id),
  points: async (ctx, { params, query }) =>
    showPoints(ctx, kind, await seeRecord(ctx, kind, params.id), query),
  answerPoint: (ctx, { params, body }) => saveAnswer(ctx, kind, params, body),
  withdrawPoint: (ctx, { params, body }) => withdrawPoint(ctx, kind, params, body.text),
  carried: (ctx, { query }) => listBulkCandidates(ctx, kind, query.ids),
  bulk: ({ db, actor }) => findNewestBulk(db, actor.id, kind.table),
  decideMany: (ctx, { body }) => beginBulk(ctx, kind, body, calls.return.body),
  activate: (ctx, { params }) => activateRecord(ctx, kind, params.id),
  deactivate: (ctx, { params, body }) => deactivateRecord(ctx, kind, params.id, body.deactivate_reason),
})
