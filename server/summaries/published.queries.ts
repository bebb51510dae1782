import type { ChangedSince, PublishedSummary } from '../../shared/summaries/summaries.schema.ts'
import type { EarlierSummary } from '../../shared/public/public-page.ts'
import { summaryPath, VERSION_LENGTH, versionOf } from '../../shared/summaries/summary-names.ts'
import { type SqlBool, sql } from 'kysely'
import { readClaimedSummaries } from './claimed-summaries.queries.ts'
import { requireSummaryFits, requireSummaryMatches } from './claimed-summaries.actions.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { cacheAnswers } from '../database/cached-answers.ts'
import { approvedVersion } from '../review/record-changes.queries.ts'
import { readDocument, type StoredDocument } from './documents.queries.ts'
import { summaryDifferences } from './summary-differences.ts'
import { changedSince, WITHDRAWN_RECORDS } from './summary-records.queries.ts'

/** Lists the years of the published summaries, newest first. */
export async function listPublishedYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('summaries')
    .select('year')
    .where('published_at', 'is not', null)
    .orderBy('year', 'desc')
    .execute()
  return rows.map(({ year }) => year)
}

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

const frozen = (db: Db) =>
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
    .$narrowType<{ frozen_at: string }>()

/** Leaves out the summaries whose state or dates do not match the log. Their text is not read. */
async function withoutAltered<Row extends { id: number }>(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const claimed = ids.length === 0 ? [] : await readClaimedSummaries(db, ids, { hashed: false })
  const altered = new Set(claimed.flatMap((one) => summaryDifferences(one)).map(({ record }) => record))
  return rows.filter(({ id }) => !altered.has(id))
}

/** Lists the published summaries that match the log, newest year first. */
export async function listPublished(db: Db): Promise<PublishedSummary[]> {
  const rows = await frozen(db)
    .where('summaries.published_at', 'is not', null)
    .$narrowType<{ published_at: string }>()
    .orderBy('summaries.year', 'desc')
    .execute()
  return (await withoutAltered(db, rows)).map(({ id: _own, ...row }) => row)
}

/** The address of a public summary: a year, and one of its summaries; null for the present one. */
export type SummaryAddress = { year: number; version: string | null }

const isOfVersion = (version: string) =>
  sql<SqlBool>`left(summary_documents.sha256, ${VERSION_LENGTH}) = ${version}`

/** Returns the summary at an address: a published one, one that was replaced (by its version only), or a withdrawn one. */
async function findPublicRow(db: Db, { year, version }: SummaryAddress) {
  const row = await frozen(db)
    .select([
      'summaries.replaced_at',
      'summaries.replaced_by',
      'summaries.withdrawn_at',
      'summaries.withdrawn_reason as reason',
      WITHDRAWN_RECORDS.as('withdrawn_records'),
    ])
    .where('summaries.year', '=', year)
    .where((eb) =>
      eb.or([
        eb('summaries.published_at', 'is not', null),
        eb('summaries.withdrawn_at', 'is not', null),
        ...(version === null ? [] : [eb('summaries.replaced_at', 'is not', null)]),
      ]),
    )
    .where(version === null ? sql<SqlBool>`true` : isOfVersion(version))
    .orderBy('summaries.published_at', (order) => order.asc().nullsLast())
    .orderBy('summaries.replaced_at', (order) => order.desc().nullsLast())
    .orderBy('summaries.withdrawn_at', (order) => order.desc().nullsLast())
    .executeTakeFirst()
  return row ?? null
}

type PublicRow = NonNullable<Awaited<ReturnType<typeof findPublicRow>>>

/** A published or replaced summary; `text` is its JSON file. */
export type Published = FrozenDocument & PublicRow & { withdrawn_at: null }
/** A summary that was public; nothing of its document is shown. */
export type Withdrawn = PublicRow & { withdrawn_at: string }

type ReadServices = Pick<Services, 'config' | 'db' | 'files' | 'readDb'>

/** Returns the summary at a public address, or null; rejects if it does not match the log. */
export async function findPublic(
  services: ReadServices,
  at: SummaryAddress,
): Promise<Published | Withdrawn | null> {
  const { readDb: db } = services
  const row = await findPublicRow(db, at)
  if (!row) return null
  const claimed = await requireSummaryMatches(services, row.id, db)
  const { withdrawn_at } = row
  if (withdrawn_at !== null) return { ...row, withdrawn_at }
  const found = await findFrozen(db, row.id, claimed.text_sha256 ?? '')
  await requireSummaryFits(services, claimed, found.document)
  return { ...row, ...found, withdrawn_at }
}

export const isWithdrawn = (found: Published | Withdrawn): found is Withdrawn => found.withdrawn_at !== null

/** Returns the published summary of a year, or null; rejects if it does not match the log. */
export async function findPublished(services: ReadServices, year: number): Promise<Published | null> {
  const found = await findPublic(services, { year, version: null })
  return found && !isWithdrawn(found) ? found : null
}

/** Lists the summaries of a year that were replaced or withdrawn and match the log, the last one first. */
export async function listEarlier(db: Db, year: number): Promise<EarlierSummary[]> {
  const rows = await frozen(db)
    .select(['summaries.replaced_at', 'summaries.withdrawn_at'])
    .select(sql<string>`coalesce(summaries.replaced_at, summaries.withdrawn_at)`.as('at'))
    .where('summaries.year', '=', year)
    .where(sql<SqlBool>`coalesce(summaries.replaced_at, summaries.withdrawn_at) is not null`)
    .orderBy('at', 'desc')
    .execute()
  return (await withoutAltered(db, rows)).map(({ sha256, frozen_at, withdrawn_at, at }) => ({
    path: summaryPath(year, versionOf(sha256)),
    frozen_at,
    at,
    state: withdrawn_at === null ? 'replaced' : 'withdrawn',
  }))
}

/** Returns the address of the summary that has replaced another one: by its year while it is published. */
export async function findReplacement(db: Db, id: number): Promise<string> {
  const { year, published_at, sha256 } = await frozen(db)
    .where('summaries.id', '=', id)
    .executeTakeFirstOrThrow()
  return summaryPath(year, published_at === null ? versionOf(sha256) : null)
}

/** Returns the year of the published summary that a reader of a withdrawn one should see, or null. */
export async function findNewerYear(db: Db, year: number): Promise<number | null> {
  const row = await db
    .selectFrom('summaries')
    .select('year')
    .where('published_at', 'is not', null)
    .where('year', '>=', year)
    .orderBy('year')
    .executeTakeFirst()
  return row?.year ?? null
}
