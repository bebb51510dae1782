import { draftsApi } from '../../shared/drafts/drafts.schema.ts'
import type { Routes } from '../http/http.ts'
import { listUnfinished } from './unfinished.queries.ts'

/** The call that lists the caller's unfinished forms. */
export function unfinishedRoutes(route: Routes) {
  route(draftsApi.unfinished, async (ctx) => ({ forms: await listUnfinished(ctx.db, ctx.actor) }))
}
