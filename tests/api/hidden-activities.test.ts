import { beforeAll, describe, expect, test } from 'vitest'
import { canSeeActivity } from '../../shared/activities/activities.policy.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { callerOfToken } from '../../server/context/sessions.ts'
import { DEMO_PEOPLE } from '../../server/seed/demo-people.ts'
import {
  type ActivityState,
  activityOf,
  anActivity,
  anApprovedSite,
  OFFICES,
  mailRecipients,
} from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'

/** Only imported data can have activities of a deactivated profile (S-37). */
describe('an activity of a deactivated profile is hidden with it (S-37)', () => {
  const t = withServer()
  const hidden: SiteActivity[] = []
  const shown: SiteActivity[] = []

  beforeAll(async () => {
    for (const office of ['laguna', 'quezon'] as const)
      for (const state of Object.keys(mailRecipients) as ActivityState[]) {
        const site_profile_id = await anApprovedSite(t, office)
        const { id } = await anActivity(t, state, { site_profile_id, office })
        const isHidden = office === 'laguna'
        if (isHidden)
          await t.db
            .updateTable('site_profiles')
            .set({ status: 'Deactivated', deactivated_at: '2031-01-01T00:00:00Z' })
            .where('id', '=', site_profile_id)
            .execute()
        const activities = isHidden ? hidden : shown
        activities.push(await activityOf(t, id))
      }
  }, 120_000)

  const get = async (person: string, path: string) => (await t.as(person)).get(path)

  test('from the list and its counts, from its page and from its evidence, as the policy says', async () => {
    let seenSomewhere = 0
    for (const { email } of DEMO_PEOPLE.filter((one) => !one.deactivated)) {
      const caller = await callerOfToken(t.services, (await t.as(email)).token ?? '')
      if (!caller) throw new Error(`${email} is not signed in.`)
      const isSeen = (one: SiteActivity) => canSeeActivity(caller.actor, one).ok
      const mine = [...hidden, ...shown].filter(isSeen).map(({ id }) => id)
      const list = await get(email, '/sites/activities/datatable?length=100')
      if (list.statusCode === 403) continue
      const { data, totalCount, filteredCount } = list.json()
      expect([email, data.map((row: { id: number }) => row.id).sort()]).toEqual([email, mine.sort()])
      expect([email, totalCount, filteredCount]).toEqual([email, mine.length, mine.length])
      for (const one of hidden) {
        const status = isSeen(one) ? 200 : 404
        expect((await get(email, `/sites/activities/${one.id}`)).statusCode, email).toBe(status)
        const file = one.verification[0]?.upload[0]?.upload_id
        // its bytes were never stored, so callers who may open it get another error
        expect((await get(email, `/file/${file}`)).statusCode === 404, email).toBe(!isSeen(one))
        seenSomewhere += isSeen(one) ? 1 : 0
      }
    }
    expect(seenSomewhere, 'the encoder and holders of the activate key still find it').toBeGreaterThan(0)
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
      expect((await get(person, `/sites/activities/${hidden[4]?.id}`)).statusCode, person).toBe(404)
    for (const person of ['laguna.encoder', 'laguna.admin', 'fmb.super'])
      expect((await get(person, `/sites/activities/${hidden[4]?.id}`)).statusCode, person).toBe(200)
  })

  test('from every approval list, whoever asks', async () => {
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver', 'fmb.super'])
      for (const path of ['site', 'penro/Approved', 'region/Approved']) {
        const reply = await get(person, `/sites/activities/datatable/${path}?length=100`)
        const ids: number[] = reply.json().data.map((row: { id: number }) => row.id)
        expect(
          ids.filter((id) => hidden.some((one) => one.id === id)),
          `${person} ${path}`,
        ).toEqual([])
      }
  })

  test('and frozen with it: nothing is saved, submitted, approved or returned', async () => {
    const of = (state: ActivityState) => hidden[Object.keys(mailRecipients).indexOf(state)]?.id
    const { encoder, PENRO, Region, FMB } = OFFICES.laguna
    const waiting = { 'AT-PENRO': PENRO, 'AT-REGION': Region, 'AT-FMB': FMB } as const
    const refused = async (person: string, path: string, body?: object) => {
      const reply = await (await t.as(person)).post(path, body)
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'The SITES profile of this activity is deactivated. Please activate it first.',
      ])
    }
    for (const [state, person] of Object.entries(waiting)) {
      const id = of(state as ActivityState)
      await refused(person, `/sites/activities/approved/${id}`)
      await refused(person, `/sites/activities/returned/${id}`, { returned_reason_1: 'More.' })
    }
    for (const state of ['DRAFT', 'RET-PENRO'] as const)
      await refused(encoder, `/sites/activities/submitted/${of(state)}`)
  })
})
