import { commentsApi } from '../../shared/summaries/comments.schema.ts'
import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { addComment, answerComment, askAgain, settleComment } from './comments.actions.ts'
import { listComments } from './comments.queries.ts'
import { findPrevious } from './previous.queries.ts'
import { readSummary } from './summaries.queries.ts'
import { listWriters } from './writers.queries.ts'

/** The calls about writing a draft together: comments, the summary before it, and who else is writing. */
export function summaryWritingRoutes(route: Routes, formRoute: FormRoutes) {
  route(writingApi.previous, async ({ services: { readDb } }, { params }) => {
    return { previous: await findPrevious(readDb, await readSummary(readDb, params.id)) }
  })
  route(writingApi.writers, async ({ actor, db, services }, { params }) => {
    const { id, status } = await readSummary(db, params.id)
    if (status !== 'Draft') return { writers: [] }
    return { writers: await listWriters(db, { summary_id: id, except: actor.id, now: services.now() }) }
  })
  route(commentsApi.list, async ({ db }, { params }) => {
    const { id } = await readSummary(db, params.id)
    return { comments: await listComments(db, id) }
  })
  formRoute(
    commentsApi.add,
    (ctx, { params, body }) => addComment(ctx, params.id, body),
    (comment) => ({ comment }),
  )
  formRoute(
    commentsApi.answer,
    (ctx, { params, body }) => answerComment(ctx, params, body.text),
    (comment) => ({ comment }),
  )
  formRoute(
    commentsApi.settle,
    (ctx, { params }) => settleComment(ctx, params),
    (comment) => ({ comment }),
  )
  formRoute(
    commentsApi.askAgain,
    (ctx, { params, body }) => askAgain(ctx, params, body.text),
    (comment) => ({ comment }),
  )
}
