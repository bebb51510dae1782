import { landApi } from '../../shared/land/findings.schema.ts'
import { actions } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { decideFinding, explainFinding, recordAnswer, recordRequest } from './findings.actions.ts'
import { showLand } from './findings.queries.ts'
import { exportLand } from './land-export.ts'
import { showLandMap } from './land-map.queries.ts'
import { listLandTasks } from './land-tasks.queries.ts'

/** The land of a profile, and what was found on it: explaining it, who was asked, and what is pending. */
export const landRoutes = <Row extends ReviewedRow>(kind: RecordKind<Row>) =>
  actions(landApi, {
    show: async (ctx, { params }) => {
      const { id } = await seeRecord(ctx, kind, params.id)
      return showLand(ctx.db, id, ctx.services.now())
    },
    map: async (ctx, { params }) => {
      const { id } = await seeRecord(ctx, kind, params.id)
      return showLandMap(ctx.db, id)
    },
    explain: (ctx, { params, body }) => explainFinding(ctx, kind, params, body),
    decide: (ctx, { params, body }) => decideFinding(ctx, kind, params, body),
    ask: (ctx, { params, body }) => recordRequest(ctx, kind, params, body),
    answerRequest: (ctx, { params, body }) => recordAnswer(ctx, kind, params, body),
    tasks: (ctx, { query }) => listLandTasks(ctx.db, ctx.actor, query, ctx.services.now()),
    export: (ctx, _input, raw) => exportLand(ctx, raw),
  })
