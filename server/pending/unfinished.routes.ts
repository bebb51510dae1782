import { unfinishedApi } from '../../shared/drafts/drafts.schema.ts'
import { actions } from '../http/http.ts'
import { listUnfinished } from './unfinished.queries.ts'

/** The caller's unfinished forms. */
export const unfinishedRoutes = actions(unfinishedApi, {
  list: ({ db, actor }) => listUnfinished(db, actor),
})
