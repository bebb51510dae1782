import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskList } from '../../server/lib/jobs.ts'
import { DRAFT_DAYS, DRAFT_MAX_LENGTH, DRAFTS_PER_PERSON } from '../../shared/drafts/drafts.schema.ts'
import { anActivity, anApprovedSite } from '../support/activity-factories.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { aSite, siteInput } from '../support/factories.ts'
import { auditCount } from '../support/people.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

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
      ...{ record_id: 0, revision: 0, updated_at },
      content: content('Katipunan ñ 🌳'),
    })
  })

  test('belongs to one form of one record of one person', async () => {
    await keep('quezon.encoder', 'site-edit', { record_id: 7, revision: 3 })
    expect(await kept('quezon.encoder', 'site-edit', 7)).toMatchObject({ record_id: 7, revision: 3 })
    expect(await kept('quezon.encoder', 'site-edit', 8)).toBe(null)
    expect(await kept('quezon.encoder', 'site-edit')).toBe(null)
    expect(await kept('quezon.encoder', 'site-return', 7)).toBe(null)
    expect(await kept('quezon.approver', 'site-edit', 7)).toBe(null)
    expect(await kept('fmb.super', 'site-edit', 7)).toBe(null)

    // nor can anybody else forget it
    const other = await (await t.as('fmb.super')).post('/drafts/site-edit/discard', { record_id: 7 })
    expect(other.statusCode).toBe(200)
    expect(await kept('quezon.encoder', 'site-edit', 7)).not.toBe(null)
    await (await t.as('quezon.encoder')).post('/drafts/site-edit/discard', { record_id: 7 })
    expect(await kept('quezon.encoder', 'site-edit', 7)).toBe(null)
  })

  test('is no change of a record and leaves no line in the log', async () => {
    const lines = await auditCount(t)
    await keep('laguna.encoder', 'site-add')
    await (await t.as('laguna.encoder')).post('/drafts/site-add/discard', {})
    expect(await auditCount(t)).toBe(lines)
  })

  test('is refused without a session, of an unknown form, unreadable or too long', async () => {
    const nobody = await t.as(null)
    const encoder = await t.as('laguna.encoder')
    expect((await nobody.get('/drafts/site-add')).statusCode).toBe(401)
    expect((await nobody.post('/drafts/site-add', { content: '{}' })).statusCode).toBe(401)
    expect((await nobody.post('/drafts/site-add/discard', {})).statusCode).toBe(401)
    expect((await encoder.get('/drafts/users')).statusCode).toBe(404)
    expect((await encoder.post('/drafts/users', { content: '{}' })).statusCode).toBe(404)

    const refused = async (body: object) => (await encoder.post('/drafts/site-add', body)).json()
    expect(await refused({})).toMatchObject({
      status: 422,
      errors: { content: ['This draft cannot be kept.'] },
    })
    expect(await refused({ content: '{"name":' })).toMatchObject({ status: 422 })
    expect(await refused({ content: '{}', record_id: -1 })).toMatchObject({ status: 422 })
    const [atLimit, above] = [DRAFT_MAX_LENGTH, DRAFT_MAX_LENGTH + 1].map((length) =>
      JSON.stringify('ñ'.repeat(length - 2)),
    )
    expect((await encoder.post('/drafts/site-add', { content: atLimit })).statusCode).toBe(200)
    expect(await refused({ content: above })).toMatchObject({
      status: 422,
      errors: { content: ['This draft is too long to be kept.'] },
    })
  })

  test('of somebody with very many makes the oldest go', async () => {
    for (let record_id = 1; record_id <= DRAFTS_PER_PERSON + 2; record_id += 1)
      await keep('zds.encoder', 'site-edit', { record_id })
    expect(await kept('zds.encoder', 'site-edit', 2)).toBe(null)
    expect(await kept('zds.encoder', 'site-edit', 3)).not.toBe(null)
    expect(await kept('zds.encoder', 'site-edit', DRAFTS_PER_PERSON + 2)).not.toBe(null)
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
