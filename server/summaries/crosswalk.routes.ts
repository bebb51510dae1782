import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { AppError } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
import { saveCrosswalk } from './crosswalk.actions.ts'
import { findCrosswalk, findCrosswalkVersion, listCrosswalks } from './crosswalk.queries.ts'

/** The crosswalk. Users of FMB may read it; its administrators save it. */
export const crosswalkRoutes = actions(crosswalkApi, {
  current: ({ db }) => findCrosswalk(db),
  versions: ({ db }, { query }) => listCrosswalks(db, query),
  show: async ({ db }, { params }) => {
    const crosswalk = await findCrosswalkVersion(db, params.version)
    if (!crosswalk) throw new AppError('not_found')
    return crosswalk
  },
  save: (ctx, { body }) => saveCrosswalk(ctx, body),
})
