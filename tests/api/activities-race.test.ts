import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import {
  activityAudit,
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { type Caller, CONNECTIONS, withServer } from '../support/product/app.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { FULL, full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const t = withServer({ connections: CONNECTIONS })
let principles: SitePrinciple[]
beforeAll(async () => {
  principles = await batchOne(t)
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

const means = (indicator: number, ...upload_id: number[]) => ({
  sites_criteria_indicator_id: indicator,
  upload_id,
})

describe('two people at once', () => {
  const ROUNDS = FULL ? 6 : 2
  const codes = (replies: { statusCode: number }[]) =>
    replies.map((reply) => reply.statusCode).sort((a, b) => a - b)

  test('[APPROVAL-17] the same approval: one winner, one 409, one line in the log', async () => {
    const [one, two] = [await t.as('fmb.approver'), await t.as('fmb.super')]
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t) })
      const call = (caller: Caller) => caller.post(`/sites/activities/approved/${id}`)
      const replies = await Promise.all([call(one), call(two)])
      expect(codes(replies)).toEqual([200, 409])
      expect(replies.find((reply) => reply.statusCode === 409)?.json().message).toBe(
        'This record has already been acted on. Please refresh.',
      )
      const events = (await activityAudit(t, id)).map((line) => line.event)
      expect(events.filter((event) => event === 'Approved (FMB)')).toHaveLength(1)
      const steps = await t.db
        .selectFrom('review_steps')
        .select('id')
        .where('record_id', 'in', recordIds('site_activities', id))
        .execute()
      expect(steps).toHaveLength(4)
    }
  })

  test('two activities on one profile: one draft, one 422', async () => {
    const encoder = await t.as('laguna.encoder')
    for (let round = 0; round < ROUNDS; round += 1) {
      const site_profile_id = await anApprovedSite(t)
      const create = () => encoder.post('/sites/activities', { site_profile_id })
      const replies = await Promise.all([create(), create(), create()])
      expect(codes(replies)).toEqual([200, 422, 422])
      for (const reply of replies.filter((one) => one.statusCode === 422))
        expect(reply.json().errors).toEqual({
          site_profile_id: ['This SITES profile already has an ongoing SITES activity.'],
        })
      const stored = await t.db
        .selectFrom('site_activities')
        .select('id')
        .where('site_profile_id', '=', site_profile_id)
        .execute()
      expect(stored).toHaveLength(1)
    }
  })

  full.test('a new activity and an old one coming back: the profile has one in work', async () => {
    const [encoder, admin] = [await t.as('laguna.encoder'), await t.as('laguna.admin')]
    for (let round = 0; round < ROUNDS; round += 1) {
      const site_profile_id = await anApprovedSite(t)
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id })
      await admin.post(`/sites/activities/deactivate/${id}`, { deactivate_reason: 'Duplicate' })
      const [created, activated] = await Promise.all([
        encoder.post('/sites/activities', { site_profile_id }),
        admin.post(`/sites/activities/activate/${id}`),
      ])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([created.statusCode, activated.statusCode])
    }
  })

  /** The demo bureau's second encoder of Laguna, activated. */
  async function colleague() {
    const id = await t.userId('left.encoder')
    const back = { status: 'Activated', deactivated_at: null, deactivate_reason: null }
    await t.db.updateTable('users').set(back).where('id', '=', id).execute()
    return t.as('left.encoder')
  }

  test('two encoders who save the same principle: the one with the older revision is told', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, revision } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const save = async (caller: Caller, person: string) =>
        caller.post(`/sites/activities/verification/${id}`, {
          sites_principle_id: first.id,
          revision,
          criteria_means: [means(first.indicators[0], await aMov(t, person, `${person}.pdf`))],
        })
      const replies = await Promise.all([save(one, 'laguna.encoder'), save(two, 'left.encoder')])
      expect(codes(replies)).toEqual([200, 409])
      const winner = replies[0]?.statusCode === 200 ? 'laguna.encoder.pdf' : 'left.encoder.pdf'
      const after = await activityOf(t, id)
      expect(
        after.verification.flatMap((entry) => entry.upload.map((file) => file.upload_file_name)),
      ).toEqual([winner])
      expect(after.revision).toBe(revision + 1)
    }
  })

  full.test('without a revision the last list stands, whole, and the other file is let go', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const files = [await aMov(t, 'laguna.encoder'), await aMov(t, 'left.encoder')]
      const replies = await Promise.all(
        [one, two].map((caller, index) =>
          caller.post(`/sites/activities/verification/${id}`, {
            sites_principle_id: first.id,
            criteria_means: first.indicators.map((indicator, place) =>
              place === 0 ? means(indicator, files[index] ?? 0) : means(indicator),
            ),
          }),
        ),
      )
      expect(codes(replies)).toEqual([200, 200])
      const after = await activityOf(t, id)
      const kept = after.verification.flatMap((entry) => entry.upload.map((file) => file.upload_id))
      expect(kept).toHaveLength(1)
      const loose = await t.db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', files)
        .where('unused_since', 'is not', null)
        .execute()
      expect(new Set([...kept, ...loose.map((file) => file.id)])).toEqual(new Set(files))
    }
  })

  test('one file for two activities: it goes to one of them', async () => {
    const encoder = await t.as('laguna.encoder')
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = await aMov(t, 'laguna.encoder')
      const drafts = [
        await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) }),
        await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) }),
      ]
      const replies = await Promise.all(
        drafts.map(({ id }) =>
          encoder.post(`/sites/activities/verification/${id}`, {
            sites_principle_id: first.id,
            criteria_means: [means(first.indicators[1], file)],
          }),
        ),
      )
      expect(codes(replies)).toEqual([200, 422])
    }
  })

  test('saving and submitting: what is in review is what was there when it was submitted', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const [cleared, sent] = await Promise.all([
        one.post(`/sites/activities/verification/${id}`, {
          sites_principle_id: first.id,
          criteria_means: [means(first.indicators[0])],
        }),
        two.post(`/sites/activities/submitted/${id}`),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([cleared.statusCode, sent.statusCode])
    }
  })
})
