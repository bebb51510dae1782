import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { saveCrosswalk } from './crosswalk.actions.ts'
import { findCrosswalk, findCrosswalkVersion, listCrosswalks } from './crosswalk.queries.ts'

/** The calls of the crosswalk. Users of FMB may read it; its administrators save it. */
export function crosswalkRoutes(route: Routes, formRoute: FormRoutes) {
  route(crosswalkApi.current, async ({ db }) => {
    return { crosswalk: await findCrosswalk(db) }
  })
  route(crosswalkApi.versions, async ({ db }, { query }) => {
    return listCrosswalks(db, query)
  })
  route(crosswalkApi.show, async ({ db }, { params }) => {
    const crosswalk = await findCrosswalkVersion(db, params.version)
    if (!crosswalk) throw new AppError('not_found')
    return { crosswalk }
  })
  formRoute(
    crosswalkApi.save,
    (ctx, { body }) => saveCrosswalk(ctx, body),
    (crosswalk) => ({ crosswalk }),
  )
}
