import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Level } from '../../../shared/access/levels.ts'
import type { SiteProfile, SiteShowReply } from '../../../shared/sites/sites.schema.ts'
import type { TestApp } from '../product/app.ts'
import { eventsOf, siteInput } from './factories.ts'

const APPROVER: Record<Level, string> = {
  PENRO: 'laguna.approver',
  Region: 'r4a.approver',
  FMB: 'fmb.approver',
}

export type SiteCalls = ReturnType<typeof siteCalls>

/** Common calls of the tests of profiles, in Laguna. */
export const siteCalls = (t: TestApp) => {
  const rowOf = (id: number) =>
    t.db.selectFrom('site_profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return {
    rowOf,

    created: async (changes: Record<string, unknown> = {}): Promise<SiteProfile> => {
      const encoder = await t.as('laguna.encoder')
      const reply = await encoder.post('/sites', await siteInput(t, changes))
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().siteProfile
    },

    approve: async (level: Level, id: number) =>
      (await t.as(APPROVER[level])).post(`/sites/approved/${id}`, {}),

    return: async (level: Level, id: number, returned_reason = 'Please correct the municipality.') =>
      (await t.as(APPROVER[level])).post(`/sites/returned/${id}`, { returned_reason }),

    show: async (who: string, id: number): Promise<SiteShowReply> => {
      const reply = await (await t.as(who)).get(`/sites/${id}`)
      expect(reply.statusCode).toBe(200)
      return reply.json()
    },

    /** Makes a call that must be rejected with this status and change neither the record nor the log. */
    refused: async (id: number, status: number, call: () => Promise<LightMyRequestResponse>) => {
      const [before, logged] = [await rowOf(id), await eventsOf(t, id)]
      const reply = await call()
      expect(reply.statusCode).toBe(status)
      expect(await rowOf(id)).toEqual(before)
      expect(await eventsOf(t, id)).toEqual(logged)
      return reply.json() as { message: string; code: string; errors: Record<string, string[]> }
    },
  }
}
