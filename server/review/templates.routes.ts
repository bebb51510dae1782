import { templatesApi } from '../../shared/review/points.schema.ts'
import { actions } from '../http/http.ts'
import { saveTemplates } from './templates.actions.ts'
import { listTemplates } from './templates.queries.ts'

/** The usual points of the caller's own office, for everyone who returns records. */
export const templateRoutes = actions(templatesApi, {
  list: ({ actor, db }) => listTemplates(db, actor),
  save: (ctx, { body }) => saveTemplates(ctx, body),
})
