import type { Insertable } from 'kysely'
import type { TextProposals } from '../../db/types.ts'
import type { Translation } from '../../shared/translations/translations.schema.ts'
import type { Db } from '../database/db.ts'
import { nameOf } from './text-reviews.queries.ts'

/** A change of an official word that a second person has not confirmed yet. */
export type StoredProposal = NonNullable<Translation['proposal']> & {
  id: number
  key: string
  english: string
}

/** Returns the proposals that wait in a language. */
export const listProposals = (db: Db, language: string): Promise<StoredProposal[]> =>
  db
    .selectFrom('text_proposals')
    .innerJoin('users', 'users.id', 'text_proposals.proposed_by')
    .select(['text_proposals.id', 'key', 'english', 'text', 'reviewed', 'proposed_at'])
    .select(['text_proposals.proposed_by as proposed_by_id', nameOf('users').as('proposed_by')])
    .where('text_proposals.language', '=', language)
    .execute()

/** Stores these proposals, each in place of the one that waits for the same text. */
export async function saveProposals(
  db: Db,
  proposals: readonly Omit<Insertable<TextProposals>, 'id'>[],
): Promise<void> {
  for (const { language, key } of proposals) await removeProposal(db, language, key)
  if (proposals.length > 0)
    await db
      .insertInto('text_proposals')
      .values([...proposals])
      .execute()
}

export async function removeProposal(db: Db, language: string, key: string): Promise<void> {
  await db.deleteFrom('text_proposals').where('language', '=', language).where('key', '=', key).execute()
}
