import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { readEvidence } from './summary-records.queries.ts'
import { type StatedRow, statedRows } from '../claims/stated.queries.ts'

/** A frozen summary as stored, with the rows of the log by which it became what it is. */
export type ClaimedSummary = {
  id: number
  year: number
  title: string
  is_published: boolean
  is_replaced: boolean
  /** the computed and the stored SHA-256 of the text; null if there is no text, although the log may have one frozen */
  text_sha256: string | null
  sha256: string | null
  rows: StatedRow[]
}

const EVENTS = ['Frozen', 'Published', 'Replaced', 'Withdrawn']

/** Lists the ids of all summaries that are frozen or published, or that the log says were. */
export async function listClaimedSummaries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select summary_id as id from summary_documents
    union select auditable_id from audit_logs
      where auditable_type = 'Summary of Information' and event in (${sql.join(EVENTS)})
    union select id from summaries where published_at is not null or replaced_at is not null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function readClaimedSummary(db: Db, id: number): Promise<ClaimedSummary> {
  const { rows } = await sql<ClaimedSummary>`
    select wanted.id, coalesce(year, 0) as year, coalesce(title, '') as title, published_at is not null as is_published,
      replaced_at is not null as is_replaced,
      encode(sha256(convert_to(document, 'UTF8')), 'hex') as text_sha256, sha256,
      ${statedRows(sql`'Summary of Information'`, sql`wanted.id`, ['Created', ...EVENTS])} as rows
    from (select ${id}::integer as id) as wanted
    left join summaries on summaries.id = wanted.id
    left join summary_documents on summary_documents.summary_id = wanted.id`.execute(db)
  const [summary] = rows
  if (!summary) throw new Error('A row that is made of a number was not there.')
  return summary
}

/** Computes the SHA-256 of a summary's stored list of evidence. */
export async function evidenceSum(db: Db, summary_id: number, turn?: Turn): Promise<string> {
  const hash = createHash('sha256')
  for await (const text of readEvidence(db, summary_id, turn)) hash.update(text)
  return hash.digest('hex')
}
