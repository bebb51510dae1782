import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/** Has this person propose to withdraw the approvals of the own office, PENRO Laguna, and returns the calls about withdrawals. */
export async function withdrawalCallsOf(
  t: TestApp,
  proposed_by: number,
): Promise<Record<string, CallBuilder>> {
  const calls: Record<string, CallBuilder> = {}
  for (const [path, table, column] of [
    ['sites', 'site_profiles', 'site_profile_id'],
    ['sites/activities', 'site_activities', 'site_activity_id'],
  ] as const) {
    const { rows } = await sql<{ record: number; id: number }>`
      insert into approval_withdrawals (${sql.ref(column)}, reason, proposed_by, proposed_at)
      select id, 'The consent was withdrawn.', ${proposed_by}, now() from ${sql.table(table)}
      where site_status = 'Approved' and office_id = (select id from offices where name = 'PENRO Laguna')
      returning ${sql.ref(column)} as record, id`.execute(t.db)
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
