import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SiteActivity } from '../../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../../shared/principles/principles.schema.ts'
import {
  type ActivityState,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from './activity-factories.ts'
import { startApp, type TestApp } from '../product/app.ts'
import { FULL } from '../full.ts'
import { expectClaims } from '../oracles/claims.ts'
import { expectStoredCounts } from '../oracles/stored-counts.ts'

/** Starts one product for the tests of a file about activities, and passes it to `started`. */
export function stageActivities(started: (t: TestApp) => void) {
  // the clock is stopped close to the real time, by which the database dates the sessions
  const NOW = new Date()
  let t: TestApp
  let principles: SitePrinciple[]
  beforeAll(async () => {
    t = await startApp()
    principles = await batchOne(t)
    started(t)
  })
  beforeEach(() => t.setNow(NOW))
  afterAll(async () => {
    await expectStoredCounts(t)
    if (FULL) await expectClaims(t)
    await t.close()
  })

  const site = () => anApprovedSite(t)
  return {
    NOW,
    site,
    principles: () => principles,
    first: () => principleNumber(principles, 1),
    second: () => principleNumber(principles, 2),
    /** A new activity in a state, on a separate profile. */
    inState: async (state: ActivityState): Promise<SiteActivity> =>
      anActivity(t, state, { site_profile_id: await site() }),
  }
}

/** The files of an indicator, as a form sends them. */
export const means = (indicator: number, ...upload_id: number[]) => ({
  sites_criteria_indicator_id: indicator,
  upload_id,
})
