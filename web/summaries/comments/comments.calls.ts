import { type CommentInput, commentsApi } from '../../../shared/summaries/comments.schema.ts'
import { call } from '../../lib/call.ts'
import { readOptions, useChange } from '../../lib/queries.ts'

/** The comments on a summary, oldest first. */
export const commentsRead = (id: number) => readOptions(commentsApi.list, { params: { id }, staleTime: 0 })

/** What is sent about a comment: a new one, or a step of one. */
export type CommentStepInput =
  | { kind: 'add'; body: CommentInput }
  | { kind: 'answer' | 'ask-again'; comment_id: number; text: string }
  | { kind: 'settle'; comment_id: number }

/** Sends a comment or a step of one. */
export const useCommentStep = (id: number) =>
  useChange(commentsApi.add, ({ form_key, ...step }: CommentStepInput & { form_key: string }) => {
    if (step.kind === 'add') return call(commentsApi.add, { params: { id }, body: step.body, form_key })
    const params = { id, comment_id: step.comment_id }
    if (step.kind === 'settle') return call(commentsApi.settle, { params, form_key })
    const body = { text: step.text }
    return step.kind === 'answer'
      ? call(commentsApi.answer, { params, body, form_key })
      : call(commentsApi.askAgain, { params, body, form_key })
  })
