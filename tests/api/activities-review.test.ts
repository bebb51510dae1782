import { describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import {
  type ActivityState,
  activityAudit,
  activityOf,
  anActivity,
  takeMails,
} from '../support/records/activity-factories.ts'
import { means, stageActivities } from '../support/records/activity-stage.ts'
import type { Caller, TestApp } from '../support/product/app.ts'

let t: TestApp
const { NOW, first, second, inState } = stageActivities((started) => {
  t = started
})
const as = (name: string | null): Promise<Caller> => t.as(name)

describe('submitting', () => {
  test('[ACTIVITIES-23] a draft with evidence goes to PENRO', async () => {
    const draft = await inState('DRAFT')
    await takeMails(t)
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`)
    expect(reply.statusCode).toBe(200)
    const after: SiteActivity = reply.json().siteActivities
    expect(after).toMatchObject({
      site_status: 'Submitted',
      penro_status: 'Submitted',
      region_status: null,
      fmb_status: null,
      submitted_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
      record_status: 'Submitted',
    })
    expect((await activityAudit(t, draft.id)).at(-1)).toEqual({
      event: 'Submitted',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'site_status', old: 'Save as Draft', new: 'Submitted' },
        { field: 'penro_status', old: null, new: 'Submitted' },
      ],
    })
    const mails = await takeMails(t)
    expect(mails.map((mail) => mail.to)).toEqual(['laguna.approver@bureau.example'])
    expect(mails[0]?.text).toContain(`/sites/activity/approval/view/${draft.id}`)
  })

  test('[ACTIVITIES-24] without any file: "Please upload 1 or more MOV first."', async () => {
    const draft = await inState('DRAFT')
    const encoder = await as('laguna.encoder')
    await encoder.post(`/sites/activities/verification/${draft.id}`, {
      sites_principle_id: first().id,
      criteria_means: [means(first().indicators[0])],
    })
    const reply = await encoder.post(`/sites/activities/submitted/${draft.id}`)
    expect([reply.statusCode, reply.json().message]).toEqual([422, 'Please upload 1 or more MOV first.'])
    expect((await activityOf(t, draft.id)).site_status).toBe('Save as Draft')
    expect((await activityAudit(t, draft.id)).at(-1)?.event).toBe('Updated')
  })

  test.each(['AT-PENRO', 'AT-REGION', 'AT-FMB', 'DONE'] as const)('refused in %s', async (state) => {
    const activity = await inState(state)
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${activity.id}`)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'state'])
    expect(await activityOf(t, activity.id)).toEqual(activity)
  })

  test('a stale screen gets 409', async () => {
    const draft = await inState('DRAFT')
    const stale = { revision: draft.revision - 1 }
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`, stale)
    expect(reply.statusCode).toBe(409)
    const fresh = { revision: draft.revision }
    const done = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`, fresh)
    expect(done.statusCode).toBe(200)
  })
})

describe('the review of an activity', () => {
  test('[APPROVAL-08] [APPROVAL-23] [APPROVAL-27] [API-09] the walk of part 4.4: returned by each level, then approved by each', async () => {
    const { id } = await inState('DRAFT')
    const encoder = await as('laguna.encoder')
    const step = async (person: string, call: string, body?: object) => {
      const reply = await (await as(person)).post(`/sites/activities/${call}/${id}`, body)
      expect([person, call, reply.statusCode]).toEqual([person, call, 200])
      const { site_status, penro_status, region_status, fmb_status, returned_by }: SiteActivity =
        reply.json().siteActivities
      return [site_status, penro_status, region_status, fmb_status, returned_by]
    }
    const submit = () => step('laguna.encoder', 'submitted')

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, null])
    const reasons = { returned_reason_2: 'Add the minutes.', returned_reason_5: 'Add the attendance.' }
    expect(await step('laguna.approver', 'returned', reasons)).toEqual([
      'Returned',
      'Returned',
      null,
      null,
      'PENRO',
    ])
    expect(await activityOf(t, id)).toMatchObject({ ...reasons, returned_reason_1: null })

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, 'PENRO'])
    expect(await activityOf(t, id)).toMatchObject(reasons)
    expect(await step('laguna.approver', 'approved')).toEqual([
      'Submitted',
      'Approved',
      'Submitted',
      null,
      'PENRO',
    ])
    expect(await step('r4a.approver', 'returned', { returned_reason_1: 'Wrong year.' })).toEqual([
      'Returned',
      null,
      'Returned',
      null,
      'Region',
    ])
    expect(await activityOf(t, id)).toMatchObject({
      returned_reason_1: 'Wrong year.',
      returned_reason_2: null,
      returned_reason_5: null,
    })

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, 'Region'])
    await step('laguna.approver', 'approved')
    expect(await step('r4a.approver', 'approved')).toEqual([
      'Submitted',
      'Approved',
      'Approved',
      'Submitted',
      'Region',
    ])
    expect(await step('fmb.approver', 'returned', { returned_reason_8: 'Maps.' })).toEqual([
      'Returned',
      null,
      null,
      'Returned',
      'FMB',
    ])

    await submit()
    await step('laguna.approver', 'approved')
    await step('r4a.approver', 'approved')
    expect(await step('fmb.approver', 'approved')).toEqual([
      'Approved',
      'Approved',
      'Approved',
      'Approved',
      null,
    ])
    const done = await activityOf(t, id)
    expect(done).toMatchObject({
      approved_at: NOW.toISOString(),
      returned_at: NOW.toISOString(),
      returned_reason_8: null,
      record_status: 'Approved',
    })

    const shown = (await encoder.get(`/sites/activities/${id}`)).json()
    expect(
      shown.history.map((one: { round: number; action: string; level: string | null }) => [
        one.round,
        one.action,
        one.level,
      ]),
    ).toEqual([
      [1, 'Submitted', null],
      [1, 'Returned', 'PENRO'],
      [2, 'Submitted', null],
      [2, 'Approved', 'PENRO'],
      [2, 'Returned', 'Region'],
      [3, 'Submitted', null],
      [3, 'Approved', 'PENRO'],
      [3, 'Approved', 'Region'],
      [3, 'Returned', 'FMB'],
      [4, 'Submitted', null],
      [4, 'Approved', 'PENRO'],
      [4, 'Approved', 'Region'],
      [4, 'Approved', 'FMB'],
    ])
    expect(shown.history[1]).toMatchObject({
      by: 'Honorio Bautista',
      role: 'PENRO Approver',
      comments: [
        { principle_number: 2, comment: 'Add the minutes.' },
        { principle_number: 5, comment: 'Add the attendance.' },
      ],
    })
    expect((await activityAudit(t, id)).map((line) => line.event)).toEqual([
      'Created',
      'Submitted',
      'Returned (PENRO)',
      'Submitted',
      'Approved (PENRO)',
      'Returned (Region)',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Returned (FMB)',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Approved (FMB)',
    ])
    const final = (await activityAudit(t, id)).at(-1)
    expect(final?.changes.filter((one) => one.field.startsWith('principle_number_'))).toHaveLength(8)
  })

  test('[APPROVAL-22] a return needs a comment on at least one principle', async () => {
    const activity = await inState('AT-PENRO')
    const approver = await as('laguna.approver')
    for (const body of [
      {},
      { returned_reason_3: '   ' },
      { returned_reason_3: null },
      { returned_reason_1: 'a'.repeat(1001) },
    ]) {
      const reply = await approver.post(`/sites/activities/returned/${activity.id}`, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['returned_reason_1']])
    }
    const one = await approver.post(`/sites/activities/returned/${activity.id}`, {
      returned_reason_8: ' Last one. ',
    })
    expect(one.json().siteActivities).toMatchObject({
      returned_reason_8: 'Last one.',
      returned_reason_1: null,
    })
  })

  test('a decision on an older revision gets 409', async () => {
    const activity = await inState('AT-PENRO')
    const approver = await as('laguna.approver')
    const stale = { revision: activity.revision - 1 }
    for (const [call, body] of [
      ['approved', stale],
      ['returned', { ...stale, returned_reason_1: 'No.' }],
    ] as const) {
      const reply = await approver.post(`/sites/activities/${call}/${activity.id}`, body)
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'This record has already been acted on. Please refresh.',
      ])
    }
    expect(await activityOf(t, activity.id)).toEqual(activity)
  })

  test('whoever submitted it does not approve it, unless nobody else in the office can', async () => {
    const activity = await inState('AT-PENRO')
    const approverId = await t.userId('laguna.approver')
    const encoderId = await t.userId('laguna.encoder')
    const roles = await t.db
      .selectFrom('users')
      .select(['id', 'role_id'])
      .where('id', 'in', [approverId, encoderId])
      .execute()
    const both = await t.db
      .insertInto('roles')
      .values({
        name: 'Both',
        access_level: 'PENRO',
        permissions: ['sites_activity_access', 'site_activities_approval'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db.updateTable('users').set({ role_id: both.id }).where('id', '=', encoderId).execute()
    const encoder = await as('laguna.encoder')

    const refused = await encoder.post(`/sites/activities/approved/${activity.id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You submitted this record, so another approver must act on it.',
    ])
    expect((await encoder.get(`/sites/activities/${activity.id}`)).json().only_approver).toBe(false)

    await t.db.updateTable('users').set({ status: 'Deactivated' }).where('id', '=', approverId).execute()
    expect((await encoder.get(`/sites/activities/${activity.id}`)).json().only_approver).toBe(true)
    expect((await encoder.post(`/sites/activities/approved/${activity.id}`)).statusCode).toBe(200)

    await t.db.updateTable('users').set({ status: 'Activated' }).where('id', '=', approverId).execute()
    for (const { id, role_id } of roles)
      await t.db.updateTable('users').set({ role_id }).where('id', '=', id).execute()
  })

  test('mails go to the next level, at the end and on a return to the encoder and those below', async () => {
    const mailsAfter = async (state: ActivityState, person: string, body?: object) => {
      const activity = await inState(state)
      await takeMails(t)
      const call = body ? 'returned' : 'approved'
      await (await as(person)).post(`/sites/activities/${call}/${activity.id}`, body)
      const mails = await takeMails(t)
      for (const mail of mails) {
        expect(`${mail.subject}${mail.text}`).toContain(activity.site_profile_code)
        expect(mail.subject).not.toContain('Confidential comment')
        // [S-142] a mail about a return includes its comments
        expect(mail.text.includes('\n> Principle 1: Confidential comment\n')).toBe(body !== undefined)
      }
      return mails.map((mail) => mail.to.replace('@bureau.example', ''))
    }
    const comment = { returned_reason_1: 'Confidential comment' }
    expect(await mailsAfter('AT-PENRO', 'laguna.approver')).toEqual(['r4a.approver'])
    expect(await mailsAfter('AT-REGION', 'r4a.approver')).toEqual(['fmb.approver', 'fmb.super'])
    expect(await mailsAfter('AT-FMB', 'fmb.approver')).toEqual(['laguna.approver', 'laguna.encoder'])
    expect(await mailsAfter('AT-PENRO', 'laguna.approver', comment)).toEqual(['laguna.encoder'])
    expect(await mailsAfter('AT-REGION', 'r4a.approver', comment)).toEqual([
      'laguna.approver',
      'laguna.encoder',
    ])
    expect(await mailsAfter('AT-FMB', 'fmb.approver', comment)).toEqual([
      'laguna.approver',
      'laguna.encoder',
      'r4a.approver',
    ])
  })
})

describe('deactivating and activating', () => {
  test('[ACTIVITIES-34] takes it out of sight and brings it back where it was', async () => {
    const activity = await inState('AT-PENRO')
    const admin = await as('laguna.admin')
    const off = await admin.post(`/sites/activities/deactivate/${activity.id}`, {
      deactivate_reason: ' Duplicate ',
    })
    expect(off.json().siteActivities).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Duplicate',
      deactivated_by: 'Gloria Peñaflor',
      deactivated_at: NOW.toISOString(),
      site_status: 'Submitted',
      penro_status: 'Submitted',
    })
    expect((await (await as('laguna.approver')).get(`/sites/activities/${activity.id}`)).statusCode).toBe(404)
    expect((await (await as('laguna.encoder')).get(`/sites/activities/${activity.id}`)).statusCode).toBe(200)
    const approve = await (await as('laguna.approver')).post(`/sites/activities/approved/${activity.id}`)
    expect([approve.statusCode, approve.json().message]).toEqual([
      409,
      expect.stringMatching(/^This record was deactivated by .+ on .+\.$/),
    ])
    expect(
      (await admin.post(`/sites/activities/deactivate/${activity.id}`, { deactivate_reason: 'Again' }))
        .statusCode,
    ).toBe(409)

    await takeMails(t)
    const on = await admin.post(`/sites/activities/activate/${activity.id}`)
    expect((await takeMails(t)).map((mail) => [mail.to, mail.subject])).toEqual([
      ['laguna.encoder@bureau.example', `${activity.site_profile_code}: activated`],
    ])
    const { updated_at: _u, updated_by: _b, revision: _r, ...rest } = on.json().siteActivities
    expect(activity).toMatchObject(rest)
    expect((await admin.post(`/sites/activities/activate/${activity.id}`)).statusCode).toBe(409)
    expect((await activityAudit(t, activity.id)).slice(-2)).toEqual([
      {
        event: 'Deactivated',
        user_email: 'laguna.admin@bureau.example',
        code: activity.site_profile_code,
        changes: [
          { field: 'status', old: 'Activated', new: 'Deactivated' },
          { field: 'deactivate_reason', old: 'N/A', new: 'Duplicate' },
        ],
      },
      {
        event: 'Activated',
        user_email: 'laguna.admin@bureau.example',
        code: activity.site_profile_code,
        changes: [
          { field: 'status', old: 'Deactivated', new: 'Activated' },
          { field: 'deactivate_reason', old: 'Duplicate', new: 'N/A' },
        ],
      },
    ])
  })

  test('a deactivated one takes no evidence, switch or submission, even from its creator', async () => {
    const draft = await inState('DRAFT')
    await (await as('laguna.admin')).post(`/sites/activities/deactivate/${draft.id}`, {
      deactivate_reason: 'Test',
    })
    const calls = {
      'save means': [
        `/sites/activities/verification/${draft.id}`,
        { sites_principle_id: first().id, criteria_means: [] },
      ],
      'turn off': [
        `/sites/activities/${draft.id}/disabled/principle`,
        {
          site_activity_id: draft.id,
          site_profile_id: draft.site_profile_id,
          id: second().id,
          type: 'principle',
          isDisabled: true,
        },
      ],
      submit: [`/sites/activities/submitted/${draft.id}`, undefined],
    } as const
    for (const [name, [url, body]] of Object.entries(calls)) {
      const reply = await (await as('laguna.encoder')).post(url, body)
      expect([name, reply.statusCode, reply.json().code]).toEqual([name, 409, 'state'])
    }
  })

  test('[ACTIVITIES-32] a reason of 2 to 50 characters is needed, and no level may have approved', async () => {
    const activity = await inState('AT-PENRO')
    const admin = await as('laguna.admin')
    for (const body of [{}, { deactivate_reason: ' a ' }, { deactivate_reason: 'a'.repeat(51) }]) {
      const reply = await admin.post(`/sites/activities/deactivate/${activity.id}`, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['deactivate_reason']])
    }
    for (const state of ['AT-REGION', 'AT-FMB', 'DONE'] as const) {
      const { id } = await inState(state)
      const reply = await admin.post(`/sites/activities/deactivate/${id}`, { deactivate_reason: 'Duplicate' })
      expect([state, reply.statusCode]).toEqual([state, 409])
    }
  })

  test('one whose profile has another activity in work by now stays deactivated', async () => {
    const old = await inState('RET-PENRO')
    const admin = await as('laguna.admin')
    await admin.post(`/sites/activities/deactivate/${old.id}`, { deactivate_reason: 'Duplicate' })
    const fresh = await anActivity(t, 'DRAFT', { site_profile_id: old.site_profile_id })
    const reply = await admin.post(`/sites/activities/activate/${old.id}`)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'This SITES profile already has an ongoing SITES activity.',
    ])
    await admin.post(`/sites/activities/deactivate/${fresh.id}`, { deactivate_reason: 'Not needed' })
    expect((await admin.post(`/sites/activities/activate/${old.id}`)).statusCode).toBe(200)
  })
})
