import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUpFiles } from '../../server/uploads/files.jobs.ts'
import { measureWaiting } from '../../server/sites/boundaries.jobs.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import {
  activityAudit,
  activityOf,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { aKml, auditOf, eventsOf, kmlText } from '../support/records/factories.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { FULL } from '../support/full.ts'

/** A submission is recalled before an approver has acted on it, and a draft that was never submitted is discarded. */

const t = withServer()
let calls: SiteCalls
let encoder: Caller
let approver: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
  approver = await t.as('laguna.approver')
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

type Path = 'sites' | 'sites/activities'
const recall = (path: Path, id: number, by = encoder, body: object = {}) =>
  by.post(`/${path}/recall/${id}`, body)
const ok = async (reply: ReturnType<Caller['post']>) => {
  const { statusCode, body } = await reply
  expect(statusCode, body).toBe(200)
  return JSON.parse(body)
}
const inDraft = async () => anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
const waitingActivity = async () => anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })
const stepsOf = async (path: Path, id: number): Promise<[number, string][]> => {
  const { history } = await ok(encoder.get(`/${path}/${id}`))
  return history.map(({ round, action }: ReviewStep) => [round, action])
}
const waits = async (path: Path, by = approver): Promise<number> =>
  (await ok(by.get(`/${path}/waiting`))).count
const activityRow = (id: number) =>
  t.db.selectFrom('site_activities').selectAll().where('id', '=', id).executeTakeFirst()

describe('a profile', () => {
  test('of the first round is editable, with nobody’s comment, told by log and history, and out of the queue at once', async () => {
    const before = await waits('sites')
    const { id } = await calls.created()
    expect(await waits('sites')).toBe(before + 1)

    const { siteProfile } = await ok(recall('sites', id))
    expect(siteProfile).toMatchObject({
      site_status: 'Returned',
      penro_status: 'Returned',
      region_status: null,
      fmb_status: null,
      returned_by: null,
      returned_reason: null,
      returned_at: null,
      record_status: 'Returned',
      submitted_at: null,
      submitted_by_id: null,
      status: 'Activated',
    })
    expect(await calls.rowOf(id)).toMatchObject({ waiting_since: null, review_round: 1 })
    expect(await waits('sites')).toBe(before)
    expect(await stepsOf('sites', id)).toEqual([
      [1, 'Submitted'],
      [1, 'Recalled'],
    ])
    expect((await auditOf(t, id)).at(-1)).toMatchObject({
      event: 'Recalled',
      field_change: [
        { field: 'site_status', old: 'Submitted', new: 'Returned' },
        { field: 'penro_status', old: 'Submitted', new: 'Returned' },
      ],
    })

    await ok(encoder.patch(`/sites/${id}`, { name_of_partner: 'Samahan ng Kalayaan' }))
    await ok(encoder.post(`/sites/submitted/${id}`))
    await ok(approver.post(`/sites/approved/${id}`))
    expect(await eventsOf(t, id)).toEqual([
      'Created',
      'Submitted',
      'Recalled',
      'Updated',
      'Submitted',
      'Approved (PENRO)',
    ])
    expect(await stepsOf('sites', id)).toEqual([
      [1, 'Submitted'],
      [1, 'Recalled'],
      [1, 'Submitted'],
      [1, 'Approved'],
    ])
  })

  test('of a later round is as it was returned, comment, dates and submitter included', async () => {
    const { id } = await calls.created()
    await ok(calls.approve('PENRO', id))
    await ok(calls.return('Region', id, 'Boundary incomplete'))
    const { revision: _r, updated_at: _u, updated_by: _b, ...before } = await calls.rowOf(id)
    await ok(encoder.post(`/sites/submitted/${id}`))
    expect((await calls.rowOf(id)).submitted_at).not.toEqual(before.submitted_at)

    await ok(recall('sites', id))
    const { recalled_at, ...same } = before
    expect(recalled_at).toBeNull()
    expect(await calls.rowOf(id)).toMatchObject({ ...same, review_round: 2, recalled_at: expect.anything() })
  })

  test('what changed compares a return with what the reviewer gets next, not with what was recalled', async () => {
    const [west, middle, east] = [121.2, 121.205, 121.22].map((lon) => kmlText({ lon, lat: 14.3 }))
    const { id } = await calls.created({ map_kml_id: await aKml(encoder, west, 'west.kml') })
    await ok(calls.return('PENRO', id))
    const edit = async (body: object) => ok(encoder.patch(`/sites/${id}`, body))
    await edit({ name_of_partner: 'Recalled Partner', map_kml_id: await aKml(encoder, middle, 'middle.kml') })
    await ok(encoder.post(`/sites/submitted/${id}`))
    await ok(recall('sites', id))

    const changes = async () => ok(approver.get(`/sites/${id}/changes`))
    expect(await changes()).toMatchObject({ round: 1, next_round: null })
    await edit({ name_of_partner: 'Final Partner', map_kml_id: await aKml(encoder, east, 'east.kml') })
    await ok(encoder.post(`/sites/submitted/${id}`))
    const told = await changes()
    expect(told).toMatchObject({ round: 1, next_round: 2 })
    expect(told.fields).toEqual([expect.objectContaining({ new: 'Final Partner' })])
    expect(told.documents).toEqual([
      expect.objectContaining({ old: expect.objectContaining({ name: 'west.kml' }) }),
    ])
    await measureWaiting(t.services)
    const { gained_ha, lost_ha } = await ok(approver.get(`/sites/${id}/changes/boundary`))
    expect([gained_ha > 0, lost_ha > 0], 'the land between the first map and the last').toEqual([true, true])
  })

  test('stays unknown to the public, and its overlaps are told as before', async () => {
    const square = kmlText({ lon: 121.25, lat: 14.35 })
    const one = await calls.created({ map_kml_id: await aKml(encoder, square, 'one.kml') })
    const { id } = await calls.created({ map_kml_id: await aKml(encoder, square, 'two.kml') })
    await measureWaiting(t.services)
    const overlaps = async () => (await calls.show('laguna.approver', one.id)).boundary?.warnings ?? []
    const before = await overlaps()
    expect(before.map(({ kind }) => kind)).toContain('overlap')
    await ok(recall('sites', id))
    expect(await overlaps()).toEqual(before)
    const { data } = (await (await t.as(null)).get('/sites/activities/dashboard/datatable?length=100')).json()
    expect(data.filter((row: { id: number }) => row.id === id)).toEqual([])
  })
})

describe('an activity', () => {
  test('of the first round is a draft again: all of it there, nobody outside its office sees it', async () => {
    const before = await inDraft()
    await ok(encoder.post(`/sites/activities/submitted/${before.id}`))
    const waiting = await waits('sites/activities')
    await ok(recall('sites/activities', before.id))
    const { revision: _r, updated_at: _u, recalled_at: _t, ...same } = before
    expect(await activityOf(t, before.id)).toMatchObject(same)
    expect(await waits('sites/activities')).toBe(waiting - 1)
    expect(await stepsOf('sites/activities', before.id)).toEqual([
      [1, 'Submitted'],
      [1, 'Recalled'],
    ])
    for (const person of ['r4a.approver', 'fmb.approver'])
      expect((await (await t.as(person)).get(`/sites/activities/${before.id}`)).statusCode).toBe(404)

    await ok(encoder.post(`/sites/activities/submitted/${before.id}`))
    expect(await activityRow(before.id)).toMatchObject({ review_round: 1, recalled_at: null })
  })

  test('of a later round keeps comments and switches, and Add MOV opens where the return commented (S-108)', async () => {
    const { id } = await anActivity(t, 'RET-FMB', { site_profile_id: await anApprovedSite(t) })
    const second = principleNumber(await batchOne(t), 2)
    const turn = (isDisabled: boolean) =>
      encoder.post(`/sites/activities/${id}/disabled/principle`, {
        site_activity_id: id,
        id: second.id,
        type: 'principle',
        isDisabled,
      })
    await ok(turn(true))
    const { revision: _r, updated_at: _u, recalled_at: _t, ...before } = await activityOf(t, id)
    await ok(encoder.post(`/sites/activities/submitted/${id}`))
    await ok(recall('sites/activities', id))
    expect(await activityOf(t, id)).toMatchObject(before)
    expect(before).toMatchObject({ returned_by: 'FMB', returned_reason_2: 'More.' })
    await ok(turn(false))
  })

  test('what the log told of its submission stays told, the recall too; what follows waits for the next one (S-112)', async () => {
    const { id } = await waitingActivity()
    await ok(recall('sites/activities', id))
    await ok(encoder.post(`/sites/activities/${id}/reporting-year`, { reporting_year: 2021 }))
    const record_id = (await activityRow(id))?.record_id ?? 0
    const held = await t.db
      .selectFrom('audit_draft_rows')
      .innerJoin('audit_logs', 'audit_logs.id', 'audit_draft_rows.audit_log_id')
      .select('audit_logs.event')
      .where('audit_draft_rows.record_id', '=', record_id)
      .execute()
    expect(held.map(({ event }) => event)).toEqual(['Updated'])
    expect((await activityAudit(t, id)).map(({ event }) => event)).toEqual([
      'Created',
      'Submitted',
      'Recalled',
      'Updated',
    ])
  })
})

describe('[S-146] what was recalled', () => {
  type Listed = { id: number; site_status: string; record_status: string; recalled_at: string | null }
  const listed = async (query: string) =>
    (await ok(encoder.get(`/sites/datatable?length=100&${query}`))).data as Listed[]
  const isIn = async (query: string, id: number) => (await listed(query)).some((row) => row.id === id)

  test('is found as recalled, not as returned, keeps the word of the specification on the wire, and its round', async () => {
    const { id } = await calls.created()
    await ok(recall('sites', id))
    expect(await isIn('record_status=Recalled', id)).toBe(true)
    expect(await isIn('record_status=Returned', id)).toBe(false)
    expect(await isIn('search=recalled', id)).toBe(true)
    const row = (await listed('record_status=Recalled')).find((one) => one.id === id)
    expect(row).toMatchObject({ site_status: 'Returned', record_status: 'Returned' })
    expect(row?.recalled_at).toEqual(expect.any(String))
    expect(await isIn('round=1&record_status=Recalled', id)).toBe(true)

    // after another return the record shows as returned, and the next submission opens a new round
    await ok(encoder.post(`/sites/submitted/${id}`))
    expect((await calls.show('laguna.encoder', id)).siteProfile.recalled_at).toBeNull()
    await ok(calls.return('PENRO', id))
    expect(await isIn('record_status=Returned', id)).toBe(true)
    await ok(encoder.post(`/sites/submitted/${id}`))
    await ok(recall('sites', id))
    expect(await isIn('record_status=Recalled', id)).toBe(true)
    await ok(encoder.post(`/sites/submitted/${id}`))
    expect(await calls.rowOf(id)).toMatchObject({ review_round: 2 })
    expect(await stepsOf('sites', id)).toEqual([
      [1, 'Submitted'],
      [1, 'Recalled'],
      [1, 'Submitted'],
      [1, 'Returned'],
      [2, 'Submitted'],
      [2, 'Recalled'],
      [2, 'Submitted'],
    ])
  })

  test('of an activity after a return is found as recalled as well; one of the first round is a draft', async () => {
    const returned = await anActivity(t, 'RET-PENRO', { site_profile_id: await anApprovedSite(t) })
    await ok(encoder.post(`/sites/activities/submitted/${returned.id}`))
    await ok(recall('sites/activities', returned.id))
    const first = await waitingActivity()
    await ok(recall('sites/activities', first.id))
    const ids = async (status: string) => {
      const { data } = await ok(
        encoder.get(`/sites/activities/datatable?length=100&record_status=${encodeURIComponent(status)}`),
      )
      return (data as Listed[]).map(({ id }) => id)
    }
    expect(await ids('Recalled')).toContain(returned.id)
    expect(await ids('Returned')).not.toContain(returned.id)
    expect(await ids('Recalled')).not.toContain(first.id)
    expect(await ids('Save as Draft')).toContain(first.id)
  })
})

describe('[S-146] a wrong profile is withdrawn by its office', () => {
  const REASON = { deactivate_reason: 'Entered twice by mistake' }
  const withdraw = (id: number, by = encoder, body: object = REASON) => by.post(`/sites/withdraw/${id}`, body)

  test('after a recall: deactivated with the reason, in the log, hidden, and brought back by who may activate', async () => {
    const { id } = await calls.created()
    await ok(recall('sites', id))
    const { siteProfile } = await ok(withdraw(id))
    expect(siteProfile).toMatchObject({ status: 'Deactivated', site_status: 'Returned', ...REASON })
    expect(siteProfile.deactivated_at).toEqual(expect.any(String))
    expect((await auditOf(t, id)).at(-1)).toMatchObject({
      event: 'Deactivated',
      field_change: [
        { field: 'status', old: 'Activated', new: 'Deactivated' },
        { field: 'deactivate_reason', old: 'N/A', new: REASON.deactivate_reason },
      ],
    })
    // S-36, as for any deactivated record
    expect((await encoder.get(`/sites/${id}`)).statusCode).toBe(200)
    expect((await approver.get(`/sites/${id}`)).statusCode).toBe(404)
    expect((await calls.refused(id, 409, () => withdraw(id))).message).toContain('deactivated')
    await calls.refused(id, 403, () => encoder.post(`/sites/activate/${id}`))
    await ok((await t.as('laguna.admin')).post(`/sites/activate/${id}`))
    await ok(encoder.post(`/sites/submitted/${id}`))
  })

  test('after a return by PENRO, also by a colleague; never once a level has approved it, whatever came after', async () => {
    const { id } = await calls.created()
    await ok(calls.return('PENRO', id))
    await ok(withdraw(id))

    const other = await calls.created()
    await ok(calls.approve('PENRO', other.id))
    await ok(calls.return('Region', other.id))
    const sentence = 'A profile that a level has approved before cannot be withdrawn.'
    expect((await calls.refused(other.id, 409, () => withdraw(other.id))).message).toBe(sentence)
    await ok(encoder.post(`/sites/submitted/${other.id}`))
    await ok(recall('sites', other.id))
    expect((await calls.refused(other.id, 409, () => withdraw(other.id))).message).toBe(sentence)
    await ok(encoder.post(`/sites/submitted/${other.id}`))
    await ok(calls.return('PENRO', other.id))
    expect((await calls.refused(other.id, 409, () => withdraw(other.id))).message).toBe(sentence)
  })

  test('not while it waits, without a reason, or by who looked at another state', async () => {
    const { id, revision } = await calls.created()
    expect((await calls.refused(id, 409, () => withdraw(id))).message).toBe(
      'Only a profile that was returned or recalled can be withdrawn.',
    )
    await ok(recall('sites', id))
    const none = await calls.refused(id, 422, () => withdraw(id, encoder, {}))
    expect(Object.keys(none.errors)).toEqual(['deactivate_reason'])
    await calls.refused(id, 409, () => withdraw(id, encoder, { ...REASON, revision }))
  })

  test('at the same moment as it is submitted again: one of the two happens', async () => {
    const { id } = await calls.created()
    await ok(recall('sites', id))
    const replies = await Promise.all([withdraw(id), encoder.post(`/sites/submitted/${id}`)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('[S-127] who may recall, and when', () => {
  test('not what was looked at before it changed, and not with a body that is none', async () => {
    const { id, revision } = await calls.created()
    expect(
      await calls.refused(id, 409, () => recall('sites', id, encoder, { revision: revision + 1 })),
    ).toMatchObject({ message: 'This record has already been acted on. Please refresh.' })
    await calls.refused(id, 422, () => recall('sites', id, encoder, { revision: 'newest' }))
    await calls.refused(id, 404, () => recall('sites', 999_999))
    await ok(recall('sites', id, encoder, { revision }))
  })

  test('not after any decision, and who comes too late hears of it', async () => {
    const { id } = await calls.created()
    await ok(calls.approve('PENRO', id))
    const { history } = await calls.show('laguna.encoder', id)
    const at = formatDateTime(history.at(-1)?.at)
    expect((await calls.refused(id, 409, () => recall('sites', id))).message).toBe(
      `PENRO Laguna’s approver approved it on ${at}; it can no longer be recalled.`,
    )
    await ok(calls.return('Region', id))
    expect((await calls.refused(id, 409, () => recall('sites', id))).message).toMatch(
      /^Region’s approver returned it on .*; it can no longer be recalled\.$/,
    )
  })

  test('not twice, and not while it is switched off', async () => {
    const { id } = await calls.created()
    await ok(recall('sites', id))
    expect((await calls.refused(id, 409, () => recall('sites', id))).message).toMatch(
      /^.+ has already recalled it, on .+\.$/,
    )
    const off = await calls.created()
    await ok((await t.as('laguna.admin')).post(`/sites/deactivate/${off.id}`, { deactivate_reason: 'Twice' }))
    expect((await calls.refused(off.id, 409, () => recall('sites', off.id))).message).toContain('deactivated')
  })
})

describe('[S-127] a recall and a decision at once', () => {
  const ROUNDS = FULL ? 6 : 2
  const DECISIONS = [
    ['approved', {}, 'Approved'],
    [
      'returned',
      { returned_reason: 'Please correct it.', returned_reason_1: 'Please complete.' },
      'Returned',
    ],
  ] as const

  for (const path of ['sites', 'sites/activities'] as const)
    for (const [call, body, action] of DECISIONS)
      test(`${path}: of a recall and what is ${call} one happens, and the other hears which`, async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { id } = path === 'sites' ? await calls.created() : await waitingActivity()
          const decide = () => approver.post(`/${path}/${call}/${id}`, body)
          const take = () => recall(path, id)
          // each goes first now and then
          const pair = round % 2 === 0 ? [take(), decide()] : [decide(), take()]
          const replies = await Promise.all(pair)
          const [recalling, deciding] = round % 2 === 0 ? replies : replies.toReversed()
          expect([recalling?.statusCode, deciding?.statusCode].sort()).toEqual([200, 409])
          const steps = await stepsOf(path, id)
          const isRecalled = recalling?.statusCode === 200
          expect(steps).toEqual([
            [1, 'Submitted'],
            [1, isRecalled ? 'Recalled' : action],
          ])
          const loser = isRecalled ? deciding : recalling
          expect(loser?.json().message).toMatch(
            isRecalled
              ? / of PENRO Laguna recalled it on .*; it is no longer waiting for a decision\.$/
              : new RegExp(`^PENRO Laguna’s approver ${call} it on .*; it can no longer be recalled\\.$`),
          )
        }
      })
})

describe('[S-127] a draft that is discarded', () => {
  const discard = (id: number, by = encoder, body: object = {}) =>
    by.post(`/sites/activities/discard/${id}`, body)

  test('is gone with all that stands under it, and its profile can take another one', async () => {
    const draft = await inDraft()
    const { id, site_profile_id } = draft
    const upload = draft.verification[0]?.upload[0]
    const kept = { record_id: site_profile_id, revision: 1, content: '{}' }
    await ok(encoder.post('/drafts/evidence-1', kept))
    await ok(discard(id, encoder, { revision: draft.revision }))

    expect(await activityRow(id)).toBeUndefined()
    expect((await encoder.get(`/sites/activities/${id}`)).statusCode).toBe(404)
    expect((await ok(encoder.get(`/drafts?record_id=${site_profile_id}`))).drafts).toEqual([])
    expect((await activityAudit(t, id)).at(-1)).toEqual({
      event: 'Discarded',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'site_profile', old: draft.site_profile_name, new: null },
        { field: 'MOV 1.1.1', old: upload?.upload_file_name, new: null },
      ],
    })
    const listed = (await ok(encoder.get('/sites/activities/datatable?length=100'))).data
    expect(listed.filter((row: { id: number }) => row.id === id)).toEqual([])
    await ok(encoder.post('/sites/activities', { site_profile_id }))

    await cleanUpFiles({ ...t.services, now: () => new Date(Date.now() + 2 * DAY_MS) })
    const files = t.db
      .selectFrom('files')
      .select('id')
      .where('id', '=', upload?.upload_id ?? 0)
    expect(await files.execute()).toEqual([])
  })

  test('is told to nobody outside its office (S-112)', async () => {
    const { id } = await inDraft()
    const record_id = (await activityRow(id))?.record_id ?? 0
    await ok(discard(id))
    const held = t.db.selectFrom('audit_draft_rows').select('audit_log_id').where('record_id', '=', record_id)
    expect(await held.execute()).toHaveLength(2)
  })

  test('was never submitted: one that was and was recalled keeps its history', async () => {
    const { id } = await waitingActivity()
    expect((await discard(id)).json().message).toBe('Only a draft can be discarded.')
    await ok(recall('sites/activities', id))
    const refused = await discard(id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This SITES activity has been submitted before, so its history is kept. It can be deactivated instead.',
    ])
  })

  test('at the same moment as it is submitted: one of the two happens', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await inDraft()
      const replies = await Promise.all([discard(id), encoder.post(`/sites/activities/submitted/${id}`)])
      const [discarded, submitted] = replies.map(({ statusCode }) => statusCode)
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([discarded, submitted])
      expect(await activityRow(id)).toEqual(discarded === 200 ? undefined : expect.anything())
    }
  })
})
