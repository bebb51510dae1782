import { queryOptions } from '@tanstack/react-query'
import { type CommentInput, commentsApi } from '../../../shared/summaries/comments.schema.ts'
import { call } from '../../lib/call.ts'
import { useChange } from '../../lib/queries.ts'

/** below the summaries, so that each change of a draft reads them again */
const commentsKey = (id: number) => ['summaries', 'comments', id] as const

/** The comments on a summary, oldest first. */
export const commentsQuery = (id: number) =>
  queryOptions({
    queryKey: commentsKey(id),
    queryFn: async ({ signal }) => (await call(commentsApi.list, { params: { id }, signal })).comments,
    staleTime: 0,
  })

/** What is sent about a comment: a new one, or a step of one. */
export type CommentStepInput =
  | { kind: 'add'; body: CommentInput }
  | { kind: 'answer' | 'ask-again'; comment_id: number; text: string }
  | { kind: 'settle'; comment_id: number }

/** Sends a comment or a step of one. */
export const useCommentStep = (id: number) =>
  useChange(commentsKey(id), ({ form_key, ...step }: CommentStepInput & { form_key: string }) => {
    if (step.kind === 'add') return call(commentsApi.add, { params: { id }, body: step.body, form_key })
    const params = { id, comment_id: step.comment_id }
    if (step.kind === 'settle') return call(commentsApi.settle, { params, form_key })
    const { text } = step
    if (step.kind === 'answer') return call(commentsApi.answer, { params, body: { text }, form_key })
    return call(commentsApi.askAgain, { params, body: { text }, form_key })
  })
