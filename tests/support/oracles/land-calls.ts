import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import { squareOf } from '../records/factories.ts'
import { aCurrentLayer } from '../records/land-findings.ts'
import type { CallBuilder } from './authorization-calls.ts'

const SINCE = '2031-03-01T00:00:00.000Z'

/**
 * Gives every profile a finding of its own in one layer, and an unanswered request about it; returns the calls about
 * what was found, and an approval that names it.
 */
export async function landCallsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  const layer = await aCurrentLayer(t)
  const user_id = await t.userId('laguna.encoder')
  const { rows } = await sql<{ site: number; finding: number; request: number }>`
    with found as (
      insert into land_findings (site_profile_id, land_layer_id, land_layer_version_id, feature_key, feature_name,
        overlap_ha, share, geometry, state, since)
      select id, ${layer.id}, ${layer.version_id}, 'one', 'Dumagat of Pangil', 12.4, 0.03, ${JSON.stringify(squareOf())}::jsonb, 'explained', ${SINCE}
      from site_profiles returning id, site_profile_id
    ), asked as (
      insert into land_requests (land_finding_id, asked, asked_on, recorded_by, recorded_at)
      select id, 'NCIP', '2026-02-03', ${user_id}, ${SINCE} from found returning id, land_finding_id
    )
    select site_profile_id as site, found.id as finding, asked.id as request
    from found join asked on land_finding_id = found.id`.execute(t.db)
  const bySite = new Map(rows.map((row) => [row.site, row]))
  const of = (id: number) => bySite.get(id) ?? { finding: 1, request: 1 }
  const path = (id: number) => `/sites/${id}/findings/${of(id).finding}`
  return {
    'POST /sites/approved/:id': ({ id }) => ({
      url: `/sites/approved/${id}`,
      payload: { accepted_findings: [{ id: of(id).finding, since: SINCE }] },
    }),
    'POST /sites/:id/findings/:finding_id/explain': ({ id }) => ({
      url: `${path(id)}/explain`,
      payload: { text: 'The elders have agreed.' },
    }),
    'POST /sites/:id/findings/:finding_id/decide': ({ id }) => ({
      url: `${path(id)}/decide`,
      payload: { since: SINCE, decision: 'accept' },
    }),
    'POST /sites/:id/findings/:finding_id/requests': ({ id }) => ({
      url: `${path(id)}/requests`,
      payload: { asked: 'NCIP', asked_on: '2026-02-03' },
    }),
    'POST /sites/:id/findings/:finding_id/requests/:request_id/answer': ({ id }) => ({
      url: `${path(id)}/requests/${of(id).request}/answer`,
      payload: { answered_on: '2026-03-04', answer: 'conditions', revision: 1 },
    }),
    'GET /land/tasks': () => ({ url: '/land/tasks' }),
    'GET /land/export': () => ({ url: '/land/export' }),
  }
}
