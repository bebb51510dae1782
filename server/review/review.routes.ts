import type { PageReply } from '../../shared/lib/paging.ts'
import type { QueueChoices } from '../../shared/review/record-filters.ts'
import type {
  ChoicesQuery,
  QueueQuery,
  ReviewEndpoints,
  WaitingQuery,
  WaitingReply,
} from '../../shared/review/review.schema.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Db } from '../lib/db.ts'
import { insist } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../lib/http.ts'
import { beginBulk, insistComments, listCarried } from './bulk.actions.ts'
import { findNewestBulk } from './bulk.queries.ts'
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
  listQueue: (
    db: Db,
    actor: Actor,
    wanted: QueueWanted,
    query: QueueQuery,
    now: Date,
  ) => Promise<PageReply<Queued>>
  findWaiting: (db: Db, actor: Actor, query: WaitingQuery, now: Date) => Promise<WaitingReply>
  countChoices: (db: Db, actor: Actor, query: ChoicesQuery, now: Date) => Promise<QueueChoices>
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
  { kind, listQueue, findWaiting, countChoices, commentsOf, reply }: OfKind<Row, Queued, Answer, Given>,
) {
  route(calls.queue, ({ db, actor, services }, { params, query }) => {
    insist(kind.policies.mayReview(actor))
    return listQueue(db, actor, params, query, services.now())
  })
  route(calls.choices, ({ db, actor, services }, { query }) => {
    insist(kind.policies.mayReview(actor))
    return countChoices(db, actor, query, services.now())
  })
  route(calls.waiting, ({ db, actor, services }, { query }) => {
    insist(kind.policies.mayReview(actor))
    return findWaiting(db, actor, query, services.now())
  })
  formRoute(calls.submit, (ctx, { params, body }) => submitRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.recall, (ctx, { params, body }) => recallRecord(ctx, kind, params.id, body), reply)
  formRoute(calls.approve, (ctx, { params, body }) => approveRecord(ctx, kind, params.id, body), reply)
  formRoute(
    calls.return,
    (ctx, { params, body }) => returnRecord(ctx, kind, params.id, body, commentsOf(body)),
    reply,
  )
  route(calls.carried, async (ctx, { query }) => {
    insist(kind.policies.mayReview(ctx.actor))
    return { data: await listCarried(ctx, kind, query.ids) }
  })
  route(calls.bulk, async ({ db, actor }) => {
    insist(kind.policies.mayReview(actor))
    return { bulk: await findNewestBulk(db, actor.id, kind.table) }
  })
  const givenOf = (given: Record<string, string>, index: number) =>
    commentsOf(insistComments(calls.return.body, given, index))
  formRoute(
    calls.decideMany,
    (ctx, { body }) => beginBulk(ctx, kind, body, givenOf),
    (bulk) => ({ bulk }),
  )
  formRoute(calls.activate, (ctx, { params }) => activateRecord(ctx, kind, params.id), reply)
  formRoute(
    calls.deactivate,
    (ctx, { params, body }) => deactivateRecord(ctx, kind, params.id, body.deactivate_reason),
    reply,
  )
}
