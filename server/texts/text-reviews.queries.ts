import { type Insertable, sql } from 'kysely'
import type { TextReviews } from '../../db/types.ts'
import type { TextReview } from '../../shared/texts/reviewed-text.ts'
import type { Altered } from '../../shared/claims/altered.ts'
import { OFFICIAL_KEYS } from '../../shared/texts/official-words.ts'
import { literals } from '../context/authors.queries.ts'
import type { Db } from '../database/db.ts'
import { officialFault, type StatedOfficial, statedOfficial } from './official-texts.ts'

/** What is stored of a text, with who reviewed and who changed it last. */
export type StoredReview = TextReview & {
  id: number
  language: string
  key: string
  reviewed_by: string | null
  updated_by: string
  updated_at: string
  revision: number
}

/** Returns a version that grows with every change of what is stored of any text. */
export async function reviewsVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(sum(revision), 0)::text as version from text_reviews`.execute(db)
  return rows[0]?.version ?? '0'
}

/** SQL: the name of a person. */
export const nameOf = (table: string) =>
  sql<string>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** Returns what is stored of the texts of all languages, of official words with what the log states of them. */
const listStored = (db: Db): Promise<(StoredReview & { stated: StatedOfficial | null })[]> =>
  db
    .selectFrom('text_reviews')
    .innerJoin('users as changers', 'changers.id', 'text_reviews.updated_by')
    .leftJoin('users as reviewers', 'reviewers.id', 'text_reviews.reviewed_by')
    .select([
      ...(['text_reviews.id', 'text_reviews.language', 'key', 'english', 'text', 'is_corrected'] as const),
      ...(['reviewed_at', 'text_reviews.updated_at', 'text_reviews.revision'] as const),
      nameOf('reviewers').$castTo<string | null>().as('reviewed_by'),
      nameOf('changers').as('updated_by'),
      sql<StatedOfficial | null>`case when key in (${literals(OFFICIAL_KEYS)}) then ${statedOfficial} end`.as(
        'stated',
      ),
    ])
    .execute()

/** Returns what counts of it: an official word of which the log does not say that two people changed it is left out. */
export const listReviews = async (db: Db): Promise<StoredReview[]> =>
  (await listStored(db)).filter((review) => officialFault(review) === null)

/** Returns the stored official words that the log does not state, and those that it states and that are not stored. */
export async function checkTexts(db: Db): Promise<Altered[]> {
  const wrong = (await listStored(db)).flatMap((review): Altered[] => {
    const fault = officialFault(review)
    const { id: record, language, key, text } = review
    const sentence = `The table text_reviews says that ${key} in the language ${language} is "${text}": ${fault}. The text that came with the product is shown.`
    return fault === null ? [] : [{ kind: 'text', record, sentence }]
  })
  const { rows: lost } = await sql<{ code: string }>`
    select distinct auditable_code as code from audit_logs
    where event = 'Text Confirmed' and auditable_type = 'System' and not exists (
      select from text_reviews where language || ' ' || key = auditable_code
    ) order by code`.execute(db)
  const gone = lost.map(({ code }): Altered => {
    const sentence = `The log says that two people of FMB changed the official word ${code}; the table text_reviews does not have it.`
    return { kind: 'text', record: 0, sentence }
  })
  return [...wrong, ...gone]
}

/** Lets no other transaction change what is stored of any text until this one ends. Readers do not wait. */
export async function lockReviews(db: Db): Promise<void> {
  await sql`lock table text_reviews in share row exclusive mode`.execute(db)
}

type NewReview = Omit<Insertable<TextReviews>, 'id' | 'revision'>

/** Stores what is said of these texts, in place of what was. */
export async function saveReviews(db: Db, reviews: readonly NewReview[]): Promise<void> {
  await db
    .insertInto('text_reviews')
    .values([...reviews])
    .onConflict((conflict) =>
      conflict.columns(['language', 'key']).doUpdateSet({
        english: sql`excluded.english`,
        text: sql`excluded.text`,
        is_corrected: sql`excluded.is_corrected`,
        reviewed_by: sql`excluded.reviewed_by`,
        reviewed_at: sql`excluded.reviewed_at`,
        updated_by: sql`excluded.updated_by`,
        updated_at: sql`excluded.updated_at`,
        revision: sql`text_reviews.revision + 1`,
      }),
    )
    .execute()
}
