import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startApp, type TestApp } from '../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  const rows = [
    await line('laguna.encoder', '2031-03-09T15:59:59.999Z', 'Created', 'before midnight'),
    await line('laguna.encoder', '2031-03-09T16:00:00Z', 'Updated', 'first moment'),
    await line('quezon.encoder', '2031-03-11T04:00:00Z', 'Submitted', 'of Quezon'),
    await line('zds.encoder', '2031-03-12T04:00:00Z', 'Submitted', 'of Zamboanga'),
    await line('r4a.approver', '2031-03-13T04:00:00Z', 'Approved (Region)', 'of the region'),
    await line('fmb.super', '2031-03-14T04:00:00Z', 'Approved (FMB)', 'of the bureau'),
    await line('laguna.encoder', '2031-03-16T15:59:59.999Z', 'Submitted', 'last moment', [
      { field: 'name_of_partner', old: 'Bantay 100%', new: 'Samahang Niño' },
    ]),
    await line('laguna.encoder', '2031-03-16T16:00:00Z', 'Created', 'after midnight'),
  ]
  await t.db.insertInto('audit_logs').values(rows).execute()
})
afterAll(() => t.close())

/** One row of the log as this person left it. */
async function line(
  name: string,
  created_at: string,
  event: string,
  auditable_code: string,
  changes: object[] = [],
) {
  const user = await t.db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'first_name',
      'last_name',
      'email',
      'users.access_level',
      'region_id',
      'office_id',
      'roles.name',
    ])
    .where('users.id', '=', await t.userId(name))
    .executeTakeFirstOrThrow()
  return {
    created_at,
    user_id: user.id,
    user_name: `${user.first_name} ${user.last_name}`,
    user_email: user.email,
    role_name: user.name,
    access_level: user.access_level,
    region_id: user.region_id,
    office_id: user.office_id,
    auditable_type: 'Profiling of SITES',
    auditable_id: 7,
    auditable_code,
    event,
    field_change: JSON.stringify(changes),
  }
}

const WEEK = 'startDate=2031-03-10&endDate=2031-03-16'
const url = (more = WEEK) => `/reports/datatable/audit-logs?${more}`

async function codes(caller: Caller, more = WEEK): Promise<string[]> {
  const reply = await caller.get(url(more))
  expect(reply.statusCode).toBe(200)
  return reply.json().data.map((row: { auditable_code: string }) => row.auditable_code)
}

test('[AUDIT-03] a row carries the columns of the screen under their names', async () => {
  const reply = await (await t.as('fmb.admin')).get(url(`${WEEK}&length=1`))
  expect(reply.json()).toEqual({
    data: [
      {
        id: expect.any(Number),
        created_at: '2031-03-16T15:59:59.999Z',
        user_name: 'Isabel Muñoz',
        user_email: 'laguna.encoder@bureau.example',
        role_name: 'PENRO Encoder',
        auditable_type: 'Profiling of SITES',
        auditable_id: 7,
        auditable_code: 'last moment',
        event: 'Submitted',
        field_change: [{ field: 'name_of_partner', old: 'Bantay 100%', new: 'Samahang Niño' }],
      },
    ],
    totalCount: 6,
    filteredCount: 6,
  })
})

test('[AUDIT-07] startDate and endDate are whole days in Manila, both included, newest first', async () => {
  const admin = await t.as('fmb.admin')
  expect(await codes(admin)).toEqual([
    'last moment',
    'of the bureau',
    'of the region',
    'of Zamboanga',
    'of Quezon',
    'first moment',
  ])
  expect(await codes(admin, 'startDate=2031-03-09&endDate=2031-03-09')).toEqual(['before midnight'])
  expect(await codes(admin, 'startDate=2031-03-17&endDate=2031-03-17')).toEqual(['after midnight'])
})

test('at most seven days, in order, and real ones', async () => {
  const admin = await t.as('fmb.admin')
  const refused = async (more: string, errors: object) => {
    const reply = await admin.get(url(more))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
  }
  await refused('startDate=2031-03-10&endDate=2031-03-17', {
    endDate: ['The date range can cover at most 7 days.'],
  })
  await refused('startDate=2031-03-10&endDate=2031-03-09', {
    endDate: ['End date cannot be earlier than start date.'],
  })
  await refused('startDate=2031-02-30&endDate=2031-03-01', {
    startDate: ['Start date is not a day of the calendar.'],
  })
  await refused('startDate=2031-02-20&endDate=2031-02-31', {
    endDate: ['End date is not a day of the calendar.'],
  })
  await refused('endDate=2031-03-01', { startDate: ['Start date is required.'] })
  await refused('startDate=03/01/2031&endDate=2031-03-01', {
    startDate: ['Start date must be a date like 2025-06-01.'],
  })
})

test('without audit_access it is refused, without a session it asks to log in', async () => {
  for (const name of ['laguna.encoder', 'laguna.approver', 'r4a.approver']) {
    const reply = await (await t.as(name)).get(url())
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'permission'])
  }
  expect((await (await t.as(null)).get(url())).statusCode).toBe(401)
})

test('a region sees the rows of its people, an office those of its own', async () => {
  expect(await codes(await t.as('r4a.admin'))).toEqual([
    'last moment',
    'of the region',
    'of Quezon',
    'first moment',
  ])
  const office = await (await t.as('laguna.admin')).get(url())
  expect(office.json()).toMatchObject({ totalCount: 2, filteredCount: 2 })
  expect(await codes(await t.as('laguna.admin'))).toEqual(['last moment', 'first moment'])
})

test('search looks into every visible column, and takes % literally', async () => {
  const admin = await t.as('fmb.admin')
  const found = (text: string) => codes(admin, `${WEEK}&search=${encodeURIComponent(text)}`)
  expect(await found('MUÑOZ')).toEqual(['last moment', 'first moment'])
  expect(await found('zds.encoder@')).toEqual(['of Zamboanga'])
  expect(await found('region approver')).toEqual(['of the region'])
  expect(await found('approved (fmb)')).toEqual(['of the bureau'])
  expect(await found('samahang niño')).toEqual(['last moment'])
  expect(await found('100%')).toEqual(['last moment'])
  expect(await found('0%_')).toEqual([])
  const reply = await admin.get(url(`${WEEK}&search=quezon`))
  expect(reply.json()).toMatchObject({ totalCount: 6, filteredCount: 1 })
})

test('sorts by a listed column, ignores others, and a page past the end shows the last', async () => {
  const admin = await t.as('fmb.admin')
  const ordered = (column: string, dir: string, more = '') =>
    codes(admin, `${WEEK}&order[0][column]=${column}&order[0][dir]=${dir}${more}`)
  expect(await ordered('created_at', 'asc')).toEqual((await codes(admin)).reverse())
  expect((await ordered('user_email', 'desc'))[0]).toBe('of Zamboanga')
  expect(await ordered('password_hash', 'asc')).toEqual(await codes(admin))
  expect(await codes(admin, `${WEEK}&length=4&page=2`)).toEqual(['of Quezon', 'first moment'])
  expect(await codes(admin, `${WEEK}&length=4&page=99`)).toEqual(['of Quezon', 'first moment'])
})

test('no row of the log can be changed or removed', async () => {
  await expect(t.db.deleteFrom('audit_logs').execute()).rejects.toThrow('never changed')
  await expect(t.db.updateTable('audit_logs').set({ event: 'x' }).execute()).rejects.toThrow('never changed')
})
