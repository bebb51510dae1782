import { activitiesApi, type ActivityRow } from '../../shared/activities/activities.schema.ts'
import { activityNotesApi } from '../../shared/notes/notes.schema.ts'
import type { Ctx } from '../context/context.ts'
import { actions } from '../http/http.ts'
import { listPrinciples } from '../principles/principles.queries.ts'
import { photoRoutes } from '../land/photos.routes.ts'
import { noteRoutes } from '../notes/notes.routes.ts'
import { listRecords } from '../review/record-lists.queries.ts'
import { seeRecord, showRecord } from '../review/review.actions.ts'
import { reviewActions } from '../review/review.routes.ts'
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
  const { record, own, review } = await showRecord(ctx, ACTIVITY, id, async ({ db }, reading) =>
    listPrinciples(db, (await reading).principle_batch_number),
  )
  return { siteActivities: record, sitePrinciples: own, ...review }
}

const ownRoutes = actions(activitiesApi, {
  datatable: (ctx, { query }) => listRecords<ActivityRow>(ctx, ACTIVITY_LIST, query),
  show: (ctx, { params }) => showActivity(ctx, params.id),
  changes: async (ctx, { params, query }) =>
    showActivityChanges(ctx.db, await seeRecord(ctx, ACTIVITY, params.id), query),
  create: (ctx, { body }) => createActivity(ctx, body),
  saveMeans: (ctx, { params, body }) => saveMeans(ctx, params.id, body),
  setReportingYear: (ctx, { params, body }) => setReportingYear(ctx, params.id, body),
  lastTime: async (ctx, { params }) => {
    const activity = await seeRecord(ctx, ACTIVITY, params.id)
    return {
      last: await findPreviousFacts(ctx.db, activity),
      same_year: await listSameYear(ctx.db, activity),
    }
  },
  copyFromPrevious: (ctx, { params, body }) => copyFromPrevious(ctx, params.id, body?.revision),
  undoCopyFromPrevious: (ctx, { params, body }) => undoCopyFromPrevious(ctx, params.id, body?.revision),
  discard: (ctx, { params, body }) => discardActivity(ctx, params.id, body?.revision),
  setDisabled: (ctx, { params, body }) => setDisabled(ctx, params, body),
  ...reviewActions(activitiesApi, ACTIVITY),
})

/** Activities with their notes, and the photographs of both kinds of record. */
export const activityRoutes = [
  ...ownRoutes,
  ...noteRoutes(activityNotesApi, ACTIVITY),
  ...photoRoutes(SITE, ACTIVITY),
]
