import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Turn } from '../lib/fair-queue.ts'
import type { MadeFormat } from './summary-files.ts'
import { readEvidence } from './summary-records.queries.ts'
import { type StatedRow, statedRows } from '../claims/stated.queries.ts'

/** When a summary became what it is, in UTC to the millisecond, and why it was withdrawn. */
type SummaryDates = Record<
  'frozen_at' | 'published_at' | 'replaced_at' | 'withdrawn_at' | 'reason',
  string | null
>

/** A frozen summary as stored, with the rows of the log by which it became what it is. */
export type ClaimedSummary = {
  id: number
  year: number
  title: string
  /** what its pages say of it, from the table */
  dates: SummaryDates
  /** the computed and the stored SHA-256 of the text; null if there is no text, although the log may have one frozen */
  text_sha256: string | null
  sha256: string | null
  /** the files that were made of it */
  files: { format: MadeFormat; sha256: string }[]
  rows: StatedRow[]
}

const EVENTS = ['Frozen', 'Published', 'Replaced', 'Withdrawn']

/** Lists the ids of all summaries that are frozen or published, or that the log says were. */
export async function listClaimedSummaries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select summary_id as id from summary_documents
    union select auditable_id from audit_logs
      where auditable_type = 'Summary of Information' and event in (${sql.join(EVENTS)})
    union select id from summaries where coalesce(published_at, replaced_at, withdrawn_at) is not null
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

const dated = (column: keyof SummaryDates) =>
  sql`${sql.lit(column)}, to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL: the `SummaryDates` of a row of summaries. */
const DATES = sql`json_build_object(${dated('frozen_at')}, ${dated('published_at')}, ${dated('replaced_at')},
  ${dated('withdrawn_at')}, 'reason', withdrawn_reason)`

/**
 * Reads summaries with the rows of the log about them; one that does not exist has no year and no text. For lists, which
 * show no text, text and files are taken to have the SHA-256 that is stored with them.
 */
export async function readClaimedSummaries(
  db: Db,
  ids: readonly number[],
  { hashed }: { hashed: boolean },
): Promise<ClaimedSummary[]> {
  const { rows } = await sql<ClaimedSummary>`
    select wanted.id, coalesce(year, 0) as year, coalesce(title, '') as title, ${DATES} as dates,
      ${hashed ? sql`encode(sha256(convert_to(document, 'UTF8')), 'hex')` : sql`sha256`} as text_sha256, sha256,
      (
        select coalesce(json_agg(json_build_object('format', format,
          'sha256', ${hashed ? sql`encode(sha256(bytes), 'hex')` : sql`sha256`})), '[]')
        from summary_files where summary_files.summary_id = wanted.id
      ) as files,
      ${statedRows(sql`'Summary of Information'`, sql`wanted.id`, ['Created', ...EVENTS])} as rows
    from unnest(${ids}::integer[]) as wanted (id)
    left join summaries on summaries.id = wanted.id
    left join summary_documents on summary_documents.summary_id = wanted.id`.execute(db)
  return rows
}

/** Reads one summary, with the SHA-256 of its text. */
export async function readClaimedSummary(db: Db, id: number): Promise<ClaimedSummary> {
  const [summary] = await readClaimedSummaries(db, [id], { hashed: true })
  if (!summary) throw new Error('A row that is made of a number was not there.')
  return summary
}

/** Computes the SHA-256 of a summary's stored list of evidence. */
export async function evidenceSum(db: Db, summary_id: number, turn?: Turn): Promise<string> {
  const hash = createHash('sha256')
  for await (const text of readEvidence(db, summary_id, turn)) hash.update(text)
  return hash.digest('hex')
}
