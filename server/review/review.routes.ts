import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import type { ReviewEndpoints, WaitingQuery, WaitingReply } from '../../shared/review/review.schema.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../lib/db.ts'
import { insist } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../lib/http.ts'
import type { Comments, RecordKind, ReviewedRow } from './record.kind.ts'
import type { QueueWanted } from './record-lists.queries.ts'
import {
  activateRecord,
  approveRecord,
  deactivateRecord,
  recallRecord,
  returnRecord,
  submitRecord,
} from './review.actions.ts'

type OfKind<Row extends ReviewedRow, Queued, Answer, Given> = {
  kind: RecordKind<Row>
  listQueue: (db: Db, actor: Actor, wanted: QueueWanted, query: PageQuery) => Promise<PageReply<Queued>>
  findWaiting: (db: Db, actor: Actor, query: WaitingQuery) => Promise<WaitingReply>
  commentsOf: (given: Given) => Comments
  reply: (record: Row) => Answer
}

/** The calls of records that climb the review chain: who waits, the decisions, the switch. */
export function reviewRoutes<
  Row extends ReviewedRow,
  Queued,
  Answer,
  Given extends { revision?: number | undefined },
>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  calls: ReviewEndpoints<Queued, Answer, Given, unknown>,
  { kind, listQueue, findWaiting, commentsOf, reply }: OfKind<Row, Queued, Answer, Given>,
) {
  route(calls.queue, ({ db, actor }, { params, query }) => {
    insist(kind.policies.mayReview(actor))
    return listQueue(db, actor, params, query)
  })
  route(calls.waiting, ({ db, actor }, { query }) => {
    insist(kind.policies.mayReview(actor))
    return findWaiting(db, actor, query)
  })
  formRoute(calls.submit, (ctx, { params, body }) => submitRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.recall, (ctx, { params, body }) => recallRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.approve, (ctx, { params, body }) => approveRecord(ctx, kind, params.id, body), reply)
  formRoute(
    calls.return,
    (ctx, { params, body }) => returnRecord(ctx, kind, params.id, body, commentsOf(body)),
    reply,
  )
  formRoute(calls.activate, (ctx, { params }) => activateRecord(ctx, kind, params.id), reply)
  formRoute(
    calls.deactivate,
    (ctx, { params, body }) => deactivateRecord(ctx, kind, params.id, body.deactivate_reason),
    reply,
  )
}
