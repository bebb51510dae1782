import { describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { PrincipleChanges } from '../../shared/activities/activity-changes.schema.ts'
import { activityAudit, activityOf, principleNumber } from '../support/records/activity-factories.ts'
import { stageActivities } from '../support/records/activity-stage.ts'
import type { Caller, TestApp } from '../support/product/app.ts'

let t: TestApp
const { site, principles, first, second, inState } = stageActivities((started) => {
  t = started
})
const as = (name: string | null): Promise<Caller> => t.as(name)

describe('Add MOV switches', () => {
  const toggle = async (activity: SiteActivity, type: string, id: number, isDisabled?: boolean) =>
    (await as('laguna.encoder')).post(`/sites/activities/${activity.id}/disabled/${type}`, {
      site_activity_id: activity.id,
      site_profile_id: activity.site_profile_id,
      id,
      type,
      ...(isDisabled === undefined ? {} : { isDisabled }),
    })

  test('[ACTIVITIES-36] [API-10] off for a principle takes its files away and makes it Not Applicable', async () => {
    const draft = await inState('DRAFT')
    const upload = draft.verification[0]?.upload[0]
    const reply = await toggle(draft, 'principle', first().id, true)
    expect(reply.statusCode).toBe(200)
    const after: SiteActivity = reply.json().data.siteActivities
    expect(after.disabled_principle).toEqual([first().id])
    expect(after.verification).toEqual([])
    expect(after.grades.principle_number_1).toBe('Not Applicable')
    const stored = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', upload?.upload_id ?? 0)
      .executeTakeFirst()
    expect(stored?.unused_since).not.toBeNull()
    expect((await activityAudit(t, draft.id)).at(-1)).toEqual({
      event: 'MOV Disabled',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'principle', old: null, new: first().title },
        { field: 'MOV 1.1.1', old: upload?.upload_file_name, new: null },
        { field: 'principle_number_1', old: 'Somewhat Compliant', new: 'Not Applicable' },
      ],
    })
  })

  test('[ACTIVITIES-36] [API-10] off for an indicator keeps its id as text; on takes it out again', async () => {
    const draft = await inState('DRAFT')
    const [one] = first().indicators
    const off: SiteActivity = (await toggle(draft, 'indicator', one, true)).json().data.siteActivities
    expect(off.disabled_indicator).toEqual([String(one)])
    expect(off.grades.principle_number_1).toBe('Not Compliant')
    const on: SiteActivity = (await toggle(draft, 'indicator', one)).json().data.siteActivities
    expect(on.disabled_indicator).toEqual([])
    expect(on.verification).toEqual([])
    expect((await activityAudit(t, draft.id)).at(-1)).toMatchObject({
      event: 'MOV Enabled',
      changes: [{ field: 'indicator', old: null, new: first().criteria[0]?.criteria_indicator[0]?.title }],
    })
  })

  test('with every indicator off the principle counts as off; turned on, it takes them along', async () => {
    const draft = await inState('DRAFT')
    for (const id of first().indicators) await toggle(draft, 'indicator', id, true)
    expect((await activityOf(t, draft.id)).grades.principle_number_1).toBe('Not Applicable')
    expect((await toggle(draft, 'principle', first().id, true)).statusCode).toBe(409)
    const on: SiteActivity = (await toggle(draft, 'principle', first().id, false)).json().data.siteActivities
    expect([on.disabled_indicator, on.grades.principle_number_1]).toEqual([[], 'Not Compliant'])
  })

  test('what is off already, or on already, is 409', async () => {
    const draft = await inState('DRAFT')
    expect((await toggle(draft, 'principle', first().id, false)).json().message).toBe(
      'Add MOV is already turned on.',
    )
    await toggle(draft, 'principle', first().id, true)
    const twice = await toggle(draft, 'principle', first().id, true)
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'Add MOV is already turned off.'])
  })

  test('before an activity exists, turning one off starts the draft', async () => {
    const site_profile_id = await site()
    const body = { site_profile_id, id: second().id, type: 'principle', isDisabled: true }
    const reply = await (await as('laguna.encoder')).post(
      `/sites/activities/${second().id}/disabled/principle`,
      body,
    )
    expect(reply.statusCode).toBe(200)
    const made: SiteActivity = reply.json().data.siteActivities
    expect(made).toMatchObject({
      site_profile_id,
      site_status: 'Save as Draft',
      disabled_principle: [second().id],
    })
    expect((await activityAudit(t, made.id)).map((line) => line.event)).toEqual(['Created', 'MOV Disabled'])

    const elsewhere = { ...body, site_profile_id: await site(), isDisabled: false }
    const none = await (await as('laguna.encoder')).post(
      `/sites/activities/${second().id}/disabled/principle`,
      elsewhere,
    )
    expect(none.statusCode).toBe(409)
    const drafts = await t.db
      .selectFrom('site_activities')
      .select('id')
      .where('site_profile_id', '=', elsewhere.site_profile_id)
      .execute()
    expect(drafts).toEqual([])
  })

  test('path and body must say the same, and name something of the batch', async () => {
    const draft = await inState('DRAFT')
    const body = { site_activity_id: draft.id, id: second().id, type: 'principle', isDisabled: true }
    const post = async (path: string, more: object) =>
      (await as('laguna.encoder')).post(`/sites/activities/${path}`, { ...body, ...more })
    for (const [path, more, field] of [
      [`${draft.id + 500_000}/disabled/principle`, {}, 'id'],
      [`${draft.id}/disabled/indicator`, {}, 'type'],
      [`${draft.id}/disabled/principle`, { type: 'criteria' }, 'type'],
      [`${draft.id}/disabled/principle`, { id: 987_654 }, 'id'],
      [`${draft.id}/disabled/principle`, { site_profile_id: 987_654 }, 'site_profile_id'],
      [`${second().id}/disabled/principle`, { site_activity_id: undefined }, 'site_activity_id'],
    ] as const) {
      const reply = await post(path, more)
      expect([path, reply.statusCode, Object.keys(reply.json().errors)]).toEqual([path, 422, [field]])
    }
    expect(await activityOf(t, draft.id)).toEqual(draft)
  })

  test('[S-108] a wrong "not applicable" is corrected after a return that comments on it, and shows as a change', async () => {
    const draft = await inState('DRAFT')
    await toggle(draft, 'principle', second().id, true)
    const encoder = await as('laguna.encoder')
    const approver = await as('laguna.approver')
    expect((await encoder.post(`/sites/activities/submitted/${draft.id}`)).statusCode).toBe(200)
    const [one] = first().indicators
    const comments = { returned_reason_1: '1.1.1 does not apply.', returned_reason_2: 'It applies.' }
    const back = await approver.post(`/sites/activities/returned/${draft.id}`, comments)
    expect(back.statusCode).toBe(200)

    const on: SiteActivity = (await toggle(draft, 'principle', second().id, false)).json().data.siteActivities
    expect([on.disabled_principle, on.grades.principle_number_2]).toEqual([[], 'Not Compliant'])
    const off: SiteActivity = (await toggle(draft, 'indicator', one, true)).json().data.siteActivities
    expect([off.disabled_indicator, off.verification]).toEqual([[String(one)], []])
    expect((await activityAudit(t, draft.id)).slice(-2).map(({ event }) => event)).toEqual([
      'MOV Enabled',
      'MOV Disabled',
    ])

    const uncommented = await toggle(draft, 'principle', principleNumber(principles(), 3).id, true)
    expect([uncommented.statusCode, uncommented.json().code]).toEqual([409, 'state'])
    expect(await activityOf(t, draft.id)).toEqual(off)

    const shown = await approver.get(`/sites/activities/${draft.id}/changes`)
    const changes = (shown.json().principles as PrincipleChanges[]).filter(
      ({ switches }) => switches.length > 0,
    )
    expect(changes.map(({ principle_number, switches }) => [principle_number, switches])).toEqual([
      [1, [{ indicator: '1.1.1', turned: 'off' }]],
      [2, [{ indicator: null, turned: 'on' }]],
    ])
  })
})
