import { sql } from 'kysely'
import { ENTERED } from '../../../bench/log-reviews.ts'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/** Has this person propose to withdraw the approvals of the own office, PENRO Laguna, and returns the calls about withdrawals. */
export async function withdrawalCallsOf(
  t: TestApp,
  proposed_by: number,
): Promise<Record<string, CallBuilder>> {
  const calls: Record<string, CallBuilder> = {}
  for (const [path, table, column, auditable_type] of [
    ['sites', 'site_profiles', 'site_profile_id', 'Profiling of SITES'],
    ['sites/activities', 'site_activities', 'site_activity_id', 'SITES Activities'],
  ] as const) {
    const { rows } = await sql<{ record: number; id: number }>`
      insert into approval_withdrawals (${sql.ref(column)}, reason, proposed_by, proposed_at)
      select id, 'The consent was withdrawn.', ${proposed_by}, now() from ${sql.table(table)}
      where site_status = 'Approved' and office_id = (select id from offices where name = 'PENRO Laguna')
      returning ${sql.ref(column)} as record, id`.execute(t.db)
    // the log has a proposal before its confirmation
    const proposed = rows.map(({ record }) => ({
      auditable_type,
      auditable_id: record,
      event: 'Withdrawal Proposed',
      user_id: proposed_by,
      access_level: 'FMB',
      request_id: ENTERED,
      field_change: JSON.stringify([{ field: 'reason', old: null, new: 'The consent was withdrawn.' }]),
    }))
    if (proposed.length > 0) await t.db.insertInto('audit_logs').values(proposed).execute()
    const proposals = new Map(rows.map(({ record, id }) => [record, id]))
    const of =
      (what: string): CallBuilder =>
      ({ id }) => ({
        url: `/${path}/withdrawals/${what}/${id}`,
        payload: what === 'propose' ? { reason: 'A second one.' } : { withdrawal_id: proposals.get(id) ?? 1 },
      })
    for (const what of ['propose', 'confirm', 'cancel'])
      calls[`POST /${path}/withdrawals/${what}/:id`] = of(what)
  }
  return calls
}
