import type { ChangedSince, PublishedSummary } from '../../shared/summaries/summaries.schema.ts'
import { requireSummaryFits, requireSummaryMatches } from './claimed-summaries.actions.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { cacheAnswers } from '../database/cached-answers.ts'
import { approvedVersion } from '../review/record-changes.queries.ts'
import { readDocument, type StoredDocument } from './documents.queries.ts'
import { changedSince } from './summary-records.queries.ts'

export type FrozenDocument = StoredDocument & { since: ChangedSince }

/** a document is some hundred kilobytes */
const MAX_CACHED = 20

const cachedFrozen = cacheAnswers(approvedVersion, MAX_CACHED)

/**
 * Returns a frozen document, and how many of its records have changed since, cached until the public list changes. Pass
 * `text_sha256`, if it was just computed, so that a text altered in the database is not served from the cache.
 */
export const findFrozen = (db: Db, summary_id: number, text_sha256?: string): Promise<FrozenDocument> =>
  cachedFrozen(db, `${summary_id} ${text_sha256}`, async () => {
    const [document, since] = await Promise.all([readDocument(db, summary_id), changedSince(db, summary_id)])
    return { ...document, since }
  })

const published = (db: Db) =>
  db
    .selectFrom('summaries')
    .innerJoin('summary_documents', 'summary_documents.summary_id', 'summaries.id')
    .select([
      'summaries.id',
      'summaries.year',
      'summaries.title',
      'summaries.published_at',
      'summaries.frozen_at',
      'summary_documents.sha256',
    ])
    .where('summaries.published_at', 'is not', null)
    .$narrowType<{ published_at: string; frozen_at: string }>()

/** Lists the published summaries, newest year first. */
export async function listPublished(db: Db): Promise<PublishedSummary[]> {
  const rows = await published(db).orderBy('summaries.year', 'desc').execute()
  return rows.map(({ id: _own, ...row }) => row)
}

/** A published summary; `text` is its JSON file. */
export type Published = FrozenDocument & { id: number; frozen_at: string; published_at: string }

/** Returns the published summary of a year, or null; rejects if it does not match the log. */
export async function findPublished(
  services: Pick<Services, 'config' | 'db' | 'files' | 'readDb'>,
  year: number,
): Promise<Published | null> {
  const { readDb: db } = services
  const row = await published(db).where('summaries.year', '=', year).executeTakeFirst()
  if (!row) return null
  const { id, frozen_at, published_at } = row
  const claimed = await requireSummaryMatches(services, id, db)
  const found = await findFrozen(db, id, claimed.text_sha256 ?? '')
  await requireSummaryFits(services, claimed, found.document)
  return { ...found, id, frozen_at, published_at }
}

/** Returns when and why a summary of this year was last withdrawn; null if none was. */
export async function findWithdrawn(
  db: Db,
  year: number,
): Promise<{ withdrawn_at: string; reason: string | null } | null> {
  const row = await db
    .selectFrom('summaries')
    .select(['withdrawn_at', 'withdrawn_reason as reason'])
    .where('year', '=', year)
    .where('withdrawn_at', 'is not', null)
    .orderBy('withdrawn_at', 'desc')
    .$narrowType<{ withdrawn_at: string }>()
    .executeTakeFirst()
  return row ?? null
}
