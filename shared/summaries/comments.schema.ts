import { canDraftSummaries, canReadSummaries } from './summaries.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { endpoint } from '../access/endpoint.ts'
import { Id, IdParams, IdText } from '../lib/ids.ts'
import { plainParagraphs, requiredParagraphs, word } from '../lib/plain-text.ts'
import {
  COMMENT,
  COMMENT_ACTIONS,
  COMMENT_SECTIONS,
  COMMENT_STATES,
  type CommentSection,
} from './comments.rules.ts'

/** Comments on a draft, for people of FMB (decision 18). They are append-only, and never public. */

/** the most comments on one summary */
export const COMMENTS_MAX = 500

const CommentedSection = z.nullable(
  z.enum(
    COMMENT_SECTIONS as unknown as [NonNullable<CommentSection>, ...NonNullable<CommentSection>[]],
    'This part is not known.',
  ),
)

export const CommentInput = z.object({
  section: CommentedSection,
  /** of a written part, counted from 1; null for the whole part */
  paragraph: z.nullable(Id),
  /** `written_at` of the written part as it was read; null if it has no text, or for a place without one */
  written_at: z.nullable(word('The form does not say what it began from.')),
  text: requiredParagraphs('Comment', COMMENT.most),
})
export type CommentInput = z.output<typeof CommentInput>

/** The paragraphs that differ: what they were, and what they are. */
const TextChange = z.object({ old: z.nullable(z.string()), new: z.nullable(z.string()) })
export type TextChange = z.output<typeof TextChange>

const CommentStep = z.object({
  action: z.enum(COMMENT_ACTIONS),
  at: z.string(),
  /** the author, as they were then */
  by: z.string(),
  role: z.string(),
  /** null without words, and once they were erased */
  text: z.nullable(z.string()),
  /** of an answer: what was changed in the part since it was asked */
  change: z.nullable(TextChange),
  /** when an operator erased its text, and why */
  erased_at: z.nullable(z.string()),
  erased_reason: z.nullable(z.string()),
})
export type CommentStep = z.output<typeof CommentStep>

export const SummaryComment = z.object({
  id: z.number(),
  section: CommentedSection,
  paragraph: z.nullable(z.number()),
  /** the paragraph that it is about, as it was then */
  quote: z.nullable(z.string()),
  state: z.enum(COMMENT_STATES),
  author_id: z.number(),
  /** of an open one: what was changed in its part since it was asked; else null */
  changed: z.nullable(TextChange),
  steps: z.array(CommentStep),
})
export type SummaryComment = z.output<typeof SummaryComment>

const CommentParams = z.extend(IdParams, { comment_id: IdText })
const reply = wrapped('comment', SummaryComment)

// not among the other calls of summaries: only the pages with comments load them
/** a comment changes nothing else of its summary, which takes long to read */
const OF_COMMENTS = ['/summaries/:id/comments']

export const commentsApi = {
  list: endpoint('GET', '/summaries/:id/comments', {
    may: canReadSummaries,
    summary: 'The comments on a summary with everything that was answered, oldest first',
    params: IdParams,
    reply: wrapped('comments', z.array(SummaryComment)),
  }),
  add: endpoint('POST', '/summaries/:id/comments', {
    stale: OF_COMMENTS,
    may: canDraftSummaries,
    summary:
      'Comments on a draft, one of its parts or one of their paragraphs; it cannot be changed or deleted',
    params: IdParams,
    form: true,
    body: CommentInput,
    reply,
  }),
  answer: endpoint('POST', '/summaries/:id/comments/:comment_id/answer', {
    stale: OF_COMMENTS,
    may: canDraftSummaries,
    summary: 'Answers an open comment by words, by the change of its text since it was asked, or both',
    params: CommentParams,
    form: true,
    body: z.object({ text: z.optional(plainParagraphs('Answer', COMMENT.most)) }),
    reply,
  }),
  settle: endpoint('POST', '/summaries/:id/comments/:comment_id/settle', {
    stale: OF_COMMENTS,
    may: canDraftSummaries,
    summary: 'Settles a comment, by its author or a Super Administrator',
    params: CommentParams,
    form: true,
    reply,
  }),
  askAgain: endpoint('POST', '/summaries/:id/comments/:comment_id/ask-again', {
    stale: OF_COMMENTS,
    may: canDraftSummaries,
    summary: 'Opens an answered or settled comment again, by its author or a Super Administrator',
    params: CommentParams,
    form: true,
    body: z.object({ text: requiredParagraphs('Comment', COMMENT.most) }),
    reply,
  }),
}
