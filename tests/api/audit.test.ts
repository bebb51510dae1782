import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCtx } from '../../server/context/context.ts'
import { changeText } from '../../shared/audit/field-changes.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { anActivity } from '../support/records/activity-factories.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { sealNow } from '../support/records/audit-log.ts'
import { aSite } from '../support/records/factories.ts'

const t = withServer()
beforeAll(async () => {
  const rows = [
    await line('laguna.encoder', '2024-03-09T15:59:59.999Z', 'Created', 'before midnight'),
    await line('laguna.encoder', '2024-03-09T16:00:00Z', 'Updated', 'first moment'),
    await line('quezon.encoder', '2024-03-11T04:00:00Z', 'Submitted', 'of Quezon'),
    await line('zds.encoder', '2024-03-12T04:00:00Z', 'Submitted', 'of Zamboanga'),
    await line('r4a.approver', '2024-03-13T04:00:00Z', 'Approved (Region)', 'of the region'),
    await line('fmb.super', '2024-03-14T04:00:00Z', 'Approved (FMB)', 'of the bureau'),
    await line('laguna.encoder', '2024-03-16T15:59:59.999Z', 'Submitted', 'last moment', [
      { field: 'name_of_partner', old: 'Bantay 100%', new: 'Samahang Niño' },
    ]),
    await line('laguna.encoder', '2024-03-16T16:00:00Z', 'Created', 'after midnight'),
  ]
  await t.db.insertInto('audit_logs').values(rows).execute()
})

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

const WEEK = 'startDate=2024-03-10&endDate=2024-03-16'
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
        created_at: '2024-03-16T15:59:59.999Z',
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
  expect(await codes(admin, 'startDate=2024-03-09&endDate=2024-03-09')).toEqual(['before midnight'])
  expect(await codes(admin, 'startDate=2024-03-17&endDate=2024-03-17')).toEqual(['after midnight'])
})

test('at most seven days, in order, and real ones', async () => {
  const admin = await t.as('fmb.admin')
  const refused = async (more: string, errors: object) => {
    const reply = await admin.get(url(more))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
  }
  await refused('startDate=2024-03-10&endDate=2024-03-17', {
    endDate: [
      'The date range can cover at most 7 days. Please choose a date from Mar 10, 2024 to Mar 16, 2024.',
    ],
  })
  await refused('startDate=2024-03-10&endDate=2024-03-09', {
    endDate: ['End date cannot be earlier than start date.'],
  })
  await refused('startDate=2024-02-30&endDate=2024-03-01', {
    startDate: ['Start date is not a day of the calendar. Please enter a date like 2025-06-01.'],
  })
  await refused('startDate=2024-02-20&endDate=2024-02-31', {
    endDate: ['End date is not a day of the calendar. Please enter a date like 2025-06-01.'],
  })
  await refused('endDate=2024-03-01', { startDate: ['Start date is required.'] })
  await refused('startDate=03/01/2024&endDate=2024-03-01', {
    startDate: ['Start date is not a day of the calendar. Please enter a date like 2025-06-01.'],
  })
  const today = manilaDay(new Date())
  const tomorrow = addDays(today, 1)
  await refused(`startDate=${tomorrow}&endDate=${tomorrow}`, {
    startDate: ['Start date cannot be later than today.'],
  })
  const week = await admin.get(url(`startDate=${today}&endDate=${addDays(today, 6)}`))
  expect(week.statusCode).toBe(200)
})

test('a range may cross the change of a year, by the calendar of Manila', async () => {
  await t.db
    .insertInto('audit_logs')
    .values([
      await line('fmb.super', '2023-12-31T15:59:59Z', 'Created', 'last of 2023'),
      await line('fmb.super', '2023-12-31T16:00:00Z', 'Created', 'first of 2024'),
    ])
    .execute()
  const admin = await t.as('fmb.admin')
  expect(await codes(admin, 'startDate=2023-12-28&endDate=2024-01-03')).toEqual([
    'first of 2024',
    'last of 2023',
  ])
  expect(await codes(admin, 'startDate=2023-12-31&endDate=2023-12-31')).toEqual(['last of 2023'])
  expect(await codes(admin, 'startDate=2024-01-01&endDate=2024-01-01')).toEqual(['first of 2024'])
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

test('the counts stay right while rows are sealed', async () => {
  const people = ['fmb.admin', 'r4a.admin', 'laguna.admin']
  const totals = async () =>
    Promise.all(people.map(async (name) => (await (await t.as(name)).get(url())).json().totalCount))
  expect(await totals()).toEqual([6, 4, 2])
  await sealNow(t)
  expect(await totals()).toEqual([6, 4, 2])
  const outside = await t.db.selectFrom('audit_unsealed').selectAll().execute()
  expect(outside).toEqual([])
  await t.db
    .insertInto('audit_logs')
    .values(await line('laguna.encoder', '2024-03-16T15:00:00Z', 'Updated', 'not sealed yet'))
    .execute()
  expect(await totals()).toEqual([7, 5, 3])
  expect((await codes(await t.as('laguna.admin')))[1]).toBe('not sealed yet')
})

test('the search reads what the screen shows of a change', async () => {
  const changes = [
    { field: 'region', old: 'A', new: 'B' },
    { field: 'name_of_partner', old: null, new: 'Samahang "Niño" \\ 50%' },
    { field: 'MOV 3.2.1', old: 'minutes.pdf', new: null },
    { field: 'name', old: 'same', new: 'same' },
    { field: 'files', old: null, new: null },
    { field: 'accessLevel', old: null, new: 'Region' },
    { field: 'implementation_arrangement_others', old: null, new: 'Lease' },
  ]
  const { rows } = await sql<{ text: string }>`
    select audit_change_text(change) as text
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as all_changes (change, place)
    order by place`.execute(t.db)
  expect(rows.map(({ text }) => text)).toEqual(changes.map(changeText))
  const admin = await t.as('fmb.admin')
  const found = (text: string) => codes(admin, `${WEEK}&search=${encodeURIComponent(text)}`)
  expect(await found('name of partner: bantay 100% to SAMAHANG NIÑO')).toEqual(['last moment'])
})

test('[S-88] the log is narrowed by module, action, person and record within the scope, and so is its file', async () => {
  const admin = await t.as('fmb.admin')
  const people = async (caller: Caller, query: string) =>
    (await caller.get(`/reports/audit-logs/people?${query}`)).json().people as { id: number; name: string }[]
  const isabel = await t.userId('laguna.encoder')
  const found = (caller: Caller, filters: object) =>
    codes(caller, `${WEEK}&${new URLSearchParams({ ...filters })}`)
  expect(await found(admin, { event: 'Submitted' })).toEqual(['last moment', 'of Zamboanga', 'of Quezon'])
  expect(await found(admin, { module: 'profiling-of-sites', event: 'approved (fmb)' })).toEqual([
    'of the bureau',
  ])
  expect(await found(admin, { module: 'SITES Activities' })).toEqual([])
  expect(await found(admin, { record: ' OF QUEZON ' })).toEqual(['of Quezon'])
  expect(await found(admin, { record: 'Quezon' })).toEqual([])
  expect(await found(admin, { user_id: isabel, event: 'Submitted' })).toEqual(['last moment'])
  expect(await found(admin, { module: 'All', event: '', user_id: '', record: '' })).toHaveLength(
    (await codes(admin)).length,
  )
  const counted = (await admin.get(url(`${WEEK}&event=Submitted`))).json()
  expect(counted).toMatchObject({ totalCount: 7, filteredCount: 3 })
  // another region finds neither the rows nor the person
  const region = await t.as('r4a.admin')
  const stranger = await t.userId('zds.encoder')
  expect(await found(admin, { user_id: stranger })).toEqual(['of Zamboanga'])
  expect(await found(region, { user_id: stranger })).toEqual([])
  expect(await people(admin, `id=${stranger}`)).toHaveLength(1)
  expect(await people(region, `id=${stranger}`)).toEqual([])
  expect(await people(await t.as('laguna.admin'), 'search=isabel munoz')).toMatchObject([
    { id: isabel, name: 'Isabel Muñoz' },
  ])
  const refused = await admin.get(url(`${WEEK}&module=Weather&event=Rained&user_id=x`))
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    {
      module: ['Module is not one of the choices of this list.'],
      event: ['Action Taken is not one of the choices of this list.'],
      user_id: ['Invalid ID'],
    },
  ])
  const file = await admin.get(
    `/reports/audit-logs/export?${WEEK}&user_id=${isabel}&module=Profiling of SITES&record=last moment`,
  )
  expect(file.body.trim().split('\n')).toHaveLength(2)
  const { field_change } = await t.db
    .selectFrom('audit_logs')
    .select('field_change')
    .where('event', '=', 'Exported')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect((field_change as { field: string; new: string }[]).map((one) => `${one.field}: ${one.new}`)).toEqual(
    [
      expect.stringContaining('Audit_Logs_'),
      'startDate: 2024-03-10',
      'endDate: 2024-03-16',
      'module: Profiling of SITES',
      'record: last moment',
      'performed_by: Isabel Muñoz (laguna.encoder@bureau.example)',
      'rows: 1',
      expect.stringContaining('proof: '),
    ],
  )
})

test('no row of the log can be changed or removed', async () => {
  await expect(t.db.deleteFrom('audit_logs').execute()).rejects.toThrow('never changed')
  await expect(t.db.updateTable('audit_logs').set({ event: 'x' }).execute()).rejects.toThrow('never changed')
})

describe('a change', () => {
  test('is told with the person of that moment: name, address, role, level, region and office (S-89)', async () => {
    const changed = await t.userId('laguna.encoder')
    const reply = await (await t.as('laguna.admin')).patch(`/users/${changed}`, { middle_name: 'Reyes' })
    expect(reply.statusCode, reply.body).toBe(200)
    const rows = await t.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('auditable_type', '=', 'User Management')
      .where('auditable_id', '=', changed)
      .execute()
    const who = await line('laguna.admin', '', 'Updated', 'laguna.encoder@bureau.example')
    const { user_id, user_name, user_email, role_name, access_level, region_id, office_id } = who
    expect(rows).toMatchObject([
      { user_id, user_name, user_email, role_name, access_level, region_id, office_id, event: 'Updated' },
    ])
  })

  test('that leaves no line in the log does not commit', async () => {
    const origin = { request_id: 'test', network_address: '', user_agent: '' }
    const before = await t.db.selectFrom('offices').select('id').execute()
    const silent = createCtx(t.services, null, origin).write((db) =>
      db.insertInto('offices').values({ region_id: 1, name: 'PENRO Unheard' }).execute(),
    )
    await expect(silent).rejects.toThrow('without an audit row')
    expect(await t.db.selectFrom('offices').select('id').execute()).toEqual(before)
  })
})

describe('[AUDIT-09] a View is told by POST {module}/audit-logs', () => {
  const viewsOf = (auditable_type: string, id: number) =>
    t.db
      .selectFrom('audit_logs')
      .select(['event', 'user_email', 'role_name', 'auditable_code', 'field_change'])
      .where('auditable_type', '=', auditable_type)
      .where('auditable_id', '=', id)
      .where('event', '=', 'View')
      .execute()
  const view = (person: string, more: object) => ({
    event: 'View',
    user_email: `${person}@bureau.example`,
    field_change: [],
    ...more,
  })

  const aSubmittedActivity = async () => {
    const { id: site_profile_id, code } = await aSite(t, { site_status: 'Approved' })
    const { id } = await anActivity(t, 'AT-REGION', { site_profile_id })
    return { id, code }
  }

  test.each([
    ['SiteProfile', 'Profiling of SITES', () => aSite(t)],
    ['SiteActivities', 'SITES Activities', aSubmittedActivity],
  ])('of sites with the model name %s, event View when none is given', async (model_name, type, make) => {
    const { id, code } = await make()
    const caller = await t.as('laguna.approver')
    const reply = await caller.post('/sites/audit-logs', { model_name, id })
    expect(reply.statusCode).toBe(200)
    expect(await viewsOf(type, id)).toEqual([
      view('laguna.approver', { role_name: 'PENRO Approver', auditable_code: code }),
    ])
    const named = await (await t.as('r4a.approver')).post('/sites/audit-logs', {
      model_name,
      id,
      event: 'View',
    })
    expect(named.statusCode).toBe(200)
    expect(await viewsOf(type, id)).toHaveLength(2)
  })

  test('of users and of roles alike, and with no other model name or event', async () => {
    const admin = await t.as('fmb.admin')
    const id = await t.userId('zds.encoder')
    expect((await admin.post('/users/audit-logs', { model_name: 'User', id })).statusCode).toBe(200)
    expect(await viewsOf('User Management', id)).toMatchObject([view('fmb.admin', {})])
    const role = await t.db.selectFrom('roles').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
    expect((await admin.post('/roles/audit-logs', { model_name: 'Role', id: role.id })).statusCode).toBe(200)
    expect(await viewsOf('Role Management', role.id)).toMatchObject([view('fmb.admin', {})])

    const refused = async (body: object) => {
      const reply = await admin.post('/sites/audit-logs', body)
      expect(reply.statusCode).toBe(422)
    }
    await refused({ model_name: 'User', id })
    await refused({ model_name: 'SiteProfile', id, event: 'Approved (FMB)' })
    await refused({ model_name: 'SiteProfile' })
  })
})
