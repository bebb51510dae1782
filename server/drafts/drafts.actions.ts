import { type DraftForm, type DraftInput, DRAFTS_PER_PERSON } from '../../shared/drafts/drafts.schema.ts'
import type { Ctx } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { type DraftOf, removeDraft, removeDraftsBeyond, saveDraft } from './drafts.queries.ts'

/** Whose and which; always the caller's own. */
export const draftOf = (ctx: Ctx, form: DraftForm, record_id = 0): DraftOf => ({
  user_id: ctx.actor.id,
  form,
  record_id,
})

/** Keeps what somebody types, for themselves; returns when. */
export async function keepDraft(ctx: Ctx, form: DraftForm, input: DraftInput): Promise<string> {
  const of = draftOf(ctx, form, input.record_id)
  const updated_at = ctx.services.now().toISOString()
  const { content, revision = 0 } = input
  // changes no record, so the log has nothing to tell, which `ctx.write` would take for a forgotten line
  await ctx.services.db.transaction().execute(async (db) => {
    await saveDraft(db, of, { revision, content, updated_at })
    await removeDraftsBeyond(db, of.user_id, DRAFTS_PER_PERSON)
  })
  return updated_at
}

/** Forgets a draft whose work is done; call it in the transaction that does it, so that it is never offered again. */
export const dropDraft = (ctx: Ctx, db: Db, form: DraftForm, record_id = 0): Promise<void> =>
  removeDraft(db, draftOf(ctx, form, record_id))
