import { sql } from 'kysely'
import type { DraftForm, FormDraft } from '../../shared/drafts/drafts.schema.ts'
import type { Db } from '../database/db.ts'

/** A person has one draft per form and record; `record_id` is 0 for a record that does not exist yet. */
export type DraftKey = { user_id: number; form: DraftForm; record_id: number }

const DRAFT_COLUMNS = [
  'form_drafts.record_id',
  'form_drafts.revision',
  'form_drafts.content',
  'form_drafts.updated_at',
] as const

/** Returns the draft of a form, or null. */
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

/** Returns this person's drafts of the forms of one record. */
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

/** Saves a draft, replacing the earlier one. */
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

/** Removes the draft of a form, if there is one. */
export async function removeDraft(db: Db, { user_id, form, record_id }: DraftKey): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .execute()
}

/** Removes every draft of a person. */
export async function removeDraftsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('form_drafts').where('form_drafts.user_id', '=', user_id).execute()
}

/** Removes all but the newest `most` drafts of a person. */
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
        // a draft that another tab is writing is not among the oldest
        .skipLocked(),
    )
    .execute()
}

/** Removes drafts last saved before this moment. */
export async function removeDraftsBefore(db: Db, moment: string): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.updated_at', '<', sql<string>`${moment}::timestamptz`)
    .execute()
}

/** Removes the drafts of these forms of a record, of all people. */
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
