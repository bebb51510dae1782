import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { moduleOf } from '../review/public-facts.queries.ts'
import { type StatedRow, statedRows } from './stated.queries.ts'

/** The facts that the log states of a certificate; the code as a SHA-256 that the holder of the paper can compute. */
export const CERTIFICATE_FACTS = sql<Record<string, string>>`json_build_object(
  'certificate', encode(sha256(convert_to(certificates.code, 'UTF8')), 'hex'),
  'sha256', certificates.sha256,
  'issued_at', to_char(certificates.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`

/** A stored certificate, and the log's rows about certificates of its activity. */
export type ClaimedCertificate = {
  code: string
  site_activity_id: number
  record_code: string | null
  content_sha256: string
  facts: Record<string, string>
  rows: StatedRow[]
}

/** Returns the certificates that fulfil the condition, by code. */
export async function readCertificates(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<ClaimedCertificate[]> {
  const { rows } = await sql<ClaimedCertificate>`
    select certificates.code, certificates.site_activity_id, activity.site_profile_code as record_code,
      encode(sha256(convert_to(certificates.content, 'UTF8')), 'hex') as content_sha256, ${CERTIFICATE_FACTS} as facts,
      ${statedRows(moduleOf('activity'), sql`certificates.site_activity_id`, ['Certificate Issued'])} as rows
    from certificates left join site_activities as activity on activity.id = certificates.site_activity_id
    where ${condition} order by certificates.code`.execute(db)
  return rows
}

/** Returns the activities with more certificates in the log than in the table. */
export async function listLostCertificates(
  db: Db,
  limit: number,
): Promise<{ site_activity_id: number; code: string | null; said: number; found: number }[]> {
  const { rows } = await sql<{ site_activity_id: number; code: string | null; said: number; found: number }>`
    select log.auditable_id as site_activity_id, max(log.auditable_code) as code, count(*) as said,
      (select count(*) from certificates where site_activity_id = log.auditable_id) as found
    from audit_logs as log
    where log.auditable_type = ${moduleOf('activity')} and log.event = 'Certificate Issued'
    group by log.auditable_id
    having count(*) > (select count(*) from certificates where site_activity_id = log.auditable_id)
    order by 1 limit ${limit}`.execute(db)
  return rows
}
