import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/**
 * Has this person propose to withdraw the approvals of the own office, PENRO Laguna, by the call itself, so that the log
 * has each proposal, and returns the calls about withdrawals.
 */
export async function withdrawalCallsOf(t: TestApp, proposer: string): Promise<Record<string, CallBuilder>> {
  const { post } = await t.as(proposer)
  const calls: Record<string, CallBuilder> = {}
  for (const [path, table] of [
    ['sites', 'site_profiles'],
    ['sites/activities', 'site_activities'],
  ] as const) {
    const approved = await t.db
      .selectFrom(table)
      .select(['id', 'record_id'])
      .where('site_status', '=', 'Approved')
      .where('status', '=', 'Activated')
      .where('office_id', '=', t.db.selectFrom('offices').select('id').where('name', '=', 'PENRO Laguna'))
      .execute()
    for (const { id } of approved) {
      const reply = await post(`/${path}/withdrawals/propose/${id}`, { reason: 'The consent was withdrawn.' })
      if (reply.statusCode !== 200) throw new Error(`Proposal about ${path} ${id}: ${reply.body}`)
    }
    const rows = await t.db.selectFrom('approval_withdrawals').select(['id', 'record_id']).execute()
    const byRecord = new Map(rows.map(({ record_id, id }) => [record_id, id]))
    const proposals = new Map(approved.map(({ id, record_id }) => [id, byRecord.get(record_id)]))
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
