import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

/**
 * Gives every record a point of the level that it was returned by, or of PENRO, and returns the calls about points. A
 * draft was never returned, so it has none.
 */
export async function pointCallsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  const added = async (table: string, reference: string) => {
    const { rows } = await sql<{ record: number; id: number }>`
      insert into review_points (${sql.ref(reference)}, kind, about, label, text, round, level, sent_at, since)
      select id, 'explain', 'record', 'The record', 'Why?', 1, coalesce(returned_by, 'PENRO'), now(), now()
      from ${sql.table(table)} where site_status <> 'Save as Draft'
      returning ${sql.ref(reference)} as record, id`.execute(t.db)
    await sql`
      insert into review_point_steps (review_point_id, action, round, level, at, user_id, user_name, role_name)
      select points.id, 'Sent', round, points.level, sent_at, users.id, 'An approver', 'PENRO Approver'
      from review_points as points, users
      where ${sql.ref(reference)} is not null and users.id = (select min(id) from users)`.execute(t.db)
    return new Map(rows.map(({ record, id }) => [record, id]))
  }
  const points = {
    sites: await added('site_profiles', 'site_profile_id'),
    'sites/activities': await added('site_activities', 'site_activity_id'),
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
