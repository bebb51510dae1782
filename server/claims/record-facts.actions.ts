import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { FROM, moduleOf } from '../review/public-facts.queries.ts'
import { CERTIFICATE_FACTS } from './claimed-certificates.queries.ts'

/** Logs what a certificate was issued with, once. The row names no one: anyone may open a certificate. */
export async function recordCertificateFacts(db: Db, certificate: string): Promise<void> {
  await sql`
    insert into audit_logs (auditable_type, auditable_id, auditable_code, event, field_change, region_id, office_id)
    select ${moduleOf('activity')}, activity.id, activity.site_profile_code, 'Certificate Issued', (
        select jsonb_agg(jsonb_build_object('field', key, 'old', null, 'new', value) order by number)
        from json_each_text(${CERTIFICATE_FACTS}) with ordinality as fact (key, value, number)
      ), region_id, office_id
    from certificates join ${FROM.activity} on activity.id = certificates.site_activity_id
    where certificates.code = ${certificate} and not exists (
      select from audit_logs where auditable_type = ${moduleOf('activity')} and auditable_id = activity.id
        and event = 'Certificate Issued'
        and field_change @> jsonb_build_array(jsonb_build_object('field', 'sha256', 'new', certificates.sha256))
    )`.execute(db)
}
