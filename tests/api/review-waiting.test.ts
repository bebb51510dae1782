import { beforeAll, describe, expect, test } from 'vitest'
import type { OfficeWithoutApprover, WaitingReply } from '../../shared/review/review.schema.ts'
import { withServer } from '../support/product/app.ts'
import { anActivity } from '../support/records/activity-factories.ts'
import { aSite } from '../support/records/factories.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { sharedLand } from '../support/records/warnings.ts'
import { siteCalls } from '../support/records/site-calls.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'

const t = withServer()

const read = async <T>(person: string, path: string): Promise<T> => {
  const reply = await (await t.as(person)).get(path)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as T
}

describe('[S-120] what waits around a record', () => {
  const around = (query: string, person = 'laguna.approver') =>
    read<WaitingReply>(person, `/sites/waiting${query}`)
  const ids = ({ previous, next, first }: WaitingReply) =>
    [previous, next, first].map((one) => one?.id ?? null)
  let queue: number[]

  beforeAll(async () => {
    queue = []
    for (let day = 1; day <= 12; day += 1) {
      const since = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
      const wanted = { submitted_at: since, waiting_since: since, boundary: null }
      queue.push((await aSite(t, { ...wanted, name_of_partner: `Partner ${day % 2}` })).id)
      if (day === 6) await aSite(t, { ...wanted, level: 'Region' })
    }
    await aSite(t, { office: 'PENRO Quezon', boundary: null })
  })

  test('counts the whole queue of the own level, and knows the neighbours beyond any page', async () => {
    expect(await around('?length=1')).toMatchObject({ count: 12, place: null, first: { id: queue[0] } })
    const tenth = await around(`?id=${queue[9]}`)
    expect([tenth.count, tenth.place, ...ids(tenth)]).toEqual([12, 10, queue[8], queue[10], queue[0]])
    const last = await around(`?id=${queue[11]}`)
    expect(ids(last)).toEqual([queue[10], null, queue[0]])
    expect((await around('', 'r4a.approver')).count).toBe(1)
    expect((await around('', 'fmb.approver')).count).toBe(0)
  })

  test('after a decision the next one is what has moved up into its place, and the queue may still begin before it', async () => {
    const { approve } = siteCalls(t)
    expect((await approve('PENRO', queue[11] ?? 0)).statusCode).toBe(200)
    const end = await around(`?id=${queue[11]}&place=12`)
    expect([end.count, end.place, ...ids(end)]).toEqual([11, null, queue[10], null, queue[0]])
    expect((await approve('PENRO', queue[4] ?? 0)).statusCode).toBe(200)
    expect(ids(await around(`?id=${queue[4]}&place=5`))).toEqual([queue[3], queue[5], queue[0]])
  })
})

describe('[S-120] an office whose last approver goes', () => {
  const without = async (person: string) =>
    (await read<{ data: OfficeWithoutApprover[] }>(person, '/users/offices-without-approver')).data.map(
      ({ office, profiles, activities }) => ({ office, profiles, activities }),
    )
  const switchOff = async (kind: 'users' | 'roles', id: number) => {
    const reply = await (await t.as('fmb.super')).post(`/${kind}/deactivate/${id}`, {
      deactivate_reason: 'Left the bureau',
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  test('who looks at the person or the role hears how many records wait; those concerned hear of the office until somebody is appointed', async () => {
    const office = { region: 'R04A', office: 'PENRO Quezon' }
    await aSite(t, { office: office.office, boundary: null })
    const id = await t.userId('quezon.approver')
    const shown = () => read<{ left_alone: object }>('fmb.super', `/users/${id}`)
    expect((await shown()).left_alone).toEqual({ places: 1, profiles: 2, activities: 0 })
    expect(await without('quezon.encoder')).toEqual([])

    // a second approver, with another role
    const role = await aRole(t, {
      name: 'Second PENRO Approver',
      access_level: 'PENRO',
      permissions: ['site_maps_approval', 'site_activities_approval'],
    })
    await aPerson(t, 'quezon.second', { role, ...office })
    expect((await shown()).left_alone).toEqual({ places: 0, profiles: 0, activities: 0 })
    const ofRole = () => read<{ left_alone: object }>('fmb.super', `/roles/${role}`)
    expect((await ofRole()).left_alone).toEqual({ places: 0, profiles: 0, activities: 0 })

    await switchOff('users', id)
    expect((await ofRole()).left_alone).toEqual({ places: 1, profiles: 2, activities: 0 })
    await switchOff('roles', role)

    const alone = { office: 'PENRO Quezon', profiles: 2, activities: 0 }
    for (const person of ['quezon.encoder', 'r4a.admin', 'fmb.super'])
      expect(await without(person), person).toContainEqual(alone)
    expect(await without('laguna.encoder')).toEqual([])
    expect((await (await t.as('laguna.approver')).get('/users/offices-without-approver')).statusCode).toBe(
      403,
    )

    expect((await (await t.as('fmb.super')).post(`/users/activate/${id}`)).statusCode).toBe(200)
    expect(await without('quezon.encoder')).toEqual([])
  })
})

describe('what a reviewer sees of a record before opening it', () => {
  test('rows and pages carry the marks of what is stored: declared against drawn, kinds of warning, quarantined files', async () => {
    const site = await aSite(t, { office: 'PENRO Quezon' })
    await t.db
      .updateTable('site_boundaries')
      // overlaps are stored separately; an overlap noted with the boundary in the past is not shown
      .set({
        area_ha: '4302.00',
        warnings: JSON.stringify([{ kind: 'overlap', message: 'Overlaps SITES-1.' }]),
      })
      .where('site_profile_id', '=', site.id)
      .execute()
    for (const office of ['PENRO Quezon', 'PENRO Laguna'])
      await sharedLand(t, site.id, (await aSite(t, { office })).id)
    await sharedLand(t, site.id, (await aSite(t, { deactivated_by: 'laguna.admin' })).id)
    await t.db
      .updateTable('files')
      .set({ scan_status: 'quarantined' })
      .where('id', '=', site.agreement_id)
      .execute()
    await storeWarnings(t)
    const { data } = await read<{ data: { id: number; marks: string[] }[] }>(
      'quezon.approver',
      '/sites/datatable/site/Submitted',
    )
    const marks = data.find(({ id }) => id === site.id)?.marks
    expect(marks).toEqual([
      expect.stringMatching(/^[\d,]+ ha declared, 4,302 ha drawn$/),
      'Overlaps 2 other sites',
      '1 file did not pass the virus check',
    ])
    const page = await read<{ marks: string[] }>('quezon.approver', `/sites/${site.id}`)
    expect(page.marks).toEqual(marks)
  })
})

describe('[S-121] a record that is deactivated while somebody looks at it', () => {
  test('says by whom and when to those whose it was, and nothing to anybody else', async () => {
    const { id } = await aSite(t, { boundary: null })
    const off = await (await t.as('laguna.admin')).post(`/sites/deactivate/${id}`, {
      deactivate_reason: 'Entered twice',
    })
    expect(off.statusCode, off.body).toBe(200)
    const says = /^This record was deactivated by .+ on \w{3} \d\d, \d{4} \d\d:\d\d [AP]M\.$/

    const approver = await t.as('laguna.approver')
    const decision = await approver.post(`/sites/approved/${id}`, {})
    expect([decision.statusCode, decision.json().message]).toEqual([409, expect.stringMatching(says)])
    const page = await approver.get(`/sites/${id}`)
    expect([page.statusCode, page.json().message]).toEqual([404, expect.stringMatching(says)])
    const elsewhere = await (await t.as('quezon.approver')).get(`/sites/${id}`)
    expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([404, 'This record was not found.'])
    // a person who may activate it can read it
    expect((await (await t.as('laguna.admin')).get(`/sites/${id}`)).statusCode).toBe(200)
  })
})

test('somebody whose role is switched off hears so, with the reason, instead of losing everything silently', async () => {
  const role = await aRole(t, {
    name: 'Helper',
    access_level: 'PENRO',
    permissions: ['site_map_access'],
  })
  await aPerson(t, 'helper', { role, region: 'R04A', office: 'PENRO Laguna' })
  const helper = await t.as('helper')
  expect((await helper.get('/validate-token')).json().actor.role_off).toBeUndefined()
  const off = await (await t.as('fmb.super')).post(`/roles/deactivate/${role}`, {
    deactivate_reason: 'Replaced by another role',
  })
  expect(off.statusCode).toBe(200)
  const refused = await helper.get('/sites/datatable')
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Your role Helper is switched off: Replaced by another role. Please ask your administrator.',
  ])
  expect((await helper.get('/validate-token')).json().actor.role_off).toMatchObject({
    reason: 'Replaced by another role',
  })
})

test('[S-120] an approval list shows what the person returned: still with the office, or back, with its state and since when', async () => {
  type Row = { id: number; record_status: string; came_at: string | null; waiting_since: string | null }
  const QUEUES = { 'laguna.approver': 'site/Submitted', 'r4a.approver': 'penro/Approved' } as const
  const list = async (person: keyof typeof QUEUES, returned: string, path = '/sites') =>
    (await read<{ data: Row[] }>(person, `${path}/datatable/${QUEUES[person]}?returned=${returned}`)).data
  const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id)
  const { return: giveBack, rowOf, approve } = siteCalls(t)
  const done = async (reply: Promise<{ statusCode: number; body: string }>) =>
    expect((await reply).statusCode, (await reply).body).toBe(200)
  const submit = async (id: number) => (await t.as('laguna.encoder')).post(`/sites/submitted/${id}`, {})
  const { id } = await aSite(t)
  const other = await aSite(t, { office: 'PENRO Quezon' })

  expect(await ids('laguna.approver', 'away')).toEqual([])
  await done(giveBack('PENRO', id))
  const [away] = await list('laguna.approver', 'away')
  const { returned_at } = await rowOf(id)
  expect(away).toMatchObject({ id, record_status: 'Returned', waiting_since: null })
  expect(Date.parse(away?.came_at ?? '')).toBe(Date.parse(String(returned_at)))
  expect(await ids('laguna.approver', 'back')).toEqual([])
  // those of the approval list itself say nothing of it
  const usual = await read<{ data: Row[] }>('laguna.approver', '/sites/datatable/site/Submitted')
  expect(usual.data.map((row) => row.id)).not.toContain(id)
  expect(usual.data.every(({ came_at }) => came_at === null)).toBe(true)
  const choices = await read<{ office_id: { count: number }[] }>(
    'laguna.approver',
    '/sites/choices?returned=away',
  )
  expect(choices.office_id).toMatchObject([{ count: 1 }])

  await done(submit(id))
  expect(await ids('laguna.approver', 'away')).toEqual([])
  expect(await list('laguna.approver', 'back')).toMatchObject([
    { id, record_status: 'Submitted', waiting_since: expect.any(String) },
  ])
  expect(await read<WaitingReply>('laguna.approver', '/sites/waiting?returned=back')).toMatchObject({
    count: 1,
    first: { id },
  })
  // the newest return counts, and nobody else's
  await done(approve('PENRO', id))
  await done(giveBack('Region', id))
  expect(await ids('laguna.approver', 'away')).toEqual([])
  expect(await ids('laguna.approver', 'back')).toEqual([])
  expect(await ids('r4a.approver', 'away')).toContain(id)
  expect(await ids('r4a.approver', 'away')).not.toContain(other.id)

  const { id: site_profile_id } = await aSite(t, { site_status: 'Approved' })
  const activity = await anActivity(t, 'AT-PENRO', { site_profile_id })
  await done(
    (await t.as('laguna.approver')).post(`/sites/activities/returned/${activity.id}`, {
      returned_reason_1: 'Please add the minutes.',
    }),
  )
  expect(await ids('laguna.approver', 'away', '/sites/activities')).toContain(activity.id)
  const refused = await (await t.as('laguna.approver')).get('/sites/datatable/site/Submitted?returned=x')
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { returned: ['Returned by you is not one of the choices of this list.'] },
  ])
})
