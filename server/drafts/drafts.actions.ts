import { type DraftForm, type DraftInput, DRAFTS_PER_PERSON } from '../../shared/drafts/drafts.schema.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { type DraftKey, removeDraft, removeOldestDrafts, saveDraft } from './drafts.queries.ts'

/** Whose and which; always the caller's own. */
export const draftKey = (ctx: Ctx, form: DraftForm, record_id = 0): DraftKey => ({
  user_id: ctx.actor.id,
  form,
  record_id,
})

/** Keeps what someone types, for themselves; returns when. */
export async function saveDraftOf(ctx: Ctx, form: DraftForm, input: DraftInput): Promise<string> {
  const of = draftKey(ctx, form, input.record_id)
  const updated_at = ctx.services.now().toISOString()
  const { content, revision = 0 } = input
  // changes no record, so there is nothing to log, which `ctx.write` would take for a forgotten line
  await ctx.services.db.transaction().execute(async (db) => {
    await saveDraft(db, of, { revision, content, updated_at })
    await removeOldestDrafts(db, of.user_id, DRAFTS_PER_PERSON)
  })
  return updated_at
}

/** Forgets a draft whose work is done; call it in the transaction that does it, so that it is never offered again. */
export const deleteDraft = (ctx: Ctx, db: Db, form: DraftForm, record_id = 0): Promise<void> =>
  removeDraft(db, draftKey(ctx, form, record_id))
