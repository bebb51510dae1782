import type { Review } from '../../shared/review/review-chain.ts'
import type { QueueFacts, ReviewEndpoints } from '../../shared/review/review.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
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
export function reviewRoutes<
  Row extends ReviewedRow,
  Queued extends Review & QueueFacts & { id: number },
  Answer,
  Given extends Decision,
>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  calls: ReviewEndpoints<Queued, Answer, Given, unknown>,
  kind: RecordKind<Row>,
  reply: (record: Row) => Answer,
) {
  route(calls.queue, (ctx, { params, query }) => {
    return listQueue<Queued>(ctx, kind, params, query)
  })
  route(calls.choices, (ctx, { query }) => {
    return countChoices(ctx, kind.queue, query)
  })
  route(calls.waiting, (ctx, { query }) => {
    return findWaitingAround(ctx, kind, query)
  })
  formRoute(calls.submit, (ctx, { params, body }) => submitRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.recall, (ctx, { params, body }) => recallRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.approve, (ctx, { params, body }) => approveRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.return, (ctx, { params, body }) => returnRecord(ctx, kind, params.id, body), reply)
  formRoute(
    calls.proposeWithdrawal,
    (ctx, { params, body }) => proposeWithdrawal(ctx, kind, params.id, body.reason),
    reply,
  )
  formRoute(
    calls.confirmWithdrawal,
    (ctx, { params, body }) => confirmWithdrawal(ctx, kind, params.id, body.withdrawal_id),
    reply,
  )
  formRoute(
    calls.cancelWithdrawal,
    (ctx, { params, body }) => cancelWithdrawal(ctx, kind, params.id, body.withdrawal_id),
    reply,
  )
  route(calls.points, async (ctx, { params, query }) =>
    showPoints(ctx, kind, await seeRecord(ctx, kind, params.id), query),
  )
  route(calls.answerPoint, async (ctx, { params, body }) => ({
    point: await saveAnswer(ctx, kind, params, body),
  }))
  formRoute(
    calls.withdrawPoint,
    (ctx, { params, body }) => withdrawPoint(ctx, kind, params, body.text),
    (point) => ({ point }),
  )
  route(calls.carried, async (ctx, { query }) => {
    return { data: await listBulkCandidates(ctx, kind, query.ids) }
  })
  route(calls.bulk, async ({ db, actor }) => {
    return { bulk: await findNewestBulk(db, actor.id, kind.table) }
  })
  formRoute(
    calls.decideMany,
    (ctx, { body }) => beginBulk(ctx, kind, body, calls.return.body),
    (bulk) => ({ bulk }),
  )
  formRoute(calls.activate, (ctx, { params }) => activateRecord(ctx, kind, params.id), reply)
  formRoute(
    calls.deactivate,
    (ctx, { params, body }) => deactivateRecord(ctx, kind, params.id, body.deactivate_reason),
    reply,
  )
}
