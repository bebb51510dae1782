import { type Expression, sql } from 'kysely'
import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { type DraftForm, type FormDraft, formsOfKinds } from '../../shared/drafts/drafts.schema.ts'
import type { Db } from '../database/db.ts'

/** A person has one draft per form and record; `record_id` is 0 for a record that does not exist yet. */
export type DraftKey = { user_id: number; form: DraftForm; record_id: number }

const DRAFT_COLUMNS = [
  'form_drafts.record_id',
  'form_drafts.revision',
  'form_drafts.content',
  'form_drafts.updated_at',
] as const

/** Returns the draft of a form, or null; with `locks` it stays as it is until the transaction ends. */
export async function findDraft(
  db: Db,
  { user_id, form, record_id }: DraftKey,
  { locks = false } = {},
): Promise<FormDraft | null> {
  const draft = await db
    .selectFrom('form_drafts')
    .select(DRAFT_COLUMNS)
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where('form_drafts.record_id', '=', record_id)
    .$if(locks, (query) => query.forUpdate())
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

/** Removes the draft of a new record that is sent: the one with its form key, and one without a number. */
export async function removeSentDraft(
  db: Db,
  user_id: number,
  form: DraftForm,
  form_key: string | null,
): Promise<void> {
  await db
    .deleteFrom('form_drafts')
    .where('form_drafts.user_id', '=', user_id)
    .where('form_drafts.form', '=', form)
    .where((eb) =>
      eb.or([
        eb('form_drafts.record_id', '=', 0),
        eb('form_drafts.content', 'like', `%"form_key":"${form_key ?? 'none'}"%`),
      ]),
    )
    .execute()
}

/** Removes every draft of a person. */
export async function removeDraftsOf(db: Db, user_id: number): Promise<void> {
  await db.deleteFrom('form_drafts').where('form_drafts.user_id', '=', user_id).execute()
}

/** Counts the drafts of a person, without those of reviews of existing records. */
export async function countDrafts(db: Db, user_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('form_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('form_drafts.user_id', '=', user_id)
    .where((eb) => eb.not(isReview(eb.ref('form_drafts.form'), eb.ref('form_drafts.record_id'))))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a draft is of a review of an existing record. */
export async function isOfReview(db: Db, { form, record_id }: DraftKey): Promise<boolean> {
  const { is_review } = await db
    .selectNoFrom((eb) => isReview(eb.val(form), eb.val(record_id)).as('is_review'))
    .executeTakeFirstOrThrow()
  return is_review
}

/** A person can review each record once at a time, so that these drafts need no other limit. */
const isReview = (form: Expression<string>, record_id: Expression<number>) =>
  sql<boolean>`(
    ${form} in (${sql.join(formsOfKinds('bulk'))})
    or ${sql.join(
      ALL_KINDS.map(
        ({ name, table }) =>
          sql`${form} = ${sql.lit(`${name}-return`)} and exists (select from ${sql.table(table.name)} where id = ${record_id})`,
      ),
      sql` or `,
    )}
  )`

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
