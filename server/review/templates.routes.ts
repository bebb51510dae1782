import { templatesApi } from '../../shared/review/points.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { saveTemplates } from './templates.actions.ts'
import { listTemplates } from './templates.queries.ts'

/** The usual points of the caller's own office, for everyone who returns records. */
export function templateRoutes(route: Routes, formRoute: FormRoutes) {
  route(templatesApi.list, async ({ actor, db }) => {
    return { templates: await listTemplates(db, actor) }
  })
  formRoute(
    templatesApi.save,
    (ctx, { body }) => saveTemplates(ctx, body),
    (templates) => ({ templates }),
  )
}
