import { draftsApi } from '../../shared/drafts/drafts.schema.ts'
import { actions } from '../http/http.ts'
import { discardDraft, saveDraftOf, showDraft } from './drafts.actions.ts'
import { listDrafts, removeDraftsOf } from './drafts.queries.ts'

/** Drafts need no permission, because people read only their own. */
export const draftRoutes = actions(draftsApi, {
  show: (ctx, { params, query }) => showDraft(ctx, params.form, query.record_id),
  keep: (ctx, { params, body }) => saveDraftOf(ctx, params.form, body),
  discard: (ctx, { params, body }) => discardDraft(ctx, params.form, body.record_id, body),
  list: ({ db, actor }, { query }) => listDrafts(db, { user_id: actor.id, record_id: query.record_id }),
  discardAll: ({ db, actor }) => removeDraftsOf(db, actor.id),
})
