import { draftsApi } from '../../shared/drafts/drafts.schema.ts'
import type { Routes } from '../http/http.ts'
import { discardDraft, saveDraftOf, showDraft } from './drafts.actions.ts'
import { listDrafts, removeDraftsOf } from './drafts.queries.ts'

/** The calls of drafts need no permission, because people read only their own. */
export function draftRoutes(route: Routes) {
  route(draftsApi.show, (ctx, { params, query }) => showDraft(ctx, params.form, query.record_id))
  route(draftsApi.keep, (ctx, { params, body }) => saveDraftOf(ctx, params.form, body))
  route(draftsApi.discard, async (ctx, { params, body }) => {
    await discardDraft(ctx, params.form, body.record_id, body.seen)
    return { message: 'The draft was discarded.' }
  })
  route(draftsApi.list, async (ctx, { query }) => ({
    drafts: await listDrafts(ctx.db, { user_id: ctx.actor.id, record_id: query.record_id }),
  }))
  route(draftsApi.discardAll, async (ctx) => {
    await removeDraftsOf(ctx.db, ctx.actor.id)
    return { message: 'The drafts were discarded.' }
  })
}
