import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Roles } from '../../db/types.ts'
import { hashOfToken, newToken } from '../../server/context/sessions.ts'
import { runBulk } from '../../server/pending/bulk.jobs.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { Endpoint } from '../../shared/access/endpoint.ts'
import type { IdentityMeans } from '../../shared/lib/refusals.ts'
import { FORM_KEY } from '../../shared/lib/form-key.ts'
import { plural } from '../../shared/lib/format.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { identitySubject } from '../../web/app/identity-subject.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { begin, chosen, newest, opened } from '../support/records/bulk.ts'
import { everyCall } from '../support/records/contract-texts.ts'
import { aSite } from '../support/records/factories.ts'
import { aPerson, aRole, codesOf } from '../support/records/people.ts'
import { codeAt, codeOf, withApp } from '../support/records/factors.ts'
import { proved } from '../support/records/proofs.ts'
import { aDraft, frozen, shown } from '../support/records/summaries.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'

const t = withServer()
const NOW = new Date('2026-11-27T02:00:00Z')
/** days of the log to download */
const DAYS = 'startDate=2024-03-10&endDate=2024-03-16'
afterAll(async () => {
  await expectClaims(t)
})

type Sent = { method?: 'GET' | 'POST' | 'PATCH'; url: string; body?: object }
/** Makes a call as a person, as a form with a key. */
async function call(person: string, { method = 'POST', url, body }: Sent, key: string = randomUUID()) {
  const { token } = await t.as(person)
  await t.logLogin(person)
  return t.app.inject({
    method,
    url: `/api${url}`,
    headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}`, [FORM_KEY]: key },
    ...(body ? { payload: body } : {}),
  })
}

const lastRow = (event: string) =>
  t.db
    .selectFrom('audit_logs')
    .select(['id', 'event', 'auditable_type', 'field_change'])
    .where('event', '=', event)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const changesOf = (row: { field_change: unknown } | undefined) => (row?.field_change ?? []) as FieldChange[]
const proofIn = (row: { field_change: unknown } | undefined) =>
  changesOf(row).find(({ field }) => field === 'proof')?.new ?? null
const countRows = async () => (await t.db.selectFrom('audit_logs').select('id').execute()).length

/** A call that needs a proof, ready to be made; `count` where the proof must name the number of records. */
type Ready = { method?: 'GET' | 'PATCH'; url: string; body?: object; count?: number }
type Action = {
  endpoint: Endpoint
  person: 'fmb.approver' | 'fmb.super'
  /** the row of the log that carries the proof */
  event: string
  /** the answer to the same call made again, which no proof changes */
  again: 200 | 409 | 422
  ready: () => Promise<Ready>
}

/** A profile at the level of FMB without warnings. */
async function clean(): Promise<number> {
  const { id } = await aSite(t, { level: 'FMB' })
  await t.db
    .updateTable('site_boundaries')
    .set({ area_ha: '100.50', warnings: '[]' })
    .where('site_profile_id', '=', id)
    .execute()
  await storeWarnings(t)
  return id
}
const activityAtFmb = async () =>
  (await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t) })).id
const approving = async (path: 'sites' | 'sites/activities', ids: number[]): Promise<Ready> => ({
  url: `/${path}/bulk`,
  body: { action: 'approve', records: await chosen(t, path, ids) },
  count: ids.length,
})
const newName = () => `Role ${randomUUID().slice(0, 8)}`
const newRole = (more: Partial<Updateable<Roles>> = {}) =>
  aRole(t, { name: newName(), access_level: 'PENRO' }).then(async (id) => {
    if (Object.keys(more).length > 0) await t.db.updateTable('roles').set(more).where('id', '=', id).execute()
    return id
  })
let year = 2040
const draft = async () => {
  await t.db.deleteFrom('summaries').where('frozen_at', 'is', null).execute()
  return (await aDraft(t, { year: (year += 1) })).id
}

const ACTIONS: readonly Action[] = [
  {
    endpoint: sitesApi.approve,
    person: 'fmb.approver',
    event: 'Approved (FMB)',
    again: 409,
    ready: async () => ({ url: `/sites/approved/${(await aSite(t, { level: 'FMB' })).id}`, body: {} }),
  },
  {
    endpoint: activitiesApi.approve,
    person: 'fmb.approver',
    event: 'Approved (FMB)',
    again: 409,
    ready: async () => ({ url: `/sites/activities/approved/${await activityAtFmb()}`, body: {} }),
  },
  {
    endpoint: sitesApi.decideMany,
    person: 'fmb.approver',
    event: 'Bulk Approval Started',
    again: 409,
    ready: async () => approving('sites', [await clean(), await clean()]),
  },
  {
    endpoint: activitiesApi.decideMany,
    person: 'fmb.approver',
    again: 409,
    event: 'Bulk Approval Started',
    ready: async () => approving('sites/activities', [await activityAtFmb()]),
  },
  {
    endpoint: summariesApi.freeze,
    person: 'fmb.super',
    event: 'Frozen',
    again: 409,
    ready: async () => {
      const id = await draft()
      const { updated_at } = (await shown(t, id)).summary
      return { url: `/summaries/${id}/freeze`, body: { updated_at } }
    },
  },
  {
    endpoint: summariesApi.publish,
    person: 'fmb.super',
    event: 'Published',
    again: 409,
    ready: async () => {
      const id = await draft()
      await frozen(t, id)
      return { url: `/summaries/${id}/publish` }
    },
  },
  {
    endpoint: rolesApi.create,
    person: 'fmb.super',
    event: 'Created',
    again: 422,
    ready: async () => ({ url: '/roles', body: { name: newName(), access_level: 'PENRO', permissions: [] } }),
  },
  {
    endpoint: rolesApi.update,
    person: 'fmb.super',
    event: 'Updated',
    again: 409,
    ready: async () => {
      const id = await newRole()
      const { updated_at } = (await call('fmb.super', { method: 'GET', url: `/roles/${id}` })).json().role
      return { method: 'PATCH', url: `/roles/${id}`, body: { permissions: ['site_map_access'], updated_at } }
    },
  },
  {
    endpoint: rolesApi.deactivate,
    person: 'fmb.super',
    event: 'Deactivated',
    again: 409,
    ready: async () => ({
      url: `/roles/deactivate/${await newRole()}`,
      body: { deactivate_reason: 'No longer needed' },
    }),
  },
  {
    endpoint: rolesApi.activate,
    person: 'fmb.super',
    event: 'Activated',
    again: 409,
    ready: async () => {
      const id = await newRole({
        status: 'Deactivated',
        deactivated_at: NOW.toISOString(),
        deactivate_reason: 'No longer needed',
        deactivated_by: await t.userId('fmb.super'),
      })
      return { url: `/roles/activate/${id}` }
    },
  },
  {
    endpoint: auditApi.download,
    person: 'fmb.super',
    event: 'Exported',
    again: 200,
    ready: async () => ({ method: 'GET', url: `/reports/audit-logs/export?${DAYS}` }),
  },
]

const hasFactor = async (person: string, has_factor: boolean) =>
  t.db
    .updateTable('users')
    .set({ has_factor })
    .where('id', '=', await t.userId(person))
    .execute()
/** Runs this as a person without a factor. */
async function withoutFactor<T>(person: string, run: () => Promise<T>): Promise<T> {
  const id = await t.userId(person)
  const { has_factor } = await t.db
    .selectFrom('users')
    .select('has_factor')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await hasFactor(person, false)
  const result = await run()
  await hasFactor(person, has_factor)
  return result
}

/** The running decisions on many are ended, so that the next may begin. */
const endBulks = () =>
  t.db
    .updateTable('bulk_decisions')
    .set({ state: 'Finished', ended_at: NOW.toISOString() })
    .where('state', '=', 'Running')
    .execute()

/** Keeps the session of a person alive at the time of the test. */
const renewed = (person: string) =>
  t
    .userId(person)
    .then((id) =>
      t.db
        .updateTable('sessions')
        .set({ created_at: t.services.now().toISOString(), last_used_at: t.services.now().toISOString() })
        .where('user_id', '=', id)
        .execute(),
    )

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

describe.each(ACTIONS.map((action) => [nameOf(action.endpoint), action] as const))('%s', (_name, action) => {
  const { person, event } = action
  const needs = (means: IdentityMeans, count?: number) => ({
    status: 403,
    code: 'proof',
    refusal: { code: 'proof_needed', params: { means, count: count ?? null } },
  })
  const send = async (ready: Ready) => call(person, ready)
  /** Expects a refusal that has written nothing. */
  async function expectAsked(ready: Ready, means: IdentityMeans) {
    // its login is in the log first
    await t.logLogin(person)
    const before = await countRows()
    const reply = await send(ready)
    expect(reply.json(), reply.body).toMatchObject(needs(means, ready.count))
    expect(await countRows()).toBe(before)
  }
  const expectDone = (reply: LightMyRequestResponse) => expect(reply.statusCode, reply.body).toBe(200)
  const readied = async () => {
    await endBulks()
    await hasFactor(person, false)
    await proved(t, person, {})
    const ready = await action.ready()
    await hasFactor(person, true)
    return { ready, count: ready.count ?? null }
  }

  test('of people without a factor the password is asked, or nothing where a record is decided on', async () => {
    const { ready } = await readied()
    await hasFactor(person, false)
    await proved(t, person, null)
    const isAsked = action.endpoint.identity === 'every_caller'
    if (isAsked) {
      await expectAsked(ready, 'password')
      await proved(t, person, { by: 'password', in_full: false, minutes: 14 })
    }
    expectDone(await send(ready))
    expect(proofIn(await lastRow(event))).toBe(isAsked ? 'password, 14 minutes before' : null)
  })

  test('a proof of 15 minutes at most is needed, in full, and the log names it', async () => {
    const { ready, count } = await readied()
    await proved(t, person, null)
    await expectAsked(ready, 'both')
    await proved(t, person, { by: 'password', in_full: false, count })
    await expectAsked(ready, 'both')
    await proved(t, person, { minutes: 16, count })
    await expectAsked(ready, 'factor')
    for (const other of count === null ? [] : [null, count + 1]) {
      await proved(t, person, { count: other })
      await expectAsked(ready, 'factor')
    }
    await proved(t, person, { minutes: 14, count })
    expectDone(await send(ready))
    const records = count === null ? '' : `, for ${plural(count, 'record')}`
    const last = await lastRow(event)
    expect(proofIn(last)).toBe(`password and authenticator app, 14 minutes before${records}`)
    // as the last change: rows are found by their first
    expect(changesOf(last).at(-1)?.field).toBe('proof')
  })

  test('a proof for several records is used up by one decision', async () => {
    const { ready, count } = await readied()
    if (count === null) return
    await proved(t, person, { count })
    expectDone(await send(ready))
    await endBulks()
    await expectAsked(ready, 'factor')
  })

  test('what is refused anyway is refused before a proof is asked for', async () => {
    const { ready, count } = await readied()
    await hasFactor('laguna.encoder', true)
    await proved(t, 'laguna.encoder', null)
    const stranger = await call('laguna.encoder', ready)
    await hasFactor('laguna.encoder', false)
    expect([403, 404], stranger.body).toContain(stranger.statusCode)
    expect(stranger.json().code).not.toBe('proof')
    await proved(t, person, { count })
    expectDone(await send(ready))
    await proved(t, person, action.again === 200 ? {} : null)
    expect((await send(ready)).statusCode).toBe(action.again)
  })
})

describe('a form', () => {
  test('that was refused for the proof is saved once when it is sent again', async () => {
    await hasFactor('fmb.super', true)
    await proved(t, 'fmb.super', null)
    const key = randomUUID()
    const body = { name: 'Reader of the form', access_level: 'PENRO', permissions: [] }
    const send = () => call('fmb.super', { url: '/roles', body }, key)
    expect((await send()).statusCode).toBe(403)
    expect(
      await t.db.selectFrom('form_submissions').select('call').where('form_key', '=', key).execute(),
    ).toEqual([])
    await proved(t, 'fmb.super', {})
    const [first, second] = [await send(), await send()]
    expect(first.statusCode, first.body).toBe(200)
    expect(second.json()).toEqual(first.json())
    // the stored answer needs no proof
    await proved(t, 'fmb.super', null)
    expect((await send()).json()).toEqual(first.json())
    const made = await t.db.selectFrom('roles').select('id').where('name', '=', body.name).execute()
    expect(made).toHaveLength(1)
  })
})

describe('decisions below FMB, returns and other files', () => {
  test('need no proof', async () => {
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver']) {
      await hasFactor(person, true)
      await proved(t, person, null)
    }
    const { id } = await aSite(t)
    expect((await call('laguna.approver', { url: `/sites/approved/${id}`, body: {} })).statusCode).toBe(200)
    expect((await call('r4a.approver', { url: `/sites/approved/${id}`, body: {} })).statusCode).toBe(200)
    const returned = await call('fmb.approver', {
      url: `/sites/returned/${id}`,
      body: { returned_reason: 'More.' },
    })
    expect(returned.statusCode, returned.body).toBe(200)
    const [one, two] = [(await aSite(t)).id, (await aSite(t, { level: 'FMB' })).id]
    const approving = await begin(
      await t.as('laguna.approver'),
      'sites',
      'approve',
      await chosen(t, 'sites', [one]),
    )
    expect(approving.statusCode, approving.body).toBe(200)
    await endBulks()
    const records = await chosen(t, 'sites', [two])
    const returning = await begin(await t.as('fmb.approver'), 'sites', 'return', records, {
      returned_reason: 'More.',
    })
    expect(returning.statusCode, returning.body).toBe(200)
    await endBulks()
    await hasFactor('fmb.super', true)
    await proved(t, 'fmb.super', null)
    const dashboard = await call('fmb.super', {
      method: 'GET',
      url: '/reports/export-dashboard?category=Safeguard+Activities',
    })
    expect(dashboard.statusCode, dashboard.body).toBe(200)
    for (const person of ['laguna.approver', 'r4a.approver']) await hasFactor(person, false)
  })
})

describe('a decision on many', () => {
  test('writes its proof into the row of each record, also when the approver has proved something else since', async () => {
    await hasFactor('fmb.approver', true)
    const ids = [await clean(), await clean(), await clean()]
    const by = await t.as('fmb.approver')
    await proved(t, 'fmb.approver', { minutes: 2, by: 'app', count: 3 })
    const reply = await begin(by, 'sites', 'approve', await chosen(t, 'sites', ids))
    expect(reply.statusCode, reply.body).toBe(200)
    await proved(t, 'fmb.approver', null)
    await runBulk(t.services, reply.json().bulk.id)
    expect((await newest(by, 'sites')).rows.map(({ state }) => state)).toEqual([
      'Decided',
      'Decided',
      'Decided',
    ])
    const rows = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Approved (FMB)')
      .where('auditable_id', 'in', ids)
      .where('auditable_type', '=', 'Profiling of SITES')
      .execute()
    expect(rows.map(proofIn)).toEqual(Array(3).fill('authenticator app, 2 minutes before, for 3 records'))
  })

  test('of two at once with one proof one begins', async () => {
    await hasFactor('fmb.approver', true)
    const first = await chosen(t, 'sites', [await clean(), await clean()])
    const activities: number[] = []
    await withoutFactor('fmb.approver', async () => {
      while (activities.length < 2)
        activities.push((await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t) })).id)
    })
    await opened(t, 'fmb.approver', 'sites/activities', activities)
    await proved(t, 'fmb.approver', { count: 2 })
    const by: Caller = await t.as('fmb.approver')
    const replies = await Promise.all([
      begin(by, 'sites', 'approve', first),
      begin(by, 'sites/activities', 'approve', await chosen(t, 'sites/activities', activities)),
    ])
    expect(codesOf(replies)).toEqual([200, 403])
    await endBulks()
  })

  test('that is refused leaves its proof unused', async () => {
    const records = await chosen(t, 'sites', [await clean()])
    await hasFactor('fmb.approver', true)
    await proved(t, 'fmb.approver', { count: 1 })
    const by = await t.as('fmb.approver')
    const unknown = await begin(by, 'sites', 'approve', [{ id: 999_999, revision: 1 }])
    expect(unknown.statusCode).toBe(404)
    expect((await begin(by, 'sites', 'approve', records)).statusCode).toBe(200)
    await endBulks()
  })
})

describe('proving one’s identity', () => {
  const PERSON = 'zds.approver'
  beforeAll(() => withApp(t, PERSON))
  const code = () => codeOf(t, PERSON)
  let minute = 0
  /** Each test has its own time, so that no code was used before. */
  const later = () => {
    minute += 2
    t.setNow(new Date(NOW.getTime() + minute * 60_000))
  }
  const prove = async (person: string, body: object) => {
    await t.as(person)
    await renewed(person)
    return call(person, { url: '/my-sign-in/proof', body })
  }
  const sessionOf = async (person: string) =>
    t.db
      .selectFrom('sessions')
      .select(['proved_at', 'proved_by', 'proved_in_full', 'proved_count'])
      .where('user_id', '=', await t.userId(person))
      .executeTakeFirstOrThrow()

  test('first in a sitting with password and code, then with a code; each is logged', async () => {
    later()
    await proved(t, PERSON, null)
    expect((await prove(PERSON, {})).json().errors).toEqual({
      password: ['Password is required.'],
      code: ['Please enter a code.'],
    })
    expect((await prove(PERSON, { code: await code() })).json().errors).toEqual({
      password: ['Password is required.'],
    })
    const first = await prove(PERSON, { password: DEMO_PASSWORD, code: await code() })
    expect(first.json(), first.body).toEqual({ holds: true, next_in_full: false })
    expect(await sessionOf(PERSON)).toMatchObject({
      proved_by: 'password and app',
      proved_in_full: true,
      proved_count: null,
    })
    const row = await lastRow('Identity Proved')
    expect(changesOf(row)).toEqual([{ field: 'method', old: null, new: 'password and authenticator app' }])

    later()
    expect((await prove(PERSON, { password: DEMO_PASSWORD })).json().errors).toEqual({
      code: ['Please enter a code.'],
    })
    const next = await prove(PERSON, { code: await code(), count: 24 })
    expect(next.statusCode, next.body).toBe(200)
    expect(await sessionOf(PERSON)).toMatchObject({
      proved_by: 'app',
      proved_in_full: true,
      proved_count: 24,
    })
    expect(changesOf(await lastRow('Identity Proved'))).toEqual([
      { field: 'method', old: null, new: 'authenticator app' },
      { field: 'records', old: null, new: '24' },
    ])
  })

  test('a code works once, and of two at once one is right', async () => {
    later()
    await proved(t, PERSON, {})
    const same = await code()
    expect(
      codesOf(await Promise.all([prove(PERSON, { code: same }), prove(PERSON, { code: same })])),
    ).toEqual([200, 422])
    const replayed = await prove(PERSON, { code: same })
    expect(replayed.json().errors).toEqual({ code: ['This code is not correct.'] })
  })

  test('a wrong password is said before the code is used up', async () => {
    later()
    await proved(t, PERSON, null)
    const wrong = await prove(PERSON, { password: 'not the password', code: await code() })
    expect(wrong.json().errors).toEqual({ password: ['This password is not correct.'] })
    expect((await lastRow('Login Failed'))?.event).toBe('Login Failed')
    expect((await prove(PERSON, { password: DEMO_PASSWORD, code: await code() })).statusCode).toBe(200)
  })

  test('a wrong code leaves the session without a proof', async () => {
    later()
    await proved(t, PERSON, null)
    expect((await prove(PERSON, { password: DEMO_PASSWORD, code: '000000' })).statusCode).toBe(422)
    expect(await sessionOf(PERSON)).toMatchObject({ proved_at: null, proved_in_full: false })
  })

  test('a code of another person is wrong', async () => {
    later()
    await withApp(t, 'quezon.approver')
    await proved(t, PERSON, {})
    expect(
      (await prove(PERSON, { code: await codeAt(t, 'quezon.approver', t.services.now()) })).json().errors,
    ).toEqual({
      code: ['This code is not correct.'],
    })
  })

  test('who has no factor proves themselves with the password alone, and a stolen session cannot', async () => {
    later()
    await proved(t, 'ncr.approver', null)
    expect((await prove('ncr.approver', { code: '123456' })).json().errors).toEqual({
      password: ['Password is required.'],
    })
    expect((await prove('ncr.approver', { password: 'guessed' })).statusCode).toBe(422)
    expect(await sessionOf('ncr.approver')).toMatchObject({ proved_at: null })
    expect((await prove('ncr.approver', { password: DEMO_PASSWORD })).json()).toEqual({
      holds: true,
      next_in_full: false,
    })
    expect(await sessionOf('ncr.approver')).toMatchObject({ proved_by: 'password', proved_in_full: false })
  })

  test('the fifth wrong password blocks as at a login', async () => {
    later()
    await aPerson(t, 'guessed.person', { role: 'FMB Approver' })
    const replies = []
    for (let tries = 0; tries < 6; tries += 1)
      replies.push(await prove('guessed.person', { password: 'guess' }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('without a session, or with nonsense, nothing is proved', async () => {
    const stranger = await t.as(null)
    expect((await stranger.post('/my-sign-in/proof', {})).statusCode).toBe(401)
    for (const body of [{ count: 0 }, { count: 1.5 }, { password: 7 }, { passkey: 'x' }])
      expect((await prove(PERSON, body)).statusCode).toBe(422)
  })

  test('a login with both factors counts as the first proof; the proof of the session before does not', async () => {
    later()
    await withApp(t, 'fmb.super')
    const email = demoEmail('fmb.super')
    const stranger = await t.as(null)
    const first = await stranger.post('/login', { email, password: DEMO_PASSWORD })
    const { token } = first.json().second_step
    const step = { token, code: await codeOf(t, 'fmb.super'), force: true }
    const signedIn = (await stranger.post('/login/second-step', step)).json().token
    const aRoleBy = (bearer: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/roles',
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${bearer}` },
        payload: { name: newName(), access_level: 'PENRO', permissions: [] },
      })
    expect((await aRoleBy(signedIn)).statusCode).toBe(200)
    expect(proofIn(await lastRow('Created'))).toBe(
      'password and authenticator app, less than a minute before',
    )

    // another session of the same person, such as one of an own computer, begins without a proof
    const other = newToken()
    const user_id = await t.userId('fmb.super')
    await t.db.deleteFrom('sessions').where('user_id', '=', user_id).execute()
    await t.db
      .insertInto('sessions')
      .values({ user_id, token_hash: hashOfToken(other) })
      .execute()
    await renewed('fmb.super')
    const reply = await aRoleBy(other)
    expect(reply.statusCode).toBe(403)
    expect(reply.json().refusal.params.means).toBe('both')
  })
})

describe('what else reads the rows', () => {
  test('a change by another user is reported without how they proved themselves', async () => {
    await hasFactor('fmb.admin', true)
    await t.as('fmb.admin')
    await renewed('fmb.admin')
    const id = await aRole(t, { name: 'Role that two change', access_level: 'PENRO' })
    const { updated_at } = (await call('fmb.admin', { method: 'GET', url: `/roles/${id}` })).json().role
    await proved(t, 'fmb.admin', {})
    const saved = await call('fmb.admin', {
      method: 'PATCH',
      url: `/roles/${id}`,
      body: { name: 'Role that one changed', updated_at },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const late = await call('fmb.admin', {
      method: 'PATCH',
      url: `/roles/${id}`,
      body: { name: 'Too late', updated_at },
    })
    expect(late.statusCode).toBe(409)
    expect(late.json().saved_before.fields.map(({ field }: FieldChange) => field)).toEqual(['name'])
  })
})

describe('every call of the contract', () => {
  test('that needs a proof has words for what is confirmed', async () => {
    const unnamed = (await everyCall()).filter(
      (endpoint) => endpoint.identity && identitySubject({ endpoint, count: null }) === 'This change',
    )
    // the caller's own factors have a page of their own
    expect(unnamed.map(({ path }) => path).filter((path) => !path.startsWith('/my-sign-in/'))).toEqual([])
    expect(identitySubject({ endpoint: sitesApi.decideMany, count: 24 })).toBe(
      'Final approval of 24 profiles',
    )
  })

  test('that sends a file is known, with whether it names persons', async () => {
    const files = (await everyCall()).filter(({ reply, status }) => reply === undefined && status !== 204)
    const known: Record<string, 'persons' | 'none' | 'public' | 'one step'> = {
      'GET /reports/audit-logs/export': 'persons',
      'GET /sites/activities/dashboard/sites.csv': 'public',
      'GET /sites/activities/dashboard/sites.geojson': 'public',
      'GET /sites/dashboard/:id/proof': 'public',
      'GET /sites/activities/dashboard/:id/proof': 'public',
      'GET /reports/export-dashboard': 'none',
      // names only who made it
      'GET /reports/export': 'none',
      // findings and considerations, no words of persons
      'GET /land/export': 'none',
      'GET /imports/template': 'none',
      'GET /imports/:id/corrections': 'none',
      'GET /summaries/:id/files/:format': 'none',
      'GET /summaries/:id/proof': 'none',
      // who of FMB has reviewed which text, as the screen shows
      'GET /translations/:language/table': 'none',
      'GET /file/:id/proof': 'none',
      // what an office has uploaded, one at a time
      'GET /file/:id': 'none',
      'GET /file/:id/thumbnail': 'none',
      // one step of a history that the reader sees, with who made it
      'GET /sites/:id/proofs/:step': 'one step',
      'GET /sites/activities/:id/proofs/:step': 'one step',
    }
    expect(files.map(nameOf).toSorted()).toEqual(Object.keys(known).toSorted())
    for (const endpoint of files)
      expect(endpoint.identity !== null, nameOf(endpoint)).toBe(known[nameOf(endpoint)] === 'persons')
  })
})
