import { type DraftForm, type DraftInput, DRAFTS_PER_PERSON } from '../../shared/drafts/drafts.schema.ts'
import type { Ctx } from '../context/context.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { type DraftKey, removeDraft, removeOldestDrafts, saveDraft } from './drafts.queries.ts'

/** The key of one of the caller's own drafts. */
export const draftKey = (ctx: Ctx, form: DraftForm, record_id = 0): DraftKey => ({
  user_id: ctx.actor.id,
  form,
  record_id,
})

/** Saves what the caller has typed into a form; returns when. */
export async function saveDraftOf(ctx: Ctx, form: DraftForm, input: DraftInput): Promise<string> {
  const of = draftKey(ctx, form, input.record_id)
  const updated_at = ctx.services.now().toISOString()
  const { content, revision = 0 } = input
  // not `ctx.write`, which requires a row in the log: a draft changes no record
  await inTransaction(ctx.services.db, async (db) => {
    await saveDraft(db, of, { revision, content, updated_at })
    await removeOldestDrafts(db, of.user_id, DRAFTS_PER_PERSON)
  })
  return updated_at
}

/** Removes a draft whose form is saved; call it in the same transaction, so that the draft is not offered again. */
export const deleteDraft = (ctx: Ctx, db: Db, form: DraftForm, record_id = 0): Promise<void> =>
  removeDraft(db, draftKey(ctx, form, record_id))
