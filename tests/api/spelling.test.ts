import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import type { ActivityChangesReply } from '../../shared/activities/activity-changes.schema.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { isChanged } from '../../shared/activities/activity-changes.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { ReviewStep, SpellingInput } from '../../shared/review/review.schema.ts'
import type { SiteChangesReply } from '../../shared/sites/site-changes.schema.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { withServer } from '../support/product/app.ts'
import { aMov, batchOne, principleNumber, takeMails } from '../support/records/activity-factories.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aSite } from '../support/records/factories.ts'
import { siteCalls, type SiteCalls } from '../support/records/site-calls.ts'

/** An approver corrects spelling while approving: "edited and accepted". */

const OLD = 'Samahn ng mga Tagapangalaga'
const NEW = 'Samahan ng mga Tagapangalaga'
const NAME: SpellingInput = { field: 'name_of_partner', text: NEW }
const LABEL = 'Name of Partner/Implementer'
const APPROVER: Record<Level, string> = {
  PENRO: 'laguna.approver',
  Region: 'r4a.approver',
  FMB: 'fmb.approver',
}

const t = withServer()
let calls: SiteCalls
beforeAll(async () => {
  calls = siteCalls(t)
})
afterAll(async () => {
  await expectClaims(t)
})

type Kind = '/sites' | '/sites/activities'
const approve = async (kind: Kind, id: number, level: Level, edits?: unknown, more: object = {}) =>
  (await t.as(APPROVER[level])).post(`${kind}/approved/${id}`, { ...(edits ? { edits } : {}), ...more })

const approved = async (kind: Kind, id: number, level: Level, edits?: SpellingInput[]) => {
  const reply = await approve(kind, id, level, edits)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { siteProfile: SiteProfile; siteActivities: SiteActivity }
}
const get = async <T>(path: string, person = 'laguna.encoder'): Promise<T> => {
  const reply = await (await t.as(person)).get(path)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as T
}
const historyOf = async (kind: Kind, id: number) =>
  (await get<{ history: ReviewStep[] }>(`${kind}/${id}`)).history

/** The changes of the newest row of the log with this event about a record. */
const logged = async (id: number, event: string, module = 'Profiling of SITES') => {
  const row = await t.db
    .selectFrom('audit_logs')
    .select(['id', 'field_change', 'user_email'])
    .where('auditable_type', '=', module)
    .where('auditable_id', '=', id)
    .where('event', '=', event)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { id: row?.id ?? 0, by: row?.user_email, changes: (row?.field_change ?? []) as { field: string }[] }
}

describe('a profile', () => {
  test('has its spelling corrected by an approver: record, history, log and mail say so', async () => {
    const site = await calls.created({
      name_of_partner: OLD,
      implementation_arrangement_others: 'CBFMA agrement',
    })
    await takeMails(t)
    const { siteProfile: after } = await approved('/sites', site.id, 'PENRO', [
      NAME,
      { field: 'implementation_arrangement_others', text: 'CBFMA agreement' },
    ])
    expect(after).toMatchObject({
      name_of_partner: NEW,
      implementation_arrangement_others: 'CBFMA agreement',
      revision: site.revision + 1,
      penro_status: 'Approved',
      submitted_by_id: site.submitted_by_id,
    })
    const edits = [
      { field: 'name_of_partner', label: LABEL, old: OLD, new: NEW },
      {
        field: 'implementation_arrangement_others',
        label: 'Implementation Arrangement',
        old: 'CBFMA agrement',
        new: 'CBFMA agreement',
      },
    ]
    const history = await historyOf('/sites', site.id)
    expect(history.at(-1)).toMatchObject({ action: 'Approved', level: 'PENRO', edits })
    expect(history[0]).toMatchObject({ action: 'Submitted', edits: [] })
    const row = await logged(site.id, 'Approved (PENRO)')
    expect(row.by).toContain('laguna.approver')
    expect(row.changes).toEqual(
      expect.arrayContaining([
        { field: 'name_of_partner', old: OLD, new: NEW },
        { field: 'implementation_arrangement_others', old: 'CBFMA agrement', new: 'CBFMA agreement' },
      ]),
    )
    const mails = await takeMails(t)
    const [told, ...others] = mails.filter(({ subject }) => subject.includes('spelling corrected'))
    expect(others).toEqual([])
    expect(told?.to).toContain('laguna.encoder')
    expect(told?.subject).toBe(`${site.code}: spelling corrected by PENRO`)
    expect(told?.text).toContain(
      `PENRO corrected the spelling of ${LABEL} and Implementation Arrangement while approving a SITES profile of yours.`,
    )
    expect(told?.text).toContain(`> before: ${OLD}\n> after: ${NEW}`)
    expect(told?.text).toContain(`/sitemap/view/${site.id}`)
    // the next level is told by the new name
    expect(mails.find(({ subject }) => subject.includes('waiting'))?.text).toContain(NEW)
    expect(mails.filter(({ text }) => text.includes(OLD))).toEqual([told])
    const found = await get<{ data: { id: number }[] }>(
      `/sites/datatable?search=${encodeURIComponent(NEW)}&page=1&length=10`,
    )
    expect(found.data.map(({ id }) => id)).toContain(site.id)
  })

  test('is told to nobody who wants no mail, and not to the person who corrects', async () => {
    const site = await calls.created({ name_of_partner: OLD })
    const encoder = await t.userId('laguna.encoder')
    const choose = (mail_choice: 'off' | null) =>
      t.db.updateTable('users').set({ mail_choice }).where('id', '=', encoder).execute()
    await choose('off')
    await takeMails(t)
    await approved('/sites', site.id, 'PENRO', [NAME])
    await choose(null)
    expect((await takeMails(t)).filter(({ subject }) => subject.includes('spelling'))).toEqual([])
  })

  test('states the corrected name at the final approval, with which everything public agrees', async () => {
    const { id, code } = await aSite(t, { level: 'FMB', name_of_partner: OLD, boundary: null })
    await approved('/sites', id, 'FMB', [NAME])
    const { changes } = await logged(id, 'Approved (FMB)')
    expect(changes.filter(({ field }) => field === 'name_of_partner')).toEqual([
      { field: 'name_of_partner', old: OLD, new: NEW },
      { field: 'name_of_partner', old: null, new: NEW },
    ])
    const encoder = await t.as('laguna.encoder')
    const created = await encoder.post('/sites/activities', { site_profile_id: id })
    expect(created.json().siteActivities.site_profile_name).toBe(NEW)
    await publishNow(t)
    await expectClaims(t)
    const list = await t.db.selectFrom('approved_sites').select('site_profile_id').execute()
    expect(list.map((one) => one.site_profile_id)).toContain(id)
    const proof = await t.app.inject({
      url: `/api/sites/dashboard/${id}/proof`,
      headers: { 'x-api-key': 'test-key' },
    })
    expect(proof.statusCode, `${code} ${proof.body}`).toBe(200)
  })

  test('is not changed by what is more than spelling, or by other fields', async () => {
    const site = await calls.created({ name_of_partner: 'Samahan ng 12 Bundok' })
    const refused = async (edits: unknown, field: string, sentence: string | RegExp) => {
      const { errors } = await calls.refused(site.id, 422, () => approve('/sites', site.id, 'PENRO', edits))
      expect(errors[field]?.[0]).toMatch(sentence)
    }
    const name = (text: string) => [{ field: 'name_of_partner', text }]
    await refused(name('Samahan ng 13 Bundok'), 'edits.0.text', /^Numbers stay/)
    await refused(name('Samahan ng ١٢ Bundok'), 'edits.0.text', /^Numbers stay/)
    await refused(name('Pederasyon ng 12 Kagubatan'), 'edits.0.text', /^This is more than spelling/)
    await refused(name('\u202e\u200b'), 'edits.0.text', /is required/)
    await refused(name('a'.repeat(201)), 'edits.0.text', /cannot exceed 200 characters/)
    await refused(name('a'.repeat(2001)), 'edits.0.text', /cannot exceed 2,000 characters/)
    for (const field of [
      'project_area',
      'code',
      'year_implemented',
      'city_id',
      'what_happened:1',
      '__proto__',
    ])
      await refused([{ field, text: '1' }], 'edits.0.field', /no such text/)
    await refused([...name('Samahan ng 12 Bundoks'), ...name('x')], 'edits', /named once/)
    // the first is right, the second is not: nothing is written
    await refused(
      [...name('Samahan ng 12 Bundoks'), { field: 'implementation_arrangement_others', text: '' }],
      'edits.1.text',
      /is required/,
    )
    for (const edits of [
      {},
      'x',
      [{ field: 'name_of_partner' }],
      [{ field: 1, text: 2 }],
      Array(61).fill(NAME),
    ])
      expect((await approve('/sites', site.id, 'PENRO', edits)).statusCode).toBe(422)
  })

  test('takes markup as it is typed, and nothing invisible', async () => {
    const site = await calls.created({ name_of_partner: 'Samahan <b>ng</b> Bundok' })
    const { siteProfile } = await approved('/sites', site.id, 'PENRO', [
      { field: 'name_of_partner', text: '\u202eSamahan\u200b  <i>ng</i>\u0000 Bundok\n' },
    ])
    expect(siteProfile.name_of_partner).toBe('Samahan <i>ng</i> Bundok')
  })

  test('needs the right to approve, at its office and level, in its state and revision', async () => {
    const site = await calls.created({ name_of_partner: OLD })
    const by = async (person: string | null, revision = site.revision) =>
      (await t.as(person)).post(`/sites/approved/${site.id}`, { edits: [NAME], revision })
    await calls.refused(site.id, 401, () => by(null))
    await calls.refused(site.id, 403, () => by('laguna.encoder'))
    await calls.refused(site.id, 404, () => by('quezon.approver'))
    await calls.refused(site.id, 409, () => by('laguna.approver', site.revision + 1))
    await approved('/sites', site.id, 'PENRO', [NAME])
    await calls.refused(site.id, 409, () => by('laguna.approver'))
    // the same text is no edit, and no mail
    await takeMails(t)
    await approved('/sites', site.id, 'Region', [NAME])
    expect((await historyOf('/sites', site.id)).at(-1)?.edits).toEqual([])
    expect((await takeMails(t)).filter(({ subject }) => subject.includes('spelling'))).toEqual([])
  })

  test('is decided once: of two approvers one corrects and the other is told', async () => {
    for (let time = 0; time < 5; time += 1) {
      const site = await calls.created({ name_of_partner: OLD })
      const replies = await Promise.all([
        approve('/sites', site.id, 'PENRO', [NAME]),
        approve('/sites', site.id, 'PENRO'),
        calls.return('PENRO', site.id),
      ])
      const done = replies.filter(({ statusCode }) => statusCode === 200)
      expect(done).toHaveLength(1)
      for (const one of replies.filter((reply) => reply !== done[0])) expect(one.statusCode).toBe(409)
      const { name_of_partner } = await calls.rowOf(site.id)
      expect(name_of_partner).toBe(replies[0]?.statusCode === 200 ? NEW : OLD)
      const history = await historyOf('/sites', site.id)
      expect(history.flatMap(({ edits }) => edits)).toHaveLength(replies[0]?.statusCode === 200 ? 1 : 0)
    }
  })

  test('sent again with its form key is corrected once, and with another text refused', async () => {
    const site = await calls.created({ name_of_partner: OLD })
    const { token } = await t.as('laguna.approver')
    const send = (text: string) =>
      t.app.inject({
        method: 'POST',
        url: `/api/sites/approved/${site.id}`,
        headers: {
          'x-api-key': 'test-key',
          authorization: `Bearer ${token}`,
          'idempotency-key': '6a1f4f3e-7d3f-4e0a-9c53-0d4c0a3b2f11',
        },
        payload: { edits: [{ field: 'name_of_partner', text }] },
      })
    const first = await send(NEW)
    expect(first.statusCode, first.body).toBe(200)
    expect((await send(NEW)).body).toBe(first.body)
    expect((await send(`${NEW}s`)).statusCode).toBe(409)
    expect((await historyOf('/sites', site.id)).flatMap(({ edits }) => edits)).toHaveLength(1)
  })

  test('shows a later return without the reviewer’s spelling as a change of the encoder', async () => {
    const site = await calls.created({ name_of_partner: OLD })
    await approved('/sites', site.id, 'PENRO', [NAME])
    expect((await calls.return('Region', site.id)).statusCode).toBe(200)
    const encoder = await t.as('laguna.encoder')
    const points = await get<{ data: { id: number }[] }>(`/sites/${site.id}/points?page=1&length=10`)
    expect(points.data).toHaveLength(1)
    expect((await encoder.patch(`/sites/${site.id}`, { project_year_end: 2031 })).statusCode).toBe(200)
    expect((await encoder.post(`/sites/submitted/${site.id}`)).statusCode).toBe(200)
    const changes = await get<SiteChangesReply>(`/sites/${site.id}/changes`, 'laguna.approver')
    expect(changes.fields.map(({ field }) => field)).toEqual(['project_year_end'])
    expect(changes.corrections).toEqual([
      {
        field: 'name_of_partner',
        label: LABEL,
        old: OLD,
        new: NEW,
        round: 1,
        level: 'PENRO',
        by: expect.any(String),
        at: expect.any(String),
      },
    ])
    // the answer of the return names what the encoder changed
    const { data } = await get<{ data: { steps: { change: { new: string } | null }[] }[] }>(
      `/sites/${site.id}/points?page=1&length=10`,
    )
    expect(data[0]?.steps.at(-1)?.change?.new).toBe('1 change: Project Year End')
    // a second correction, in the next round
    await approved('/sites', site.id, 'PENRO', [{ field: 'name_of_partner', text: `${NEW}s` }])
    const both = await get<SiteChangesReply>(`/sites/${site.id}/changes`, 'r4a.approver')
    expect(both.fields.map(({ field }) => field)).toEqual(['project_year_end'])
    expect(both.corrections?.map(({ round, new: now }) => [round, now])).toEqual([
      [1, NEW],
      [2, `${NEW}s`],
    ])
  })

  test('of the first round has its corrections in the comparison as well', async () => {
    const site = await calls.created({ name_of_partner: OLD })
    await approved('/sites', site.id, 'PENRO', [NAME])
    expect(await get<SiteChangesReply>(`/sites/${site.id}/changes`, 'r4a.approver')).toMatchObject({
      round: null,
      fields: [],
      corrections: [{ level: 'PENRO', new: NEW }],
    })
  })

  test('loses the texts of an erased step, and its facts stay', async () => {
    const site = await calls.created({ implementation_arrangement_others: 'Agrement of Juan' })
    await approved('/sites', site.id, 'PENRO', [
      { field: 'implementation_arrangement_others', text: 'Agreement of Juan' },
    ])
    await publishNow(t)
    const { id } = await logged(site.id, 'Approved (PENRO)')
    await eraseRow(t.services, id, 'Asked for by the person')
    expect((await historyOf('/sites', site.id)).at(-1)?.edits).toEqual([])
    const { rows } =
      await sql`select from audit_logs where id = ${id} and field_change::text like '%Juan%'`.execute(t.db)
    expect(rows).toEqual([])
  })
})

describe('an activity', () => {
  const STORY = 'Thirty treees were planted\nin 3 barangays.'
  /** Submitted, with a text under two indicators of principle 5 and a figure. */
  const anActivity = async () => {
    const encoder = await t.as('laguna.encoder')
    // approved by a call, so that the log has it
    const { id: site_profile_id } = await aSite(t, { level: 'FMB', boundary: null })
    await approved('/sites', site_profile_id, 'FMB')
    const { id: sites_principle_id, indicators } = principleNumber(await batchOne(t), 5)
    const created = await encoder.post('/sites/activities', {
      site_profile_id,
      sites_principle_id,
      criteria_means: [
        {
          sites_criteria_indicator_id: indicators[0],
          upload_id: [await aMov(t, 'laguna.encoder')],
          what_happened: STORY,
        },
        { sites_criteria_indicator_id: indicators[1], upload_id: [], what_happened: 'Nothing else.' },
      ],
    })
    expect(created.statusCode, created.body).toBe(200)
    const { id } = created.json().siteActivities as SiteActivity
    expect((await encoder.post(`/sites/activities/submitted/${id}`)).statusCode).toBe(200)
    return { id, field: `what_happened:${indicators[0]}`, sites_principle_id, indicator: indicators[0] }
  }
  const FIXED = STORY.replace('treees', 'trees')

  test('has what happened corrected up to the final approval, whose statement of it agrees', async () => {
    const { id, field, indicator } = await anActivity()
    await takeMails(t)
    const { siteActivities } = await approved('/sites/activities', id, 'PENRO', [{ field, text: FIXED }])
    const textOf = (activity: SiteActivity) =>
      activity.facts.find((one) => one.sites_criteria_indicator_id === indicator)?.what_happened
    expect(textOf(siteActivities)).toBe(FIXED)
    const [edit] = (await historyOf('/sites/activities', id)).at(-1)?.edits ?? []
    expect(edit).toEqual({
      field,
      old: STORY,
      new: FIXED,
      label: expect.stringMatching(/^What happened 5\.\d\.\d$/),
    })
    const { changes } = await logged(id, 'Approved (PENRO)', 'SITES Activities')
    expect(changes).toContainEqual({ field: edit?.label, old: STORY, new: FIXED })
    const [told] = (await takeMails(t)).filter(({ subject }) => subject.includes('spelling corrected'))
    expect(told?.text).toContain('treees')
    await approved('/sites/activities', id, 'Region')
    await approved('/sites/activities', id, 'FMB', [{ field, text: FIXED.replace('planted', 'plantd') }])
    await publishNow(t)
    await expectClaims(t)
  })

  test('is not changed by other texts, other numbers, or a text of another activity', async () => {
    const { id, field } = await anActivity()
    const before = await get<{ siteActivities: SiteActivity }>(`/sites/activities/${id}`)
    for (const [edit, sentence] of [
      [{ field, text: STORY.replace('3', '4') }, /^Numbers stay/],
      [{ field, text: STORY.replace('Thirty', 'Forty') }, /^Words such as/],
      [{ field, text: 'Another text of what happened.' }, /^Numbers stay/],
      [{ field: 'what_happened:999999', text: 'x' }, /no such text/],
      [{ field: 'what_happened:', text: 'x' }, /no such text/],
      [{ field: 'site_profile_name', text: 'x' }, /no such text/],
      [{ field: 'reporting_year', text: '2025' }, /no such text/],
    ] as const) {
      const reply = await approve('/sites/activities', id, 'PENRO', [edit])
      expect(reply.statusCode).toBe(422)
      expect(Object.values(reply.json().errors as Record<string, string[]>)[0]?.[0]).toMatch(sentence)
    }
    expect((await get<{ siteActivities: SiteActivity }>(`/sites/activities/${id}`)).siteActivities).toEqual(
      before.siteActivities,
    )
  })

  test('compares a later return without the reviewer’s spelling', async () => {
    const { id, field, sites_principle_id, indicator } = await anActivity()
    await approved('/sites/activities', id, 'PENRO', [{ field, text: FIXED }])
    const region = await t.as('r4a.approver')
    const returned = await region.post(`/sites/activities/returned/${id}`, {
      points: [
        {
          kind: 'correct',
          text: 'Say where it was.',
          place: { about: 'indicator', sites_criteria_indicator_id: indicator },
        },
      ],
    })
    expect(returned.statusCode, returned.body).toBe(200)
    const changes = () =>
      get<ActivityChangesReply>(`/sites/activities/${id}/changes?page=1&length=10`, 'laguna.encoder')
    const before = await changes()
    expect(before.principles.filter(isChanged)).toEqual([])
    expect(before.corrections).toMatchObject([{ field, level: 'PENRO', old: STORY, new: FIXED, round: 1 }])
    const points = async () =>
      (await get<{ data: { change: unknown }[] }>(`/sites/activities/${id}/points?page=1&length=10`)).data
    expect((await points())[0]?.change).toBeNull()
    const saved = await (await t.as('laguna.encoder')).post(`/sites/activities/verification/${id}`, {
      sites_principle_id,
      criteria_means: [
        {
          sites_criteria_indicator_id: indicator,
          upload_id: (
            await get<{ siteActivities: SiteActivity }>(`/sites/activities/${id}`)
          ).siteActivities.verification
            .filter((one) => one.sites_criteria_indicator_id === indicator)
            .flatMap(({ upload }) => upload.map(({ upload_id }) => upload_id)),
          what_happened: `${FIXED} Near the river.`,
        },
      ],
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const [fact] = (await changes()).principles.flatMap(({ facts }) => facts)
    expect(fact).toMatchObject({ old: FIXED, new: `${FIXED} Near the river.` })
    expect((await points())[0]?.change).toMatchObject({ old: FIXED })
  })
})
