import { unfinishedApi } from '../../shared/drafts/drafts.schema.ts'
import { recordViewsApi } from '../../shared/review/review.schema.ts'
import { actions } from '../http/http.ts'
import { viewRecord } from '../review/review.actions.ts'
import { KINDS, withKind } from './kinds.ts'
import { listUnfinished } from './unfinished.queries.ts'

/** The caller's unfinished forms, and views of records of any kind. */
export const pendingRoutes = [
  ...actions(unfinishedApi, { list: ({ db, actor }) => listUnfinished(db, actor) }),
  ...actions(recordViewsApi, {
    record: async (ctx, { body: { model_name, id, revision } }) => {
      const viewed = KINDS.find(({ model }) => model === model_name)
      if (viewed) await withKind(viewed.table.name, (kind) => viewRecord(ctx, kind, id, revision))
    },
  }),
]
