import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canSeeActivity } from '../../shared/activities/activities.policy.ts'
import { LEVELS, type Level } from '../../shared/access/levels.ts'
import type { Actor } from '../../shared/access/actor.ts'
import { canDecide, recordStatus, recordStatusFor } from '../../shared/review/review-chain.ts'
import { canListSites, canSeeSite, SITE_POLICIES } from '../../shared/sites/sites.policy.ts'
import type { SiteQueueRow, SiteRow } from '../../shared/sites/sites.schema.ts'
import { findActivity } from '../../server/activities/activities.queries.ts'
import { actorOf, actorQuery } from '../../server/context/sessions.ts'
import { DEMO_PEOPLE, demoEmail } from '../../server/seed/demo-people.ts'
import { findSite, type Site } from '../../server/sites/sites.queries.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { fewOf } from '../support/full.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite, encoderOf, type SiteWanted } from '../support/records/factories.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'

/** The parity of SQL and policy: a list contains exactly what the policy lets this person read. */

const OFFICES = ['PENRO Laguna', 'PENRO Quezon', 'PENRO Zamboanga del Sur', 'DENR-NCR North Field Office']
const STATES: SiteWanted[] = [
  ...LEVELS.map((level) => ({ site_status: 'Submitted', level }) as const),
  { site_status: 'Approved' },
  ...LEVELS.map((level) => ({ site_status: 'Returned', level }) as const),
]
const PEOPLE = DEMO_PEOPLE.filter((person) => !person.deactivated && !person.record_only)

const t = withServer()
const sites: Site[] = []
const activities: SiteActivity[] = []

const actorNamed = async (name: string): Promise<Actor> =>
  actorOf(await actorQuery(t.db).where('users.email', '=', demoEmail(name)).executeTakeFirstOrThrow())

/** Adds an activity of a profile in every state, activated and deactivated. */
async function addActivities(site: Site) {
  const now = new Date().toISOString()
  const off = {
    status: 'Deactivated',
    deactivated_at: now,
    deactivated_by: await t.userId('fmb.admin'),
    deactivate_reason: 'Entered twice',
  }
  const done = {
    site_status: 'Approved',
    penro_status: 'Approved',
    region_status: 'Approved',
    fmb_status: 'Approved',
  }
  const atPenro = { site_status: 'Submitted', penro_status: 'Submitted', waiting_since: now }
  const rows = [
    { site_status: 'Save as Draft' },
    { site_status: 'Save as Draft', ...off },
    { ...atPenro, ...off },
    { ...done, approved_at: now },
  ]
  for (const row of rows) {
    const id = await anActivityRow(t, site, row)
    const activity = await findActivity(t.db, id)
    if (activity) activities.push(activity)
  }
}

beforeAll(async () => {
  for (const office of OFFICES) {
    const wanted: SiteWanted[] = [
      ...STATES,
      // deactivated by FMB, by the creator, and created by another user of the office
      { deactivated_by: 'fmb.admin' },
      { site_status: 'Returned', deactivated_by: encoderOf(office) },
      { by: 'r4a.approver', deactivated_by: 'r9.approver' },
    ]
    for (const one of wanted) sites.push(await aSite(t, { ...one, office, boundary: null }))
    const done = sites.find((site) => site.office === office && site.site_status === 'Approved')
    if (done) await addActivities(done)
  }
  // nothing changes from here on, so the records are read once
  for (const [index, { id }] of sites.entries()) sites[index] = (await findSite(t.db, id)) as Site
})
afterAll(() => expectStoredCounts(t))

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id).sort((a, b) => a - b)

async function wholeList<Row>(name: string, url: string): Promise<{ data: Row[]; totalCount: number }> {
  const reply = await (await t.as(name)).get(`${url}?length=100`)
  expect(reply.statusCode, url).toBe(200)
  return reply.json()
}

test('the seed holds every office and every state, deactivated ones too', () => {
  expect(sites).toHaveLength(OFFICES.length * 10)
  const states = new Set(
    sites.map((site) =>
      [site.site_status, site.penro_status, site.region_status, site.fmb_status, site.status].join(),
    ),
  )
  expect(states.size).toBe(9)
  expect(activities).toHaveLength(OFFICES.length * 4)
})

describe.each(PEOPLE.map((person) => ({ name: person.email, role: person.role })))(
  '$name, $role',
  ({ name }) => {
    test('[PROFILES-43, PROFILES-46] profile lists hold exactly what the policy lets this person see (S-35, S-36)', async () => {
      const actor = await actorNamed(name)
      expect(canListSites(actor).ok).toBe(true)
      const mine = sites.filter((site) => canSeeSite(actor, site).ok)
      expect(mine.length, 'the test would prove nothing').toBeGreaterThan(0)

      const table = await wholeList<SiteRow>(name, '/sites/datatable')
      expect(idsOf(table.data)).toEqual(idsOf(mine))
      expect(table.totalCount).toBe(mine.length)
      for (const row of table.data) expect(row.record_status).toBe(recordStatus(row))

      const caller = await t.as(name)
      expect(idsOf((await caller.get('/sites?length=100')).json().siteProfiles)).toEqual(idsOf(mine))
      expect(idsOf((await caller.get('/sites/search')).json().siteProfiles)).toEqual(idsOf(mine))
      const approved = mine.filter((site) => site.site_status === 'Approved')
      const found = (await caller.get('/sites/search?site_status=approved')).json().siteProfiles
      expect(idsOf(found)).toEqual(idsOf(approved))
    })

    test('single profiles and their views answer 200 or 404 by the same policy', async () => {
      const actor = await actorNamed(name)
      const caller = await t.as(name)
      for (const site of fewOf(sites, 10)) {
        const expected = canSeeSite(actor, site).ok ? 200 : 404
        expect((await caller.get(`/sites/${site.id}`)).statusCode, site.code).toBe(expected)
        const view = await caller.post('/sites/audit-logs', { model_name: 'SiteProfile', id: site.id })
        expect(view.statusCode).toBe(expected)
      }
    })

    test('the approval list holds exactly the queue of the level, waiting where this person may decide (S-67)', async () => {
      const actor = await actorNamed(name)
      const queues = {
        'site/Submitted': (site: Site) => site.site_status === 'Submitted',
        'penro/Approved': (site: Site) => site.penro_status === 'Approved',
        'region/Approved': (site: Site) => site.region_status === 'Approved',
      }
      for (const [path, belongs] of Object.entries(queues)) {
        if (!SITE_POLICIES.mayReadQueue(actor).ok) {
          expect((await (await t.as(name)).get(`/sites/datatable/${path}`)).statusCode).toBe(403)
          continue
        }
        const level: Level = actor.access_level
        const expected = sites.filter(
          (site) => canSeeSite(actor, site).ok && site.status === 'Activated' && belongs(site),
        )
        const { data } = await wholeList<SiteQueueRow>(name, `/sites/datatable/${path}`)
        expect(idsOf(data), path).toEqual(idsOf(expected))
        for (const row of data) {
          expect(row.waiting_since !== null, row.code).toBe(canDecide(row, level).ok)
          expect(row.record_status).toBe(recordStatusFor(row, level))
        }
        const firstPassedOn = data.findIndex((row) => row.waiting_since === null)
        expect(
          data
            .slice(firstPassedOn === -1 ? data.length : firstPassedOn)
            .every((row) => row.waiting_since === null),
        ).toBe(true)
      }
    })

    test('[ACTIVITIES-35] the activity list holds exactly what the policy lets this person see; drafts stay in their office', async () => {
      const actor = await actorNamed(name)
      const mine = activities.filter((activity) => canSeeActivity(actor, activity).ok)
      const table = await wholeList<{ id: number }>(name, '/sites/activities/datatable')
      expect(idsOf(table.data)).toEqual(idsOf(mine))
      expect(table.totalCount).toBe(mine.length)
      const caller = await t.as(name)
      for (const activity of activities) {
        const view = await caller.post('/sites/audit-logs', { model_name: 'SiteActivities', id: activity.id })
        expect(view.statusCode).toBe(canSeeActivity(actor, activity).ok ? 200 : 404)
      }
    })
  },
)
