import { sql } from 'kysely'
import type { TestApp } from '../product/app.ts'
import type { CallBuilder } from './authorization-calls.ts'

const AN_INSTRUMENT = { kind: 'pamb_clearance', issuer: 'PAMB of Mounts Banahaw', issued_on: '2024-03-01' }

/** Gives every profile an issued instrument that is not confirmed, and returns the calls about instruments. */
export async function instrumentCallsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  const { rows } = await sql<{ site: number; id: number }>`
    insert into land_instruments (site_profile_id, kind, issuer, issued_on, recorded_by, recorded_at, updated_at)
    select id, 'cbfma', 'DENR', '2020-01-01', created_by, now(), now() from site_profiles
    returning site_profile_id as site, id`.execute(t.db)
  const instruments = new Map(rows.map(({ site, id }) => [site, id]))
  const of =
    (what: string, payload: object): CallBuilder =>
    ({ id }) => ({ url: `/sites/${id}/instruments/${instruments.get(id) ?? 1}${what}`, payload })
  return {
    'GET /sites/:id/instruments': ({ id }) => ({ url: `/sites/${id}/instruments` }),
    'POST /sites/:id/instruments': ({ id }) => ({ url: `/sites/${id}/instruments`, payload: AN_INSTRUMENT }),
    'PATCH /sites/:id/instruments/:instrument_id': of('', { ...AN_INSTRUMENT, revision: 1 }),
    'POST /sites/:id/instruments/:instrument_id/remove': of('/remove', { reason: 'Entered twice' }),
    'POST /sites/:id/instruments/:instrument_id/confirm': of('/confirm', { revision: 1 }),
  }
}
