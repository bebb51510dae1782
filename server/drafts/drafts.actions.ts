import {
  afterDiscard,
  afterSave,
  type DraftContent,
  hasSave,
  readContent,
  readTexts,
  readValues,
} from '../../shared/drafts/draft-content.ts'
import {
  DRAFT_MAX_LENGTH,
  type DraftForm,
  type DraftInput,
  type KeptDraft,
  MANY_DRAFTS,
  MOST_DRAFTS,
} from '../../shared/drafts/drafts.schema.ts'
import { isSameValue } from '../../shared/drafts/merge.ts'
import { no, sentenceOf, type Verdict, yes } from '../../shared/lib/verdict.ts'
import type { Ctx } from '../context/context.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import { type Db, inTransaction } from '../database/db.ts'
import { invalid, requireAllowed } from '../lib/errors.ts'
import {
  countDrafts,
  type DraftKey,
  findDraft,
  isOfReview,
  removeDraft,
  saveDraft,
} from './drafts.queries.ts'

/** The key of one of the caller's own drafts. */
const draftKey = (ctx: Ctx, form: DraftForm, record_id = 0): DraftKey => ({
  user_id: ctx.actor.id,
  form,
  record_id,
})

/** Not `ctx.write`, which requires a row in the log: a draft changes no record. One draft of a person at a time. */
const changeDrafts = <Result>(ctx: Ctx, change: (db: Db) => Promise<Result>): Promise<Result> =>
  inTransaction(ctx.services.db, async (db) => {
    await lockUntilCommit(db, `drafts of ${ctx.actor.id}`)
    return change(db)
  })

/** Whether a person can begin another draft; a review of a record can always begin. */
async function canBegin(db: Db, of: DraftKey, count: number): Promise<Verdict> {
  if (count < MOST_DRAFTS || (await isOfReview(db, of))) return yes
  return no('too_many_drafts', { most: MOST_DRAFTS })
}

/** What a person with many unfinished forms should know. */
const noticeAt = (count: number): { notice?: string } =>
  count < MANY_DRAFTS
    ? {}
    : {
        notice: `You have ${count} unfinished forms. With ${MOST_DRAFTS} no new one can begin: your dashboard lists them.`,
      }

/** The caller's draft of a form; without one, whether it can begin. */
export async function showDraft(ctx: Ctx, form: DraftForm, record_id?: number) {
  const of = draftKey(ctx, form, record_id)
  const draft = await findDraft(ctx.db, of)
  const count = draft ? 0 : await countDrafts(ctx.db, of.user_id)
  const verdict = await canBegin(ctx.db, of, count)
  return { draft, ...(verdict.ok ? noticeAt(count) : { notice: sentenceOf(verdict) }) }
}

/** The draft that is stored now, locked against a save of its form; null without one. */
async function stored(db: Db, of: DraftKey) {
  const draft = await findDraft(db, of, { locks: true })
  return draft && { ...draft, read: readContent(draft.content) }
}

/** The text of a draft; the record that it began from is left out where there is no room for it. */
function toText(content: DraftContent): string {
  const text = JSON.stringify(content)
  return text.length <= DRAFT_MAX_LENGTH ? text : JSON.stringify({ ...content, began: null })
}

/**
 * Saves what the caller has typed into a form, merged with what another window of theirs has stored meanwhile (S-166).
 * A save that is repeated changes nothing.
 */
export function saveDraftOf(ctx: Ctx, form: DraftForm, input: DraftInput): Promise<KeptDraft> {
  const of = draftKey(ctx, form, input.record_id)
  const { content: sent, revision = 0, save: id, seen } = input
  return changeDrafts(ctx, async (db) => {
    const before = await stored(db, of)
    const count = await countDrafts(db, of.user_id)
    if (!before) requireAllowed(await canBegin(db, of, count))
    const notice = noticeAt(before ? count : count + 1)
    const content = id ? readContent(sent) : null
    const updated_at = ctx.services.now().toISOString()
    if (!id || !content) {
      await saveDraft(db, of, { revision, content: sent, updated_at })
      return { updated_at, is_joined: false, ...notice }
    }
    if (before?.read && hasSave(before.read, id))
      return { updated_at: before.updated_at, content: before.content, is_joined: false, ...notice }
    const after = afterSave(before?.read ?? null, { id, content, seen: seen ? readValues(seen) : null })
    const text = toText(after.content)
    if (text.length > DRAFT_MAX_LENGTH) throw invalid({ content: ['This draft is too long to be saved.'] })
    await saveDraft(db, of, { revision, content: text, updated_at })
    const isAsSent =
      isSameValue(after.content.values, content.values) && isSameValue(after.content.others, content.others)
    return { updated_at, is_joined: after.isJoined, ...(isAsSent ? {} : { content: text }), ...notice }
  })
}

type Seen = { seen?: string | undefined; seen_others?: string | undefined }

/** Discards a draft of the caller; what another window has changed after it was `seen` stays. */
export function discardDraft(
  ctx: Ctx,
  form: DraftForm,
  record_id: number | undefined,
  { seen, seen_others = '[]' }: Seen,
): Promise<void> {
  const of = draftKey(ctx, form, record_id)
  return changeDrafts(ctx, async (db) => {
    const before = await stored(db, of)
    const known = seen && { values: readValues(seen), others: readTexts(seen_others) }
    const left = before?.read && known ? afterDiscard(before.read, known) : null
    if (!before || !left) return removeDraft(db, of)
    await saveDraft(db, of, {
      revision: before.revision,
      content: toText(left),
      updated_at: ctx.services.now().toISOString(),
    })
  })
}

/** Removes a draft whose form is saved; call it in the same transaction, so that the draft is not offered again. */
export const deleteDraft = (ctx: Ctx, db: Db, form: DraftForm, record_id = 0): Promise<void> =>
  removeDraft(db, draftKey(ctx, form, record_id))
