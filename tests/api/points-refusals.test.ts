import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { activityAudit, anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { auditOf, aSite } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { ABOUT_RECORD, APPROVER, aPoint, type PointCalls, pointCalls } from '../support/records/points.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'

/** What the calls about points refuse, to whom, and where their texts do not appear. */

const t = withServer()
let sites: PointCalls
let activities: PointCalls
let calls: SiteCalls
let encoder: Caller
let approver: Caller
beforeAll(async () => {
  sites = pointCalls(t, 'sites')
  activities = pointCalls(t, 'sites/activities')
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
  approver = await t.as('laguna.approver')
})
afterAll(() => expectStoredCounts(t))

/** A profile of Laguna that PENRO returned with a point, and the point. */
const returned = async (text = 'Who signed?') => {
  const { id } = await aSite(t)
  await sites.return('PENRO', id, { points: [aPoint(ABOUT_RECORD, text)] })
  return { id, point: await sites.named(id, text) }
}
const back = (id: number, body: object) => approver.post(`/sites/returned/${id}`, body)

describe('a return is refused with one sentence for each fault', () => {
  const NO_PLACE = ['This record has no such place. Please choose it again.']
  const NO_POINT = ['This record has no such point. Please reload the page.']

  test('for places that the record does not have, and points of another record', async () => {
    const { id, agreement_id } = await aSite(t)
    const other = await returned()
    const places: PointPlace[] = [
      { about: 'field', field: 'project_area' },
      { about: 'field', field: 'agreement_id' },
      { about: 'field', field: 'toString' },
      { about: 'file', file_id: agreement_id + 1000 },
      { about: 'principle', principle_number: 1 },
      { about: 'indicator', sites_criteria_indicator_id: 1 },
      { about: 'figure', indicator_figure_id: 1 },
    ]
    const { errors } = await calls.refused(id, 422, () =>
      back(id, { points: places.map((place) => aPoint(place, 'x')) }),
    )
    expect(errors).toEqual(
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((index) => [`points.${index}.place`, NO_PLACE])),
    )
    const named = await calls.refused(id, 422, () =>
      back(id, {
        returned_reason: 'No',
        settled: [other.point.id],
        reopened: [{ id: 2_000_000, text: 'x' }],
      }),
    )
    expect(named.errors).toEqual({ 'settled.0': NO_POINT, 'reopened.0': NO_POINT })

    const activity = await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })
    const wrong: PointPlace[] = [
      { about: 'boundary' },
      { about: 'field', field: 'name_of_partner' },
      { about: 'principle', principle_number: 9 },
      { about: 'indicator', sites_criteria_indicator_id: 999_999 },
      { about: 'figure', indicator_figure_id: 999_999 },
      { about: 'file', file_id: agreement_id },
    ]
    const reply = await approver.post(`/sites/activities/returned/${activity.id}`, {
      points: wrong.map((place) => aPoint(place, 'x')),
    })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      Object.fromEntries(wrong.map((_, index) => [`points.${index}.place`, NO_PLACE])),
    ])
  })

  test.each([
    ['no text', { points: [aPoint(ABOUT_RECORD, ' \u200b ')] }, 'points.0.text', 'Point is required.'],
    [
      'a long text',
      { points: [aPoint(ABOUT_RECORD, 'x'.repeat(1001))] },
      'points.0.text',
      'Point cannot exceed 1,000 characters.',
    ],
    [
      'another kind',
      { points: [{ kind: 'comment', place: ABOUT_RECORD, text: 'x' }] },
      'points.0.kind',
      'Choose what is needed: correct, replace, add or explain.',
    ],
    [
      'another kind of place',
      { points: [{ kind: 'add', place: { about: 'moon' }, text: 'x' }] },
      'points.0.place.about',
      'Choose what the point is about.',
    ],
    [
      'the same point twice',
      { returned_reason: 'No', settled: [1, 1] },
      'settled',
      'Each point can be named once.',
    ],
    ['nothing but accepted points', { settled: [1] }, 'returned_reason', 'Comment is required.'],
    ['empty lists', { points: [], reopened: [] }, 'returned_reason', 'Comment is required.'],
  ])('for %s', async (_, body, field, message) => {
    const { id } = await aSite(t)
    const { errors } = await calls.refused(id, 422, () => back(id, body))
    expect(errors).toEqual({ [field]: [message] })
  })

  test('for points in another state or of a level above', async () => {
    const { id, point } = await returned()
    await sites.submit(id)
    const open = await calls.refused(id, 409, () => back(id, { returned_reason: 'No', settled: [point.id] }))
    expect(open.message).toBe(
      'This point was answered, settled or withdrawn since this page was opened. Please reload the page.',
    )
    await calls.refused(id, 409, () => back(id, { reopened: [{ id: point.id, text: 'x' }] }))
    await sites.approve('PENRO', id)
    await sites.return('Region', id, { points: [aPoint(ABOUT_RECORD, 'R')] })
    const above = await sites.named(id, 'R')
    await sites.answer(id, above, 'Yes.')
    await sites.submit(id)
    const refused = await calls.refused(id, 409, () =>
      back(id, { returned_reason: 'No', settled: [above.id] }),
    )
    expect(refused.message).toBe('This point was sent by Region and is for Region to accept or withdraw.')
    const both = await calls.refused(id, 422, () =>
      back(id, { settled: [above.id], reopened: [{ id: above.id, text: 'x' }] }),
    )
    expect(both.errors).toEqual({ 'reopened.0': ['A point is either accepted or asked again, not both.'] })
  })

  test('for more than 200 points that are not settled; a client that knows none can still return', async () => {
    const { id } = await aSite(t)
    const points = Array.from({ length: 200 }, (_, n) => aPoint(ABOUT_RECORD, `Number ${n}`))
    const many = await calls.refused(id, 422, () => back(id, { points: [...points, points[0]] }))
    expect(many.errors).toEqual({ points: ['A return can have at most 200 points.'] })
    const both = await calls.refused(id, 409, () => back(id, { points, returned_reason: 'And a comment.' }))
    expect(both).toMatchObject({ refusal: { code: 'too_many_points' } })
    const { siteProfile } = await sites.return('PENRO', id, { points })
    expect(siteProfile.open_points).toBe(200)
    expect(siteProfile.returned_reason.length).toBeLessThanOrEqual(1000)
    // in their order, two pages, and a page past the end is the last one
    const pages = await Promise.all(
      [1, 2, 7].map(async (page) =>
        (await encoder.get(`/sites/${id}/points?page=${page}&length=100`)).json(),
      ),
    )
    expect(pages.map(({ data }) => data[0].text)).toEqual(['Number 0', 'Number 100', 'Number 100'])
    expect(pages.map(({ totalCount, data }) => [totalCount, data.length])).toEqual(
      [1, 2, 3].map(() => [200, 100]),
    )
    await sites.submit(id)
    await calls.refused(id, 409, () => back(id, { points: [points[0]] }))
    await sites.return('PENRO', id, { returned_reason: 'As before.' })
    expect(await sites.counts(id)).toEqual([201, 0])
    const all = await sites.list(id)
    const mails = (await deliveredMails(t)).filter(({ text }) => text?.includes(`/sitemap/edit/${id}\n`))
    const [mail] = mails.filter(({ text }) => text?.includes('with 200 points'))
    // the comment has as many as fit, the mail has all
    expect(mail?.text).toContain('Number 0')
    expect(mail?.text).toContain('Number 199')
    // the place of an answered point is free again
    for (const point of all.slice(0, 2)) await sites.answer(id, point, 'Done.')
    await sites.submit(id)
    const settled = all.slice(0, 2).map((one) => one.id)
    await sites.return('PENRO', id, { settled, points: [aPoint(ABOUT_RECORD, 'The 200th')] })
    expect(await sites.counts(id)).toEqual([200, 0])
  })
})

describe('the calls about points', () => {
  const answer = (
    by: Caller,
    { id, point }: Awaited<ReturnType<typeof returned>>,
    body: object = { text: 'x' },
  ) => by.post(`/sites/${id}/points/${point.id}/answer`, body)
  const withdraw = (
    by: Caller,
    { id, point }: Awaited<ReturnType<typeof returned>>,
    body: object = { text: 'x' },
  ) => by.post(`/sites/${id}/points/${point.id}/withdraw`, body)

  test('let the level that sent a point withdraw it', async () => {
    const record = await returned()
    expect((await withdraw(await t.as('r4a.approver'), record)).json()).toMatchObject({
      code: 'state',
      message: 'This point was sent by PENRO and is for PENRO to accept or withdraw.',
    })
    expect((await withdraw(approver, record)).statusCode).toBe(200)
  })

  test('refuse a bad text, an unknown point, a point of another record, and another state', async () => {
    const record = await returned()
    const other = await returned()
    expect((await answer(encoder, record, { text: 'x'.repeat(1001) })).json().errors).toEqual({
      text: ['Answer cannot exceed 1,000 characters.'],
    })
    expect((await answer(encoder, record, {})).json().errors).toEqual({ text: ['Answer must be text.'] })
    expect((await withdraw(approver, record, {})).json().errors).toEqual({ text: ['Reason is required.'] })
    for (const [by, call] of [
      [encoder, answer],
      [approver, withdraw],
    ] as const) {
      expect((await call(by, { ...record, point: other.point })).statusCode).toBe(404)
      expect((await call(by, { ...record, point: { ...record.point, id: 2_000_000 } })).statusCode).toBe(404)
      expect((await call(by, { ...record, id: 2_000_000 })).statusCode).toBe(404)
    }
    expect((await encoder.post(`/sites/${record.id}/points/0/answer`, { text: 'x' })).statusCode).toBe(404)

    await withdraw(approver, record)
    for (const reply of [await answer(encoder, record), await withdraw(approver, record)])
      expect(reply.json()).toMatchObject({
        status: 409,
        refusal: { code: 'point_moved_on' },
      })
    await sites.submit(other.id)
    expect((await answer(encoder, other)).json()).toMatchObject({ refusal: { code: 'edit_only_returned' } })
    expect((await withdraw(approver, other)).json()).toMatchObject({ refusal: { code: 'point_moved_on' } })
  })

  test('are refused on a deactivated record, by name', async () => {
    const record = await returned()
    await sites.sent('laguna.admin', `/sites/deactivate/${record.id}`, { deactivate_reason: 'Entered twice' })
    const seen = await answer(encoder, record)
    expect([seen.statusCode, seen.json().message]).toEqual([409, expect.stringContaining('deactivated')])
    const other = await withdraw(approver, record)
    expect([other.statusCode, other.json().message]).toEqual([409, expect.stringContaining('deactivated')])
    expect((await approver.get(`/sites/${record.id}/points`)).statusCode).toBe(404)
    await sites.sent('laguna.admin', `/sites/activate/${record.id}`)
    expect((await withdraw(approver, record)).statusCode).toBe(200)
  })

  test('write no row of the log for a draft; else a count, never a text', async () => {
    const SECRET = 'Ask Ben Cruz'
    const { id, point } = await returned(SECRET)
    const before = (await auditOf(t, id)).length
    await sites.answer(id, point, `${SECRET} himself`)
    expect(await auditOf(t, id)).toHaveLength(before)
    await sites.submit(id)
    await sites.return('PENRO', id, { reopened: [{ id: point.id, text: `${SECRET} again` }] })
    await sites.withdraw('PENRO', id, point.id, `${SECRET} called`)
    await sites.submit(id)
    await sites.return('PENRO', id, {
      returned_reason: 'Typed.',
      points: [1, 2].map((n) => aPoint({ about: 'boundary' }, `${SECRET} ${n}`)),
    })
    const [one] = (await sites.list(id)).filter(({ kind }) => kind === 'correct')
    if (one) await sites.answer(id, one, SECRET)
    await sites.submit(id)
    await sites.approve('PENRO', id)
    const rows = await auditOf(t, id)
    expect(JSON.stringify(rows)).not.toContain('Ben Cruz')
    const said = rows.map(({ event, field_change }) => [
      event,
      ...(field_change as { field: string; old: string | null; new: string | null }[])
        .filter(({ field }) => !/status|returned_by|accepted_warnings/.test(field))
        .map(({ field, old, new: now }) => `${field}: ${old} → ${now}`),
    ])
    expect(said).toEqual([
      ['Returned (PENRO)', 'returned_reason: null → 1 point', 'points: null → 1 point'],
      ['Submitted', 'answered: null → 1 of 1 point'],
      ['Returned (PENRO)', 'returned_reason: 1 point → 1 point', 'reopened: null → 1 point'],
      ['Point Withdrawn', 'withdrawn: null → 1 point'],
      ['Submitted'],
      ['Returned (PENRO)', 'returned_reason: 1 point → Typed.', 'points: null → 3 points'],
      ['Submitted', 'answered: null → 1 of 3 points'],
      ['Approved (PENRO)'],
      ['Decision Noted', 'settled: null → 3 points'],
    ])
    const activity = await anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })
    const text = `${SECRET} of the third`
    await activities.return('PENRO', activity.id, {
      returned_reason_2: 'Typed.',
      points: [aPoint({ about: 'principle', principle_number: 3 }, text)],
    })
    await activities.submit(activity.id)
    await activities.return('PENRO', activity.id, { returned_reason_3: 'Typed too.' })
    const lines = await activityAudit(t, activity.id)
    expect(JSON.stringify(lines)).not.toContain('Ben Cruz')
    expect(lines.at(-1)?.changes).toEqual(
      expect.arrayContaining([
        { field: 'returned_reason_2', old: 'Typed.', new: null },
        { field: 'returned_reason_3', old: '1 point', new: 'Typed too.' },
      ]),
    )
  })

  test('show the words typed so far to the people who answer, and to no one else', async () => {
    const WORDS = 'Half a sentence'
    const { id, point } = await returned()
    await sites.answer(id, point, WORDS)
    const role = await aRole(t, {
      name: 'PENRO both',
      access_level: 'PENRO',
      permissions: ['site_map_access', 'site_map_edit', 'site_maps_approval'],
    })
    await aPerson(t, 'laguna.colleague', { role, region: 'R04A', office: 'PENRO Laguna' })
    expect((await sites.named(id, 'Who signed?', 'laguna.colleague')).draft_answer).toBe(WORDS)
    for (const who of ['laguna.approver', 'laguna.admin', 'r4a.approver', 'fmb.super', 'fmb.admin'])
      for (const url of [`/sites/${id}/points`, `/sites/${id}`, `/sites/${id}/changes`])
        expect((await (await t.as(who)).get(url)).body, `${who} ${url}`).not.toContain(WORDS)
    await sites.submit(id)
    expect((await approver.get(`/sites/${id}/points`)).body).toContain(WORDS)
  })

  test('with the same form key happen once', async () => {
    const { id, point } = await returned()
    const key = randomUUID()
    const send = (url: string, payload: object, token: string | null, form_key = key) =>
      t.app.inject({
        method: 'POST',
        url: `/api${url}`,
        payload,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, 'idempotency-key': form_key },
      })
    const url = `/sites/${id}/points/${point.id}/withdraw`
    const twice = await Promise.all([1, 2].map(() => send(url, { text: 'Found it.' }, approver.token)))
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(twice[0]?.json()).toEqual(twice[1]?.json())
    expect((await sites.named(id, 'Who signed?')).steps.map(({ action }) => action)).toEqual([
      'Sent',
      'Withdrawn',
    ])
    expect((await send(url, { text: 'Another.' }, approver.token)).json()).toMatchObject({ code: 'repeated' })

    const waiting = await aSite(t)
    const body = { points: [aPoint(ABOUT_RECORD, 'Once')] }
    const again = await Promise.all(
      [1, 2, 3].map(() => send(`/sites/returned/${waiting.id}`, body, approver.token, randomUUID())),
    )
    expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    const same = await aSite(t)
    const replies = await Promise.all(
      [1, 2, 3].map(() => send(`/sites/returned/${same.id}`, body, approver.token)),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await sites.briefs(same.id)).toEqual([['Once', 'open', 'Sent']])
  })
})

describe('what points say', () => {
  test('is nowhere in what the public, other offices and exports read', async () => {
    const MARK = 'Xylophone'
    const { id } = await calls.created()
    await sites.return('PENRO', id, {
      points: [aPoint(ABOUT_RECORD, `${MARK} one`), aPoint({ about: 'boundary' }, `${MARK} two`)],
    })
    await sites.answer(id, await sites.named(id, `${MARK} one`), `${MARK} answer`)
    await sites.submit(id)
    await sites.approve('PENRO', id)
    await sites.return('Region', id, { points: [aPoint(ABOUT_RECORD, `${MARK} three`)] })
    await sites.submit(id)
    for (const level of ['PENRO', 'Region', 'FMB'] as const) await sites.approve(level, id)
    const today = manilaDay(new Date())
    const from = `startDate=${today}&endDate=${today}`
    const PUBLIC = [
      `/sites/activities/dashboard/${id}`,
      '/sites/activities/dashboard/datatable',
      '/sites/dashboard/count',
      '/sites/activities/dashboard/sites.csv',
      '/sites/activities/dashboard/sites.geojson',
    ]
    const STAFF = [
      '/sites/datatable',
      '/sites/datatable/region/Approved',
      '/reports/datatable/generate-reports',
    ]
    const read = async (who: string | null, urls: string[]) => {
      const by = await t.as(who)
      for (const url of urls) {
        const { body, statusCode } = await by.get(url)
        expect([200, 401, 403, 404], `${url} ${body}`).toContain(statusCode)
        expect(body, `${who} ${url}`).not.toContain(MARK)
        if (who === null) expect(body, url).not.toMatch(/open_points|answered_points/)
      }
    }
    await read(null, [...PUBLIC, `/sites/${id}/points`])
    await read('quezon.encoder', [...PUBLIC, ...STAFF, `/sites/${id}`, `/sites/${id}/points`])
    await read('zds.approver', [...PUBLIC, ...STAFF, `/sites/${id}`, `/sites/${id}/points`])
    await read('fmb.super', [...PUBLIC, ...STAFF, `/reports/datatable/audit-logs?${from}&length=100`])
    await read('fmb.super', [`/reports/audit-logs/export?${from}`])
    const { rows } = await sql<{
      text: string
    }>`select row_to_json(approved_sites)::text as text from approved_sites`.execute(t.db)
    expect(JSON.stringify(rows)).not.toContain(MARK)
    // the office and its reviewers read all of it
    for (const who of ['laguna.encoder', APPROVER.Region, APPROVER.FMB])
      expect((await (await t.as(who)).get(`/sites/${id}/points`)).body.split(MARK).length, who).toBe(5)
  })
})
