import {
  activitiesApi,
  type ActivityRow,
  type SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import { activityNotesApi } from '../../shared/notes/notes.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import type { Ctx } from '../context/context.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { activityPhotoRoutes } from '../land/photos.routes.ts'
import { noteRoutes } from '../notes/notes.routes.ts'
import { listRecords } from '../review/record-lists.queries.ts'
import { seeRecord, showReview, viewRecord } from '../review/review.actions.ts'
import { reviewRoutes } from '../review/review.routes.ts'
import { SITE } from '../sites/site.kind.ts'
import { ACTIVITY } from './activity.kind.ts'
import { showActivityChanges } from './changes.queries.ts'
import { discardActivity } from './discard.actions.ts'
import {
  copyFromPrevious,
  findPreviousFacts,
  setReportingYear,
  undoCopyFromPrevious,
} from './facts.actions.ts'
import { listSameYear } from './facts.queries.ts'
import { ACTIVITY_LIST } from './lists.queries.ts'
import { createActivity, saveMeans } from './means.actions.ts'
import { setDisabled } from './switches.actions.ts'

async function showActivity(ctx: Ctx, id: number) {
  const siteActivities = await seeRecord(ctx, ACTIVITY, id)
  const [sitePrinciples, review] = await Promise.all([
    listPrinciples(ctx.db, siteActivities.principle_batch_number),
    showReview(ctx, ACTIVITY, siteActivities),
  ])
  return { siteActivities, sitePrinciples, ...review }
}

const reply = (siteActivities: SiteActivity) => ({ siteActivities })

/** The calls of activities. */
export function activityRoutes(route: Routes, formRoute: FormRoutes) {
  route(activitiesApi.datatable, (ctx, { query }) => {
    return listRecords<ActivityRow>(ctx, ACTIVITY_LIST, query)
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
  formRoute(
    activitiesApi.setReportingYear,
    (ctx, { params, body }) => setReportingYear(ctx, params.id, body),
    reply,
  )
  route(activitiesApi.lastTime, async (ctx, { params }) => {
    const activity = await seeRecord(ctx, ACTIVITY, params.id)
    return {
      last: await findPreviousFacts(ctx.db, activity),
      same_year: await listSameYear(ctx.db, activity),
    }
  })
  formRoute(
    activitiesApi.copyFromPrevious,
    (ctx, { params, body }) => copyFromPrevious(ctx, params.id, body?.revision),
    reply,
  )
  formRoute(
    activitiesApi.undoCopyFromPrevious,
    (ctx, { params, body }) => undoCopyFromPrevious(ctx, params.id, body?.revision),
    reply,
  )
  formRoute(
    activitiesApi.discard,
    (ctx, { params, body }) => discardActivity(ctx, params.id, body?.revision),
    () => ({ message: 'The draft was discarded.' }),
  )
  route(activitiesApi.setDisabled, async (ctx, { params, body }) => ({
    data: { siteActivities: await setDisabled(ctx, params, body) },
  }))
  // one call records the views of both kinds
  route(sitesApi.view, async (ctx, { body: { model_name, id, revision } }) => {
    if (model_name === 'SiteProfile') await viewRecord(ctx, SITE, id, revision)
    else await viewRecord(ctx, ACTIVITY, id, revision)
    return { message: 'The view was recorded.' }
  })
  reviewRoutes({ route, formRoute }, activitiesApi, ACTIVITY, reply)
  noteRoutes({ route, formRoute }, activityNotesApi, ACTIVITY)
  activityPhotoRoutes(route, ACTIVITY)
}
