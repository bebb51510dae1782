import { landApi } from '../../shared/land/findings.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { decideFinding, explainFinding, recordAnswer, recordRequest } from './findings.actions.ts'
import { exportLand } from './land-export.ts'
import { listLandTasks } from './land-tasks.queries.ts'

/** The calls about what was found on the land of a profile: explaining it, who was asked, and what waits. */
export function findingRoutes<Row extends ReviewedRow>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  kind: RecordKind<Row>,
) {
  route(landApi.tasks, async (ctx, { query }) => {
    return listLandTasks(ctx.db, ctx.actor, query, ctx.services.now())
  })
  route(landApi.export, (ctx, _input, raw) => {
    return exportLand(ctx, raw)
  })
  formRoute(
    landApi.explain,
    (ctx, { params, body }) => explainFinding(ctx, kind, params, body),
    (finding) => ({ finding }),
  )
  formRoute(
    landApi.decide,
    (ctx, { params, body }) => decideFinding(ctx, kind, params, body),
    (finding) => ({ finding }),
  )
  formRoute(
    landApi.ask,
    (ctx, { params, body }) => recordRequest(ctx, kind, params, body),
    (finding) => ({ finding }),
  )
  formRoute(
    landApi.answerRequest,
    (ctx, { params, body }) => recordAnswer(ctx, kind, params, body),
    (finding) => ({ finding }),
  )
}
