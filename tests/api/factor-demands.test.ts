import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskList } from '../../server/jobs.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'

const TODAY = new Date('2026-11-27T02:00:00Z')
const FIRST = '2026-12-11'

describe('what a level demands', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startApp()
  })
  afterAll(() => t.close())

  const demand = async (name: string | null, body: object) =>
    (await t.as(name)).post('/sign-in/demands', body)
  const revisionOf = async (access_level: string) => {
    const reply = await (await t.as('fmb.super')).get('/sign-in/demands')
    const { data } = reply.json<{ data: { access_level: string; revision: number }[] }>()
    return data.find((one) => one.access_level === access_level)?.revision ?? 0
  }

  test('is off everywhere at first', async () => {
    const reply = await (await t.as('fmb.super')).get('/sign-in/demands')
    expect(reply.json().data).toMatchObject([
      { access_level: 'FMB', demand: 'off', required_from: null, with_factor: 0, updated_by_name: null },
      { access_level: 'Region', demand: 'off', required_from: null },
      { access_level: 'PENRO', demand: 'off', required_from: null },
    ])
  })

  test('is set by them, 14 days ahead at least, with a log row', async () => {
    t.setNow(TODAY)
    const body = { access_level: 'Region', demand: 'required', revision: await revisionOf('Region') }
    const early = await demand('fmb.super', { ...body, required_from: '2026-12-10' })
    expect(early.statusCode).toBe(422)
    expect(early.json().errors.required_from[0]).toContain('Choose Dec 11, 2026 or later')
    expect((await demand('fmb.super', { ...body })).json().errors).toHaveProperty('required_from')
    expect((await demand('fmb.super', { ...body, required_from: 'soon' })).statusCode).toBe(422)

    const set = await demand('fmb.super', { ...body, required_from: FIRST })
    expect(set.json()).toMatchObject({ access_level: 'Region', demand: 'required', required_from: FIRST })
    const row = await t.db
      .selectFrom('audit_logs')
      .select(['event', 'auditable_code', 'field_change'])
      .where('event', '=', 'Demand Set')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      auditable_code: 'Region',
      field_change: [
        { field: 'demand', old: 'off', new: 'required' },
        { field: 'required_from', old: null, new: FIRST },
        { field: 'proof' },
      ],
    })
  })

  test('is set by one of two administrators at once; the other is told', async () => {
    const body = { access_level: 'FMB', demand: 'offered', revision: await revisionOf('FMB') }
    const replies = await Promise.all([demand('fmb.super', body), demand('fmb.admin', body)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().message).toContain('Another administrator has changed this demand')
  })
})

test('people are told of a day once, 14 days before, and can only set up a factor from then on', async () => {
  const t = await startAppForTest()
  const { tasks, close } = taskList(t.services)
  const mailsTold = async () => {
    await tasks.tell_of_demands()
    const jobs = await sql`select payload from graphile_worker._private_jobs order by id`.execute(t.db)
    return JSON.stringify(jobs.rows)
  }
  const laguna = await t.as('laguna.encoder')
  const rest = () => laguna.get('/validate-token')
  await t.db
    .updateTable('factor_demands')
    .set({ demand: 'required', required_from: '2026-12-20' })
    .where('access_level', '=', 'PENRO')
    .execute()

  const at = (iso: string) => {
    t.setNow(new Date(iso))
    return t.db.updateTable('sessions').set({ created_at: iso, last_used_at: iso }).execute()
  }
  await at('2026-12-05T02:00:00Z')
  expect(await mailsTold()).not.toContain('A second factor is needed')
  expect((await rest()).json().actor).not.toHaveProperty('factor_from')
  // until then it is offered, as where a level demands no more than that
  expect((await rest()).json().actor).toMatchObject({ factor_offered: true })

  await at('2026-12-06T02:00:00Z')
  const told = await mailsTold()
  expect(told).toContain('A second factor is needed from Dec 20, 2026')
  expect(await mailsTold()).toBe(told)
  expect((await rest()).json().actor).toMatchObject({ factor_from: '2026-12-20' })
  expect((await laguna.get('/sites/datatable')).statusCode).toBe(200)

  await at('2026-12-20T02:00:00Z')
  expect((await rest()).json().actor).toMatchObject({ factor_first: true })
  const refused = await laguna.get('/sites/datatable')
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({
    message: 'Please set up your second factor first.',
    refusal: { code: 'factor_first' },
  })
  // others of another level work on
  await t.as('fmb.approver')
  await at('2026-12-20T02:00:00Z')
  expect((await (await t.as('fmb.approver')).get('/sites/datatable')).statusCode).toBe(200)
  close()
})
