import { sql } from 'kysely'
import type { DraftForm, FormDraft } from '../../shared/drafts/drafts.schema.ts'
import type { Db } from '../database/db.ts'

/** Which draft: everyone has one of each form and record. `record_id` is 0 for a record that does not exist yet. */
export type DraftKey = { user_id: number; form: DraftForm; record_id: number }

const DRAFT_COLUMNS = [
  'form_drafts.record_id',
  'form_drafts.revision',
  'form_drafts.content',
  'form_drafts.updated_at',
] as const

/** The draft this person keeps of a form, or null. */
export async function findDraft(db: Db, { user_id, form, record_id }: DraftKey): Promise<FormDraft | null> {
  const draft = await db
    .selectFrom('form_drafts')
    .select(DRAFT_COLUMNS)
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .executeTakeFirst()
  return draft ?? null
}

/** The drafts this person keeps of the forms of one record. */
export async function listDrafts(
  db: Db,
  { user_id, record_id }: Pick<DraftKey, 'user_id' | 'record_id'>,
): Promise<(FormDraft & { form: DraftForm })[]> {
  const drafts = await db
    .selectFrom('form_drafts')
    .select(['form_drafts.form', ...DRAFT_COLUMNS])
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.record_id', '=', record_id)
    .orderBy('form_drafts.form')
    .execute()
  return drafts as (FormDraft & { form: DraftForm })[]
}

/** Keeps a draft in place of the earlier one. */
export async function saveDraft(
  db: Db,
  of: DraftKey,
  draft: Pick<FormDraft, 'revision' | 'content' | 'updated_at'>,
): Promise<void> {
  await db
    .insertInto('form_drafts')
    .values({ ...of, ...draft })
    .onConflict((conflict) => conflict.constraint('form_drafts_owner_key').doUpdateSet(draft))
    .execute()
}

/** Forgets the draft of a form; none is no error. */
export async function removeDraft(db: Db, { user_id, form, record_id }: DraftKey): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .execute()
}

/** Forgets every draft of a person. */
export async function removeDraftsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('form_drafts').where('form_drafts.user_id', '=', user_id).execute()
}

/** Forgets all but the newest drafts of a person. */
export async function removeOldestDrafts(db: Db, user_id: number, most: number): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.id', 'in', (eb) =>
      eb
        .selectFrom('form_drafts')
        .select('form_drafts.id')
        .where('form_drafts.user_id', '=', user_id)
        .orderBy('form_drafts.updated_at', 'desc')
        .offset(most)
        .forUpdate()
        // one that another tab is just writing is not old
        .skipLocked(),
    )
    .execute()
}

/** Forgets what no one came back to since this moment. */
export async function removeDraftsBefore(db: Db, moment: string): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.updated_at', '<', sql<string>`${moment}::timestamptz`)
    .execute()
}

/** Forgets what anyone keeps of these forms of a record. */
export async function removeDraftsOfRecord(
  db: Db,
  forms: readonly DraftForm[],
  record_id: number,
): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.record_id', '=', record_id)
    .where('form_drafts.form', 'in', [...forms])
    .execute()
}
