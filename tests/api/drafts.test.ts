import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { taskList } from '../../server/jobs.ts'
import {
  DRAFT_DAYS,
  DRAFT_MAX_LENGTH,
  MANY_DRAFTS,
  MOST_DRAFTS,
  type UnfinishedForm,
} from '../../shared/drafts/drafts.schema.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import {
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { aFile, aSite, siteInput } from '../support/records/factories.ts'
import { auditCount } from '../support/records/people.ts'

const t = withServer()

const content = (text: string) => JSON.stringify({ name_of_partner: text, province_id: '' })

async function keep(person: string, form: string, more: object = {}) {
  const reply = await (await t.as(person)).post(`/drafts/${form}`, { content: content('Samahan'), ...more })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().updated_at as string
}

async function kept(person: string, form: string, record_id?: number) {
  const reply = await (await t.as(person)).get(
    `/drafts/${form}${record_id === undefined ? '' : `?record_id=${record_id}`}`,
  )
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().draft as { content: string; revision: number; updated_at: string } | null
}

describe('a draft', () => {
  test('comes back on any device as it was typed, empty fields too, the newest in place of the older', async () => {
    expect(await kept('laguna.encoder', 'site-add')).toBe(null)
    await keep('laguna.encoder', 'site-add', { content: content('Kat') })
    const updated_at = await keep('laguna.encoder', 'site-add', { content: content('Katipunan ñ 🌳') })
    expect(await kept('laguna.encoder', 'site-add')).toEqual({
      record_id: 0,
      revision: 0,
      updated_at,
      content: content('Katipunan ñ 🌳'),
    })
  })

  test('[S-143] is listed by the name of its site, the newest first, for its owner alone', async () => {
    const site = await aSite(t, { name_of_partner: 'Samahan ng Lumban', site_status: 'Returned' })
    const approved = await anApprovedSite(t)
    const { id } = await anActivity(t, 'DRAFT', { site_profile_id: approved })
    const unfinished = async (person: string) =>
      (await (await t.as(person)).get('/drafts/unfinished')).json().forms as UnfinishedForm[]
    expect(await unfinished('r4a.approver')).toEqual([])
    await (await t.as('laguna.encoder')).post('/drafts/discard', {})
    await keep('laguna.encoder', 'site-edit', { record_id: site.id, revision: site.revision })
    await keep('laguna.encoder', 'evidence-3', { record_id: approved })
    const values = { name_of_partner: ' Samahan ng Bagong Anyo ' }
    await keep('laguna.encoder', 'site-add', {
      content: JSON.stringify({ form_key: 'x', values }),
    })
    const forms = await unfinished('laguna.encoder')
    expect(forms).toMatchObject([
      { form: 'site-add', record_id: 0, name: 'Samahan ng Bagong Anyo', code: null },
      { form: 'evidence-3', record_id: approved, site_activity_id: id },
      {
        form: 'site-edit',
        record_id: site.id,
        name: 'Samahan ng Lumban',
        code: site.code,
        site_activity_id: null,
      },
    ])
    expect(JSON.stringify(forms)).not.toContain('content')
    expect((await unfinished('quezon.encoder')).map(({ name }) => name)).not.toContain('Samahan ng Lumban')
    // a site that the owner of the draft may not read is not named
    await keep('quezon.encoder', 'site-edit', { record_id: site.id })
    expect((await unfinished('quezon.encoder')).filter(({ record_id }) => record_id === site.id)).toEqual([])
    await (await t.as('quezon.encoder')).post('/drafts/discard', {})
    await (await t.as('laguna.encoder')).post('/drafts/discard', {})
  })

  test('belongs to one form of one record of one person', async () => {
    await keep('quezon.encoder', 'site-edit', { record_id: 7, revision: 3 })
    expect(await kept('quezon.encoder', 'site-edit', 7)).toMatchObject({ record_id: 7, revision: 3 })
    expect(await kept('quezon.encoder', 'site-edit', 8)).toBe(null)
    expect(await kept('quezon.encoder', 'site-edit')).toBe(null)
    expect(await kept('quezon.encoder', 'site-return', 7)).toBe(null)
    expect(await kept('quezon.approver', 'site-edit', 7)).toBe(null)
    expect(await kept('fmb.super', 'site-edit', 7)).toBe(null)

    // another user cannot discard it
    const other = await (await t.as('fmb.super')).post('/drafts/site-edit/discard', { record_id: 7 })
    expect(other.statusCode).toBe(200)
    expect(await kept('quezon.encoder', 'site-edit', 7)).not.toBe(null)
    await keep('quezon.encoder', 'site-edit', { record_id: 8 })
    await keep('quezon.encoder', 'site-return', { record_id: 7 })
    await (await t.as('quezon.encoder')).post('/drafts/site-edit/discard', { record_id: 7 })
    expect(await kept('quezon.encoder', 'site-edit', 7)).toBe(null)
    expect(await kept('quezon.encoder', 'site-edit', 8)).not.toBe(null)
    expect(await kept('quezon.encoder', 'site-return', 7)).not.toBe(null)
  })

  test('is no change of a record and leaves no line in the log', async () => {
    const lines = await auditCount(t)
    await keep('laguna.encoder', 'site-add')
    await (await t.as('laguna.encoder')).post('/drafts/site-add/discard', {})
    expect(await auditCount(t)).toBe(lines)
  })

  test('is refused of an unknown form, unreadable or too long', async () => {
    const encoder = await t.as('laguna.encoder')
    expect((await encoder.get('/drafts/users')).statusCode).toBe(404)
    expect((await encoder.post('/drafts/users', { content: '{}' })).statusCode).toBe(404)

    const refused = async (body: object) => (await encoder.post('/drafts/site-add', body)).json()
    expect(await refused({})).toMatchObject({
      status: 422,
      errors: { content: ['This draft cannot be saved.'] },
    })
    expect(await refused({ content: '{"name":' })).toMatchObject({ status: 422 })
    expect(await refused({ content: '{}', record_id: -1 })).toMatchObject({ status: 422 })
    const [atLimit, above] = [DRAFT_MAX_LENGTH, DRAFT_MAX_LENGTH + 1].map((length) =>
      JSON.stringify('ñ'.repeat(length - 2)),
    )
    expect((await encoder.post('/drafts/site-add', { content: atLimit })).statusCode).toBe(200)
    expect(await refused({ content: above })).toMatchObject({
      status: 422,
      errors: { content: ['This draft is too long to be saved.'] },
    })
  })

  test('of every form of a record is told in one call, and only the own', async () => {
    await keep('quezon.encoder', 'evidence-3', { record_id: 91 })
    await keep('quezon.encoder', 'evidence-1', { record_id: 91, content: content('Kat') })
    await keep('quezon.encoder', 'evidence-1', { record_id: 92 })
    await keep('ncr.approver', 'evidence-2', { record_id: 91 })
    const reply = await (await t.as('quezon.encoder')).get('/drafts?record_id=91')
    expect(reply.json().drafts).toMatchObject([
      { form: 'evidence-1', record_id: 91, content: content('Kat') },
      { form: 'evidence-3', record_id: 91 },
    ])
    expect((await (await t.as('quezon.encoder')).get('/drafts')).statusCode).toBe(422)
  })

  test('goes with all others of its person, and nobody else’s, when they say so', async () => {
    await keep('r9.approver', 'site-return', { record_id: 4 })
    await keep('r9.approver', 'activity-return', { record_id: 4 })
    await keep('zds.approver', 'site-return', { record_id: 4 })
    expect((await (await t.as('r9.approver')).post('/drafts/discard', {})).statusCode).toBe(200)
    expect(await kept('r9.approver', 'site-return', 4)).toBe(null)
    expect(await kept('r9.approver', 'activity-return', 4)).toBe(null)
    expect(await kept('zds.approver', 'site-return', 4)).not.toBe(null)
  })

  test('[S-166] of somebody with very many is never deleted: a word at forty, a refusal to begin at fifty, none for reviews', async () => {
    const encoder = await t.as('zds.encoder')
    await encoder.post('/drafts/discard', {})
    const save = (form: string, record_id: number) =>
      encoder.post(`/drafts/${form}`, { content: '{}', record_id })
    for (let record_id = 1; record_id < MANY_DRAFTS; record_id += 1)
      expect((await save('site-edit', record_id)).json().notice).toBe(undefined)
    expect((await save('site-edit', MANY_DRAFTS)).json().notice).toMatch(/^You have 40 unfinished forms\. /)
    for (let record_id = MANY_DRAFTS + 1; record_id <= MOST_DRAFTS; record_id += 1)
      await keep('zds.encoder', 'site-edit', { record_id })
    const refused = await save('site-edit', MOST_DRAFTS + 1)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(/^You have 50 unfinished forms, .+ your dashboard lists them/)
    const empty = await encoder.get(`/drafts/site-edit?record_id=${MOST_DRAFTS + 1}`)
    expect(empty.json()).toEqual({ draft: null, notice: refused.json().message })
    expect(await kept('zds.encoder', 'site-edit', 1)).not.toBe(null)
    // one that is begun goes on
    await keep('zds.encoder', 'site-edit', { record_id: 1 })
    // a review of a record can always begin, one of no record cannot
    const { id } = await aSite(t)
    await keep('zds.encoder', 'site-return', { record_id: id })
    expect((await save('site-return', 2_000_000_000)).statusCode).toBe(409)
    await keep('zds.approver', 'site-edit', { record_id: 1 })
  })

  test('[S-166] of two windows is merged place by place, and a save that is repeated changes nothing', async () => {
    const approver = await t.as('quezon.approver')
    const { id: record_id } = await aSite(t)
    const save = async (values: object, seen?: object, name = randomUUID() as string) => {
      const text = JSON.stringify({ form_key: 'key', values })
      const reply = await approver.post('/drafts/site-return', {
        record_id,
        content: text,
        save: name,
        ...(seen ? { seen: JSON.stringify(seen) } : {}),
      })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json() as { content?: string; is_joined: boolean }
    }
    const stored = async () =>
      JSON.parse((await kept('quezon.approver', 'site-return', record_id))?.content ?? '{}').values as object
    const point = (key: string) => ({ key, text: `About ${key}` })
    await save({ comments: {}, points: [point('a')] })
    // the second window was opened before, and has another point and a comment
    const second = await save({ comments: { all: 'From the second' }, points: [point('b')] })
    const both = { comments: { all: 'From the second' }, points: [point('a'), point('b')] }
    expect(JSON.parse(second.content ?? '{}').values).toEqual(both)
    expect(await stored()).toEqual(both)
    // both type into one comment at once, and one answer is lost
    const name = randomUUID()
    const [mine, yours] = ['mine', 'yours'].map((word) => ({
      ...both,
      comments: { all: `From the second ${word}` },
    })) as [typeof both, typeof both]
    await Promise.all([save(mine, both, name), save(yours, both)])
    const joined = await stored()
    expect(['From the second mine\n\nyours', 'From the second yours\n\nmine']).toContain(
      (joined as typeof both).comments.all,
    )
    await save(mine, both, name)
    expect(await stored()).toEqual(joined)
    const bad = (body: object) =>
      approver.post('/drafts/site-return', { record_id, content: '{}', save: name, ...body })
    const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`
    for (const body of [{ seen: '{' }, { save: 'x' }, { content: deep }, { seen: deep }])
      expect((await bad(body)).statusCode).toBe(422)
  })

  test('[S-166] that one window discards while another types keeps what was typed since, and brings nothing back', async () => {
    const approver = await t.as('quezon.approver')
    const { id: record_id } = await aSite(t)
    const save = (values: object, seen: object | null) =>
      approver.post('/drafts/site-return', {
        record_id,
        content: JSON.stringify({ form_key: 'key', values }),
        save: randomUUID(),
        ...(seen ? { seen: JSON.stringify(seen) } : {}),
      })
    const discard = async (seen: object) => {
      const body = { record_id, seen: JSON.stringify(seen) }
      const reply = await approver.post('/drafts/site-return/discard', body)
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const stored = async () => {
      const draft = await kept('quezon.approver', 'site-return', record_id)
      return draft && (JSON.parse(draft.content).values as object)
    }
    const seen = { comments: { a: 'Old' } }
    await save(seen, null)
    await save({ comments: { a: 'Old', b: 'New' } }, seen)
    await discard(seen)
    expect(await stored()).toEqual({ comments: { b: 'New' } })
    await discard({ comments: { b: 'New' } })
    expect(await stored()).toBe(null)
    // a window that learns of it only now saves what it has added
    await save({ comments: { a: 'Old', b: 'New', c: 'Newest' } }, { comments: { a: 'Old', b: 'New' } })
    expect(await stored()).toEqual({ comments: { c: 'Newest' } })
    await approver.post('/drafts/site-return/discard', { record_id })
    expect(await stored()).toBe(null)
  })

  test('kept from many tabs at once is one draft', async () => {
    const encoder = await t.as('ncr.encoder')
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, tab) =>
        encoder.post('/drafts/site-add', { content: content(`${tab}`) }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
    const rows = await t.db
      .selectFrom('form_drafts')
      .select('id')
      .where('user_id', '=', await t.userId('ncr.encoder'))
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('that nobody came back to is forgotten by the daily clean-up', async () => {
    const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
    await keep('r4a.approver', 'site-return', { record_id: 1 })
    await keep('r4a.approver', 'site-return', { record_id: 2 })
    const age = (record_id: number, updated_at: string) =>
      t.db.updateTable('form_drafts').set({ updated_at }).where('record_id', '=', record_id).execute()
    await age(1, days(DRAFT_DAYS + 1))
    await age(2, days(DRAFT_DAYS - 1))
    await taskList(t.services).tasks.clean_up_files()
    expect(await kept('r4a.approver', 'site-return', 1)).toBe(null)
    expect(await kept('r4a.approver', 'site-return', 2)).not.toBe(null)
  })
})

describe('work that is done takes its draft with it, in the same transaction', () => {
  const ok = async (reply: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await reply
    expect(statusCode, body).toBe(200)
  }

  test('a profile that is added', async () => {
    const encoder = await t.as('laguna.encoder')
    await keep('laguna.encoder', 'site-add')
    const refused = await encoder.post('/sites', await siteInput(t, { name_of_partner: 'x' }))
    expect(refused.statusCode).toBe(422)
    expect(await kept('laguna.encoder', 'site-add')).not.toBe(null)
    await ok(encoder.post('/sites', await siteInput(t)))
    expect(await kept('laguna.encoder', 'site-add')).toBe(null)
  })

  test('[S-166] a profile that is added, but not another new one', async () => {
    const encoder = await t.as('laguna.encoder')
    const [one, two] = [randomUUID(), randomUUID()] as const
    const form = (form_key: string, name_of_partner: string) => ({
      content: JSON.stringify({ form_key, values: { name_of_partner } }),
      save: randomUUID(),
    })
    await keep('laguna.encoder', 'site-add', { record_id: 11, ...form(one, 'Samahan ng Uno') })
    await keep('laguna.encoder', 'site-add', { record_id: 12, ...form(two, 'Samahan ng Dos') })
    const listed = async () =>
      ((await encoder.get('/drafts/unfinished')).json().forms as UnfinishedForm[])
        .filter(({ form }) => form === 'site-add')
        .map(({ name, record_id }) => [name, record_id])
    expect(await listed()).toEqual([
      ['Samahan ng Dos', 12],
      ['Samahan ng Uno', 11],
    ])
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${encoder.token}`, [FORM_KEY]: one }
    await ok(t.app.inject({ method: 'POST', url: '/api/sites', headers, payload: await siteInput(t) }))
    expect(await listed()).toEqual([['Samahan ng Dos', 12]])
    await encoder.post('/drafts/discard', {})
  })

  test('a profile that is corrected, but not the drafts of colleagues', async () => {
    const { id } = await aSite(t, { site_status: 'Returned' })
    await keep('laguna.encoder', 'site-edit', { record_id: id })
    await keep('fmb.super', 'site-edit', { record_id: id })
    await ok((await t.as('laguna.encoder')).patch(`/sites/${id}`, { name_of_partner: 'Samahan' }))
    expect(await kept('laguna.encoder', 'site-edit', id)).toBe(null)
    expect(await kept('fmb.super', 'site-edit', id)).not.toBe(null)
  })

  test('a profile that is returned or approved', async () => {
    const approver = await t.as('laguna.approver')
    const [returned, approved] = [await aSite(t), await aSite(t)]
    for (const { id } of [returned, approved]) await keep('laguna.approver', 'site-return', { record_id: id })
    await ok(approver.post(`/sites/returned/${returned.id}`, { returned_reason: 'Please correct the area.' }))
    await ok(approver.post(`/sites/approved/${approved.id}`))
    expect(await kept('laguna.approver', 'site-return', returned.id)).toBe(null)
    expect(await kept('laguna.approver', 'site-return', approved.id)).toBe(null)
  })

  test('evidence that is saved, first and later, but not that of another principle', async () => {
    const encoder = await t.as('laguna.encoder')
    const all = await batchOne(t)
    const [one, two] = [1, 2].map((number) => principleNumber(all, number).id)
    const site_profile_id = await anApprovedSite(t)
    for (const number of [1, 2])
      await keep('laguna.encoder', `evidence-${number}`, { record_id: site_profile_id })
    const reply = await encoder.post('/sites/activities', {
      site_profile_id,
      sites_principle_id: one,
      criteria_means: [],
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await kept('laguna.encoder', 'evidence-1', site_profile_id)).toBe(null)
    expect(await kept('laguna.encoder', 'evidence-2', site_profile_id)).not.toBe(null)
    const { id } = reply.json().siteActivities
    const body = { sites_principle_id: two, criteria_means: [] }
    await ok(encoder.post(`/sites/activities/verification/${id}`, body))
    expect(await kept('laguna.encoder', 'evidence-2', site_profile_id)).toBe(null)
  })

  test('an activity that is returned or approved', async () => {
    const approver = await t.as('laguna.approver')
    const atPenro = async () => anActivity(t, 'AT-PENRO', { site_profile_id: await anApprovedSite(t) })
    const [returned, approved] = [await atPenro(), await atPenro()]
    for (const { id } of [returned, approved])
      await keep('laguna.approver', 'activity-return', { record_id: id })
    await ok(approver.post(`/sites/activities/returned/${returned.id}`, { returned_reason_3: 'More.' }))
    await ok(approver.post(`/sites/activities/approved/${approved.id}`))
    expect(await kept('laguna.approver', 'activity-return', returned.id)).toBe(null)
    expect(await kept('laguna.approver', 'activity-return', approved.id)).toBe(null)
  })
})

// last, because it moves the clock
describe('what a draft names', () => {
  test('[S-97] is kept with it: its uploaded files go a day after the draft', async () => {
    const of = (name: string) => aFile(t, { name })
    const [named, other, foreign] = [await of('a.pdf'), await of('b.pdf'), await of('c.pdf')]
    const agreement = await of('moa.pdf')
    const evidence = (id: number) =>
      JSON.stringify({ 101: { added: [{ upload_id: id, size: 5 }], removed: [] } })
    await keep('laguna.encoder', 'evidence-2', { record_id: 55, content: evidence(named) })
    await keep('laguna.encoder', 'site-edit', {
      record_id: 55,
      content: JSON.stringify({ agreement_id: { id: agreement, name: 'moa.pdf' } }),
    })
    // another user's draft protects no file, nor does a number that only begins like the id
    await keep('quezon.encoder', 'evidence-2', { record_id: 55, content: evidence(foreign) })
    await keep('laguna.encoder', 'evidence-3', { record_id: 55, content: evidence(other * 10) })
    const ids = [named, other, foreign, agreement]
    const left = async () =>
      (await t.db.selectFrom('files').select('id').where('id', 'in', ids).orderBy('id').execute()).map(
        ({ id }) => id,
      )
    const onDay = async (day: number) => {
      t.setNow(new Date(Date.now() + day * 86_400_000))
      await taskList(t.services).tasks.clean_up_files()
    }
    await onDay(2)
    expect(await left()).toEqual([named, agreement].sort((a, b) => a - b))
    await onDay(DRAFT_DAYS + 1)
    await onDay(DRAFT_DAYS + 1)
    expect(await left()).toEqual([])
  })
})
