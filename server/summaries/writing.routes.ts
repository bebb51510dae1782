import { commentsApi } from '../../shared/summaries/comments.schema.ts'
import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import { actions } from '../http/http.ts'
import { addComment, answerComment, askAgain, settleComment } from './comments.actions.ts'
import { listComments } from './comments.queries.ts'
import { findPrevious } from './previous.queries.ts'
import { readSummary } from './summaries.queries.ts'
import { listWriters } from './writers.queries.ts'

/** Writing a draft together: comments, the summary before it, and who else is writing. */
export const summaryWritingRoutes = [
  ...actions(writingApi, {
    previous: async ({ services: { readDb } }, { params }) =>
      findPrevious(readDb, await readSummary(readDb, params.id)),
    writers: async ({ actor, db, services }, { params }) => {
      const { id, status } = await readSummary(db, params.id)
      if (status !== 'Draft') return []
      return listWriters(db, { summary_id: id, except: actor.id, now: services.now() })
    },
  }),
  ...actions(commentsApi, {
    list: async ({ db }, { params }) => {
      const { id } = await readSummary(db, params.id)
      return listComments(db, id)
    },
    add: (ctx, { params, body }) => addComment(ctx, params.id, body),
    answer: (ctx, { params, body }) => answerComment(ctx, params, body.text),
    settle: (ctx, { params }) => settleComment(ctx, params),
    askAgain: (ctx, { params, body }) => askAgain(ctx, params, body.text),
  }),
]
