import { sql } from 'kysely'
import { SECTIONS, type Section } from '../../shared/summaries/sections.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import type { Db } from '../database/db.ts'

const textsOf = (db: Db, summary_id: number) =>
  db
    .selectFrom('summary_texts')
    .innerJoin('users', 'users.id', 'summary_texts.written_by')
    .select([
      'summary_texts.section',
      'summary_texts.text',
      'summary_texts.written_at',
      sql<string>`users.first_name || ' ' || users.last_name`.as('written_by'),
      'summary_texts.taken_from',
    ])
    .where('summary_texts.summary_id', '=', summary_id)
    .$narrowType<{ section: Section }>()

/** Lists the texts of a summary, in the order of its document. */
export async function listTexts(db: Db, summary_id: number): Promise<SummaryText[]> {
  const found = await textsOf(db, summary_id).execute()
  return found.toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section))
}

/** Returns the text of one section, or null. */
export async function findText(db: Db, summary_id: number, section: Section): Promise<SummaryText | null> {
  const found = await textsOf(db, summary_id).where('summary_texts.section', '=', section).executeTakeFirst()
  return found ?? null
}

/**
 * Copies the newest text of each section from the frozen summaries, with the day it was written. If several have the
 * same text, it is copied from the one for which it was written or confirmed. Drafts and withdrawn summaries are no source.
 */
export async function takeOverTexts(db: Db, summary_id: number): Promise<void> {
  await sql`
    insert into summary_texts (summary_id, section, text, written_by, written_at, taken_from)
    select distinct on (before.section)
      ${summary_id}, before.section, before.text, before.written_by, before.written_at, summaries.year
    from summary_texts before join summaries on summaries.id = before.summary_id
    where before.text <> '' and summaries.frozen_at is not null and summaries.withdrawn_at is null
    order by before.section, before.written_at desc, before.taken_from is null desc, before.summary_id desc`.execute(
    db,
  )
}

/** Saves the text of one section. */
export async function saveText(
  db: Db,
  row: { summary_id: number; section: Section; text: string; written_by: number; written_at: string },
): Promise<void> {
  const { text, written_by, written_at } = row
  await db
    .insertInto('summary_texts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .constraint('summary_texts_pkey')
        .doUpdateSet({ text, written_by, written_at, taken_from: null }),
    )
    .execute()
}

/** Confirms a copied text without changing the day it was written. */
export async function confirmText(db: Db, summary_id: number, section: Section): Promise<void> {
  await db
    .updateTable('summary_texts')
    .set({ taken_from: null })
    .where('summary_id', '=', summary_id)
    .where('section', '=', section)
    .execute()
}
