import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ChangedSince, WithdrawnRecord } from '../../shared/summaries/summaries.schema.ts'
import type { RegionFacts } from '../../shared/summaries/summary-facts.ts'
import { csvTexts } from '../sheets/csv.ts'
import type { Db } from '../database/db.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { readAhead } from '../lib/chunks.ts'
import type { Turn } from '../lib/fair-queue.ts'
import { BATCHES } from '../principles/principles.queries.ts'
import { recordsIn, type SummaryScope, versionsIn } from './scope-records.queries.ts'
import { factsOf } from './summary-facts.queries.ts'

/** one entry for each scope of the drafts in work */
const cachedFacts = cacheByRegion(50)

/** Returns the facts of the records in a scope, by region in official order; cached until a region changes. */
export async function readFacts(db: Db, scope: SummaryScope): Promise<RegionFacts[]> {
  // a newer batch may change the place of a figure
  const batch = await BATCHES.findNewest(db)
  const versions = await versionsIn(db, scope)
  const years = scope.reporting_years.toSorted((a, b) => a - b)
  const parts = await cachedFacts(db, JSON.stringify([years, batch]), versions, async (region_ids) => {
    const facts = new Map<number, RegionFacts>()
    for (const region_id of region_ids)
      facts.set(region_id, await factsOf(db, recordsIn({ ...scope, region_ids: [region_id] }), region_id))
    return facts
  })
  return parts.flatMap(({ part }) => (part ? [part] : []))
}

/** The records that are stored with a summary when it is frozen. */
export const storedRecords = (summary_id: number) => sql`
  select site_profile_id, region_id, site_activity_id, reporting_year, is_latest
  from summary_records where summary_id = ${summary_id}`

/** Stores the records of a summary in one statement, and returns their facts. */
export async function freezeRecords(db: Db, summary_id: number, scope: SummaryScope): Promise<RegionFacts[]> {
  await sql`
    insert into summary_records
      (summary_id, site_profile_id, region_id, site_activity_id, reporting_year, is_latest)
    select ${summary_id}::integer, site_profile_id, region_id, site_activity_id, reporting_year, is_latest
    from (${recordsIn(scope)}) as records`.execute(db)
  const facts: RegionFacts[] = []
  for (const { region_id } of await versionsIn(db, scope)) {
    facts.push(await factsOf(db, sql`${storedRecords(summary_id)} and region_id = ${region_id}`, region_id))
  }
  return facts
}

/** Stores the list of evidence of the frozen records; returns the number of files and the SHA-256 of the list. */
export async function freezeEvidence(db: Db, summary_id: number): Promise<{ files: number; sha256: string }> {
  const { rows } = await sql<EvidenceLine>`
    select site_activities.site_profile_code as code,
      concat_ws('.', site_principles.principle_number, site_criteria."order", site_criteria_indicators."order") as indicator,
      summary_records.reporting_year, files.sha256, files.size
    from summary_records
    join site_activities on site_activities.id = summary_records.site_activity_id
    join site_activity_means on site_activity_means.site_activity_id = site_activities.id
    join files on files.id = site_activity_means.file_id
    join site_criteria_indicators
      on site_criteria_indicators.id = site_activity_means.sites_criteria_indicator_id
    join site_criteria on site_criteria.id = site_criteria_indicators.sites_criteria_id
    join site_principles on site_principles.id = site_criteria.sites_principle_id
    where summary_records.summary_id = ${summary_id}
    order by site_activities.site_profile_code collate "C", site_principles.principle_number,
      site_criteria."order", site_criteria_indicators."order", summary_records.reporting_year,
      files.sha256 collate "C", files.id`.execute(db)
  return { files: rows.length, sha256: await storeEvidence(db, summary_id, rows) }
}

export type EvidenceLine = {
  code: string
  indicator: string
  reporting_year: number
  sha256: string
  size: number
}

/** letters of the list in a row of its table */
const PIECE = 500_000

/** Stores the list of evidence as a CSV file with a header, in pieces; returns its SHA-256. */
export async function storeEvidence(
  db: Db,
  summary_id: number,
  files: readonly EvidenceLine[],
): Promise<string> {
  const header = ['SITES Code', 'Outcome Indicator', 'Reporting Year', 'SHA-256', 'Bytes']
  const rows = files.map((file) => [file.code, file.indicator, file.reporting_year, file.sha256, file.size])
  const hash = createHash('sha256')
  let number = 1
  let lines = ''
  const store = () => db.insertInto('summary_evidence').values({ summary_id, number, lines }).execute()
  for await (const text of csvTexts({ header, rows })) {
    hash.update(text)
    lines += text
    if (lines.length < PIECE) continue
    await store()
    number += 1
    lines = ''
  }
  if (lines !== '') await store()
  return hash.digest('hex')
}

async function* evidencePieces(db: Db, summary_id: number): AsyncGenerator<string> {
  for (let number = 1; ; number += 1) {
    const piece = await db
      .selectFrom('summary_evidence')
      .select('lines')
      .where('summary_id', '=', summary_id)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!piece) return
    yield piece.lines
  }
}

/**
 * Reads the list of evidence of a frozen summary as it was stored; its SHA-256 is that of these bytes. With a `turn` as
 * downloads are read, so that many readers at once leave the connections to others.
 */
export const readEvidence = (db: Db, summary_id: number, turn?: Turn): AsyncGenerator<string> => {
  const pieces = evidencePieces(db, summary_id)
  return turn ? readAhead(turn, pieces) : pieces
}

/**
 * SQL on `summaries`: the records of a summary whose approval, or that of their site, was withdrawn after it was frozen, each with
 * the last day of a withdrawal. It begins with the withdrawals, which are few.
 */
export const WITHDRAWN_RECORDS = sql<WithdrawnRecord[]>`(
  select coalesce(json_agg(found order by code, reporting_year), '[]') from (
    select site_activities.site_profile_code as code, records.reporting_year,
      to_char(max(confirmed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as withdrawn_at
    from approval_withdrawals as withdrawal
    left join site_profiles using (record_id)
    join site_activities on site_activities.record_id = withdrawal.record_id
      or site_activities.site_profile_id = site_profiles.id
    join summary_records as records on records.summary_id = summaries.id
      and records.site_profile_id = site_activities.site_profile_id and records.site_activity_id = site_activities.id
    where confirmed_at > summaries.frozen_at group by 1, 2
  ) as found
)`

/**
 * Counts the records of a frozen summary, and those changed since: deactivated, no longer on the public list, or
 * followed by another approved activity of the same site and year.
 */
export async function changedSince(db: Db, summary_id: number): Promise<ChangedSince> {
  const { rows } = await sql<ChangedSince>`
    select count(*) as records,
      count(*) filter (where approved_sites.site_profile_id is null
        or site_activities.site_status is distinct from 'Approved'
        or site_activities.status is distinct from 'Activated'
        or later.id is not null) as changed
    from summary_records
    left join site_activities on site_activities.id = summary_records.site_activity_id
    left join approved_sites on approved_sites.site_profile_id = summary_records.site_profile_id
    left join lateral (
      select other.id from site_activities as other
      where other.site_profile_id = summary_records.site_profile_id
        and other.reporting_year = summary_records.reporting_year
        and other.site_status = 'Approved' and other.status = 'Activated'
        and (other.approved_at, other.id) > (site_activities.approved_at, site_activities.id)
      limit 1
    ) as later on true
    where summary_records.summary_id = ${summary_id} and summary_records.site_activity_id is not null`.execute(
    db,
  )
  return rows[0] ?? { records: 0, changed: 0 }
}
