import {
  COMMENT,
  type CommentAction,
  type CommentPlace,
  type CommentSection,
  placeName,
  writtenPartOf,
} from '../../shared/summaries/comments.rules.ts'
import {
  type CommentInput,
  COMMENTS_MAX,
  type SummaryComment,
} from '../../shared/summaries/comments.schema.ts'
import { typedParagraphs } from '../../shared/summaries/references.ts'
import type { Actor } from '../../shared/access/actor.ts'
import {
  canAnswerComment,
  canAskAgain,
  canDraftSummaries,
  canEditSummary,
  canSettleComment,
  isTextUnchanged,
} from '../../shared/summaries/summaries.policy.ts'
import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { no, type Verdict } from '../../shared/lib/verdict.ts'
import type { Audit, Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import { addSteps, insertThread, type NewStep } from '../threads/threads.queries.ts'
import { type CommentFacts, countComments, findComment } from './comments.queries.ts'
import { entry, lockSummaryFor } from './summaries.actions.ts'
import { findText } from './summary-texts.queries.ts'

type NextStep = Omit<NewStep<CommentAction, CommentFacts>, 'thread_id'>

/** Adds a step, with its row in the log, which does not have the text; returns the comment after it. */
async function takeStep(
  ctx: Ctx,
  { db, audit, summary }: { db: Db; audit: Audit; summary: SummaryRow },
  { id, section, paragraph }: CommentPlace & { id: number },
  step: NextStep,
): Promise<SummaryComment> {
  const by = { actor: ctx.actor, at: ctx.services.now().toISOString() }
  const [step_id = 0] = await addSteps(db, COMMENT.name, [{ thread_id: id, ...step }], by)
  // settling types nothing
  if (step.text) await deleteDraft(ctx, db, 'summary-comment', summary.id)
  audit(
    entry(summary, COMMENT.events[step.action], [
      { field: 'step', old: null, new: String(step_id) },
      { field: 'comment', old: null, new: String(id) },
      { field: 'place', old: null, new: placeName({ section, paragraph }) },
    ]),
  )
  const after = await findComment(db, summary.id, id)
  if (!after) throw new Error(`There is no comment ${id}.`)
  return after
}

/** The present text of the part that a place is in; null for a place without one. */
async function presentText(db: Db, summary_id: number, section: CommentSection): Promise<string | null> {
  const part = writtenPartOf({ section })
  return part && ((await findText(db, summary_id, part))?.text ?? '')
}

/**
 * Adds a comment to a draft. A comment on a written part is refused if the part was changed since it was read: its
 * paragraphs would be counted otherwise.
 */
export const addComment = (ctx: Ctx, summary_id: number, input: CommentInput): Promise<SummaryComment> =>
  ctx.write(async (db, audit) => {
    const summary = await lockSummaryFor(ctx, db, summary_id, canEditSummary)
    const { section, paragraph, text } = input
    const part = writtenPartOf({ section })
    const read = part && (await findText(db, summary_id, part))
    if (part) requireAllowed(isTextUnchanged(input.written_at, read))
    const seen = part && (read?.text ?? '')
    if (paragraph !== null && paragraph > typedParagraphs(seen ?? '').length)
      throw invalid({ paragraph: ['This part has no such paragraph.'] })
    if ((await countComments(db, summary_id)) >= COMMENTS_MAX)
      throw new AppError(no('too_many_comments', { most: COMMENTS_MAX }))

    const place = { section, paragraph }
    const id = await insertThread(db, COMMENT.name, { summary_id }, place)
    const step = { action: 'Added', text, facts: { seen } } as const
    return takeStep(ctx, { db, audit, summary }, { id, ...place }, step)
  })

type Decision = {
  summary_id: number
  comment_id: number
  may: (actor: Actor, summary: SummaryRow, comment: SummaryComment) => Verdict
}

/** Takes the next step of a comment, with its summary locked. */
const takeNextStep = (
  ctx: Ctx,
  { summary_id, comment_id, may }: Decision,
  stepOf: (db: Db, comment: SummaryComment) => NextStep | Promise<NextStep>,
): Promise<SummaryComment> =>
  ctx.write(async (db, audit) => {
    const summary = await lockSummaryFor(ctx, db, summary_id, canDraftSummaries)
    const comment = await findComment(db, summary_id, comment_id)
    if (!comment) throw new AppError('not_found')
    requireAllowed(may(ctx.actor, summary, comment))
    return takeStep(ctx, { db, audit, summary }, comment, await stepOf(db, comment))
  })

type Target = { id: number; comment_id: number }

/** Answers an open comment: the change of its part since it was asked belongs to the answer. */
export const answerComment = (ctx: Ctx, { id, comment_id }: Target, words = ''): Promise<SummaryComment> =>
  takeNextStep(ctx, { summary_id: id, comment_id, may: canAnswerComment }, (_db, { changed }) => {
    if (words === '' && changed === null) throw new AppError(no('comment_unanswered'))
    return { action: 'Answered', text: words || null, facts: changed && { change: changed } }
  })

/** Settles a comment: an answer is accepted, or it is no longer asked. */
export const settleComment = (ctx: Ctx, { id, comment_id }: Target): Promise<SummaryComment> =>
  takeNextStep(ctx, { summary_id: id, comment_id, may: canSettleComment }, () => ({ action: 'Settled' }))

/** Opens a comment again; from now on its part is compared with the present text. */
export const askAgain = (ctx: Ctx, { id, comment_id }: Target, text: string): Promise<SummaryComment> =>
  takeNextStep(ctx, { summary_id: id, comment_id, may: canAskAgain }, async (db, { section }) => ({
    action: 'Asked Again',
    text,
    facts: { seen: await presentText(db, id, section) },
  }))
