import { canListActivities, canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { activitiesApi, type SiteActivity } from '../../shared/activities/activities.schema.ts'
import { marksOf } from '../../shared/review/marks.ts'
import type { Ctx } from '../lib/context.ts'
import { insist } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../lib/http.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import {
  activateRecord,
  approveRecord,
  deactivateRecord,
  isOwnOnlyApprover,
  returnRecord,
  seeRecord,
  submitRecord,
} from '../review/review.actions.ts'
import { listReviewSteps } from '../review/review.queries.ts'
import { ACTIVITY, commentsPerPrinciple } from './activity.kind.ts'
import { showActivityChanges } from './changes.queries.ts'
import { findActivitiesWaiting, listActivities, listActivityQueue } from './lists.queries.ts'
import { createActivity, saveMeans } from './means.actions.ts'
import { setDisabled } from './switches.actions.ts'

/** One activity as its screen needs it, for whoever may see it. */
async function showActivity(ctx: Ctx, id: number) {
  const { db } = ctx
  const siteActivities = await seeRecord(ctx, ACTIVITY, id)
  const [sitePrinciples, only_approver, history] = await Promise.all([
    listPrinciples(db, siteActivities.principle_batch_number),
    isOwnOnlyApprover(ctx, db, ACTIVITY, siteActivities),
    listReviewSteps(db, ACTIVITY.reference(id)),
  ])
  const files = siteActivities.verification.flatMap(({ upload }) => upload)
  const quarantined = files.filter(({ scan_status }) => scan_status === 'quarantined').length
  return { siteActivities, sitePrinciples, only_approver, history, marks: marksOf({ quarantined }) }
}

const reply = (siteActivities: SiteActivity) => ({ siteActivities })

/** The calls of activities: lists inside the caller's scope, changes through the actions. */
export function activityRoutes(route: Routes, formRoute: FormRoutes) {
  route(activitiesApi.datatable, ({ db, actor }, { query }) => {
    insist(canListActivities(actor))
    return listActivities(db, actor, query)
  })
  route(activitiesApi.queue, ({ db, actor }, { params, query }) => {
    insist(canReviewActivities(actor))
    return listActivityQueue(db, actor, params, query)
  })
  route(activitiesApi.waiting, ({ db, actor }, { query }) => {
    insist(canReviewActivities(actor))
    return findActivitiesWaiting(db, actor, query)
  })
  route(activitiesApi.show, (ctx, { params }) => showActivity(ctx, params.id))
  route(activitiesApi.changes, async (ctx, { params, query }) =>
    showActivityChanges(ctx.db, await seeRecord(ctx, ACTIVITY, params.id), query),
  )
  formRoute(activitiesApi.create, (ctx, { body }) => createActivity(ctx, body), reply)
  formRoute(
    activitiesApi.saveMeans,
    (ctx, { params, body }) => saveMeans(ctx, params.id, body),
    (activity) => ({ data: reply(activity) }),
  )
  route(activitiesApi.setDisabled, async (ctx, { params, body }) => ({
    data: { siteActivities: await setDisabled(ctx, params, body) },
  }))
  formRoute(
    activitiesApi.submit,
    (ctx, { params, body }) => submitRecord(ctx, ACTIVITY, params.id, body),
    reply,
  )
  formRoute(
    activitiesApi.approve,
    (ctx, { params, body }) => approveRecord(ctx, ACTIVITY, params.id, body),
    reply,
  )
  formRoute(
    activitiesApi.return,
    (ctx, { params, body }) => returnRecord(ctx, ACTIVITY, params.id, body, commentsPerPrinciple(body)),
    reply,
  )
  formRoute(activitiesApi.activate, (ctx, { params }) => activateRecord(ctx, ACTIVITY, params.id), reply)
  formRoute(
    activitiesApi.deactivate,
    (ctx, { params, body }) => deactivateRecord(ctx, ACTIVITY, params.id, body.deactivate_reason),
    reply,
  )
}
