import { landApi } from '../../shared/land/findings.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { seeRecord } from '../review/review.actions.ts'
import { findingRoutes } from './finding.routes.ts'
import { showLand } from './findings.queries.ts'
import { showLandMap } from './land-map.queries.ts'

/** The calls about the land of a profile. */
export function landRoutes<Row extends ReviewedRow>(
  { route, formRoute }: { route: Routes; formRoute: FormRoutes },
  kind: RecordKind<Row>,
) {
  route(landApi.show, async (ctx, { params }) => {
    const { id } = await seeRecord(ctx, kind, params.id)
    return { land: await showLand(ctx.db, id, ctx.services.now()) }
  })
  route(landApi.map, async (ctx, { params }) => {
    const { id } = await seeRecord(ctx, kind, params.id)
    return showLandMap(ctx.db, id)
  })
  findingRoutes({ route, formRoute }, kind)
}
