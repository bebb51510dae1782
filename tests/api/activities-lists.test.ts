import { beforeAll, describe, expect, test } from 'vitest'
import type {
  ActivityQueueRow,
  ActivityRow,
  SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import {
  type ActivityState,
  activityOf,
  anActivity,
  anApprovedSite,
  type OfficeName,
  mailRecipients,
} from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'

const STATES = Object.keys(mailRecipients) as ActivityState[]
const HOUR = 3_600_000

const t = withServer()
/** one activity per office and state, each an hour younger than the one before */
const made: { office: OfficeName; state: ActivityState; activity: SiteActivity }[] = []
const start = Date.now()

beforeAll(async () => {
  for (const state of STATES) await add('laguna', state, state)
  for (const office of ['quezon', 'zds'] as const)
    for (const state of ['AT-REGION', 'DONE', 'RET-REGION'] as const) await add(office, state, state)
  for (const [index, state] of (['DRAFT', 'AT-PENRO', 'RET-PENRO'] as const).entries()) {
    const { id } = (await add('laguna', state, `gone ${index}`)).activity
    await (await t.as('laguna.admin')).post(`/sites/activities/deactivate/${id}`, {
      deactivate_reason: 'Duplicate',
    })
    const last = made.at(-1)
    if (last) last.activity = await activityOf(t, id)
  }
}, 120_000)

async function add(office: OfficeName, state: ActivityState, partner: string) {
  const site_profile_id = await anApprovedSite(t, office, { name_of_partner: `${office} ${partner}` })
  const one = { office, state, activity: await anActivity(t, state, { site_profile_id, office }) }
  made.push(one)
  const waited = new Date(start - made.length * HOUR).toISOString()
  const { site_status } = one.activity
  await t.db
    .updateTable('site_activities')
    .set({
      submitted_at: site_status === 'Save as Draft' ? null : waited,
      waiting_since: site_status === 'Submitted' ? waited : null,
    })
    .where('id', '=', one.activity.id)
    .execute()
  one.activity = await activityOf(t, one.activity.id)
  return one
}

async function list<Row = ActivityRow>(person: string, path = '', query = 'length=100') {
  const reply = await (await t.as(person)).get(`/sites/activities/datatable${path}?${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { data: Row[]; totalCount: number; filteredCount: number }
}

describe('the list of activities', () => {
  test('the record status is Approved once PENRO has approved, else the status of the record', async () => {
    const rows = (await list('laguna.encoder')).data
    const shown = (state: ActivityState) =>
      rows.find((row) => row.site_profile_name === `laguna ${state}`)?.record_status
    expect(STATES.map((state) => [state, shown(state)])).toEqual([
      ['DRAFT', 'Save as Draft'],
      ['AT-PENRO', 'Submitted'],
      ['AT-REGION', 'Approved'],
      ['AT-FMB', 'Approved'],
      ['DONE', 'Approved'],
      ['RET-PENRO', 'Returned'],
      ['RET-REGION', 'Returned'],
      ['RET-FMB', 'Returned'],
    ])
  })
})

describe('the approval list', () => {
  const queue = async (person: string, path: string, query = 'length=100') =>
    (await list<ActivityQueueRow>(person, path, query)).data
  const rowsOf = (rows: ActivityQueueRow[], office: string) =>
    rows
      .filter((row) => row.site_profile_name.startsWith(office))
      .map((row) => [
        row.site_profile_name.replace(`${office} `, ''),
        row.record_status,
        row.waiting_since !== null,
      ])

  test('[APPROVAL-18] each level finds what waits for it first, then what it has passed on', async () => {
    expect(rowsOf(await queue('laguna.approver', '/site/Submitted'), 'laguna')).toEqual([
      ['AT-PENRO', 'Submitted', true],
      ['AT-REGION', 'Approved', false],
      ['AT-FMB', 'Approved', false],
    ])
    expect(rowsOf(await queue('r4a.approver', '/penro/Approved'), 'laguna')).toEqual([
      ['AT-REGION', 'Submitted', true],
      ['AT-FMB', 'Approved', false],
      ['DONE', 'Approved', false],
    ])
    expect(rowsOf(await queue('fmb.approver', '/region/Approved'), 'laguna')).toEqual([
      ['AT-FMB', 'Submitted', true],
      ['DONE', 'Approved', false],
    ])
  })

  test('[API-05] a status is compared ignoring case and hyphens, and may be left out', async () => {
    const ids = async (path: string) => (await queue('laguna.approver', path)).map((row) => row.id)
    const submitted = await ids('/site/Submitted')
    expect(submitted.length).toBe(3)
    expect(await ids('/site/submitted')).toEqual(submitted)
    expect(await ids('/site')).toHaveLength(4)
    expect(await ids('/site/no-such-status')).toEqual([])
    expect(
      (await (await t.as('laguna.approver')).get('/sites/activities/datatable/office/submitted')).statusCode,
    ).toBe(404)
  })

  test('returned, draft and deactivated records are absent, other offices and regions too', async () => {
    for (const path of [
      '/site',
      '/site/returned',
      '/site/save-as-draft',
      '/penro/returned',
      '/region/returned',
    ])
      for (const row of await queue('fmb.super', path)) {
        expect(['Submitted', 'Approved']).toContain(row.site_status)
        expect(row.status).toBe('Activated')
      }
    expect(new Set((await queue('laguna.approver', '/site')).map((row) => row.office))).toEqual(
      new Set(['PENRO Laguna']),
    )
    expect(new Set((await queue('r9.approver', '/penro/approved')).map((row) => row.office))).toEqual(
      new Set(['PENRO Zamboanga del Sur']),
    )
  })
})
