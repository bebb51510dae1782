import { draftsApi } from '../../shared/drafts/drafts.schema.ts'
import type { Routes } from '../http/http.ts'
import { listUnfinished } from './unfinished.queries.ts'

/** What a person has begun and not sent, by the records that it is about. */
export function unfinishedRoutes(route: Routes) {
  route(draftsApi.unfinished, async (ctx) => ({ forms: await listUnfinished(ctx.db, ctx.actor) }))
}
