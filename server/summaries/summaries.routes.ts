import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { chooseStatement, principlesOf } from './choosing.actions.ts'
import { scopeOf, showSummary } from './composing.ts'
import { freezeSummary } from './freeze.actions.ts'
import { publishSummary, replaceSummary, withdrawSummary } from './publish.actions.ts'
import { createSummary, discardSummary, editSummary } from './summaries.actions.ts'
import { listSummaries, readSummary } from './summaries.queries.ts'
import { downloadSummary } from './summary-downloads.ts'
import { listStatements } from './summary-statements.queries.ts'
import { writeText } from './writing.actions.ts'

/** The calls of summaries. Users of FMB read and draft them; Super Administrators freeze and publish. */
export function summaryRoutes(route: Routes, formRoute: FormRoutes) {
  route(summariesApi.list, async ({ db }, { query }) => {
    return listSummaries(db, query)
  })
  formRoute(
    summariesApi.create,
    (ctx, { body }) => createSummary(ctx, body),
    (summary) => ({ summary }),
  )
  route(summariesApi.show, async (ctx, { params }) => {
    return showSummary(ctx, params.id)
  })
  formRoute(
    summariesApi.edit,
    (ctx, { params, body }) => editSummary(ctx, params.id, body),
    (summary) => ({ summary }),
  )
  formRoute(
    summariesApi.write,
    (ctx, { params, body }) => writeText(ctx, params.id, body),
    (text) => ({ text }),
  )
  route(summariesApi.statements, async ({ services }, { params, query }) => {
    const { readDb } = services
    const summary = await readSummary(readDb, params.id)
    return listStatements(readDb, params.id, scopeOf(summary), {
      ...query,
      chosen_only: query.chosen_only === 'true',
      principles: await principlesOf(readDb, query.safeguard),
    })
  })
  route(summariesApi.choose, async (ctx, { params, body }) => ({
    chosen: await chooseStatement(ctx, params.id, body),
  }))
  formRoute(
    summariesApi.freeze,
    (ctx, { params, body }) => freezeSummary(ctx, params.id, body),
    (summary) => ({ summary }),
  )
  formRoute(
    summariesApi.publish,
    (ctx, { params }) => publishSummary(ctx, params.id),
    (summary) => ({ summary }),
  )
  formRoute(
    summariesApi.replace,
    (ctx, { params, body }) => replaceSummary(ctx, params.id, body.replaces),
    (summary) => ({ summary }),
  )
  formRoute(
    summariesApi.withdraw,
    (ctx, { params, body }) => withdrawSummary(ctx, params.id, body.reason),
    (summary) => ({ summary }),
  )
  formRoute(
    summariesApi.discard,
    (ctx, { params }) => discardSummary(ctx, params.id),
    () => undefined,
  )
  route(summariesApi.file, async (ctx, { params }, raw) => downloadSummary(ctx, params, raw))
}
