import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/**
 * Gives every record a point of the level that it was returned by, or of PENRO, and returns the calls about points. A
 * draft was never returned, so it has none.
 */
export async function pointCallsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  const added = async (table: string) => {
    const { rows } = await sql<{ record: number; id: number }>`
      with begun as (
        insert into threads (kind, record_id, place, label)
        select 'point', record_id, '{"about": "record"}', 'The record'
        from ${sql.table(table)} where site_status <> 'Save as Draft'
        returning record_id, id
      ), asked as (
        insert into review_points (id, kind, sent_at) select id, 'explain', now() from begun
      ), sent as (
        insert into thread_steps (kind, thread_id, action, round, level, at, user_id, user_name, role_name, text)
        select 'point', begun.id, 'Sent', 1, coalesce(returned_by, 'PENRO'), now(), users.id, 'An approver',
          'PENRO Approver', 'Why?'
        from begun join ${sql.table(table)} as records using (record_id), users
        where users.id = (select min(id) from users)
      )
      select records.id as record, begun.id from begun join ${sql.table(table)} as records using (record_id)`.execute(
      t.db,
    )
    return new Map(rows.map(({ record, id }) => [record, id]))
  }
  const points = {
    sites: await added('site_profiles'),
    'sites/activities': await added('site_activities'),
  }
  const calls: Record<string, CallBuilder> = {}
  for (const path of ['sites', 'sites/activities'] as const) {
    const ofPoint =
      (what: string): CallBuilder =>
      ({ id }) => ({
        url: `/${path}/${id}/points/${points[path].get(id) ?? 1}/${what}`,
        payload: { text: 'As the deed says.' },
      })
    calls[`GET /${path}/:id/points`] = ({ id }) => ({ url: `/${path}/${id}/points` })
    calls[`POST /${path}/:id/points/:point_id/answer`] = ofPoint('answer')
    calls[`POST /${path}/:id/points/:point_id/withdraw`] = ofPoint('withdraw')
  }
  return calls
}
