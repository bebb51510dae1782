import { createServer, type Server } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { passwordStrength } from '../../shared/auth/password.ts'
import { API_KEY, type Caller, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import {
  aPerson,
  aRole,
  auditCount,
  auditOf,
  codesOf,
  hasSession,
  regionId,
  roleId,
} from '../support/records/people.ts'
import { expectRefusedCall, type Reply, statusOf, switchedOffAndOn } from '../support/oracles/replies.ts'

const LAGUNA = { region: 'R04A', office: 'PENRO Laguna' }
const QUEZON = { region: 'R04A', office: 'PENRO Quezon' }
const INACTIVE = 'This user is currently inactive. Please activate the account to make changes.'
const LEFT = { deactivate_reason: 'Left the bureau' }

const t = withServer()
let superAdmin: Caller
let fmb: Caller
let region: Caller
let penro: Caller
beforeAll(async () => {
  superAdmin = await t.as('fmb.super')
  fmb = await t.as('fmb.admin')
  region = await t.as('r4a.admin')
  penro = await t.as('laguna.admin')
})

let made = 0
const newName = () => `person.${++made}`
const encoderOf = (place: object, more: object = {}) =>
  aPerson(t, newName(), { role: 'PENRO Encoder', ...place, ...more })

const rowOf = (id: number, app = t) =>
  app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = async (id: number, app = t) =>
  (await auditOf(app, 'User Management', id)).map((row) => row.event)

/** Expects this status, and that neither the user nor the log changed. */
const expectRefused = (id: number, status: number, call: () => Promise<Reply>, message?: string) =>
  expectRefusedCall(t, () => rowOf(id), { status, call, message })

describe('editing', () => {
  test('[API-07] changes what is named, leaves the rest, and logs from what to what', async () => {
    const id = await encoderOf(LAGUNA, { first_name: 'Ana', last_name: 'Cruz' })
    const reply = await fmb.patch(`/users/${id}`, { first_name: 'Añá 🌳', middle_name: 'Reyes' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().user).toMatchObject({
      first_name: 'Añá 🌳',
      middle_name: 'Reyes',
      last_name: 'Cruz',
      penro: 'PENRO Laguna',
      updated_by: 'Benigno Salonga',
    })
    expect(await auditOf(t, 'User Management', id)).toEqual([
      {
        event: 'Updated',
        user_email: demoEmail('fmb.admin'),
        auditable_code: reply.json().user.email,
        changes: [
          { field: 'first_name', old: 'Ana', new: 'Añá 🌳' },
          { field: 'middle_name', old: null, new: 'Reyes' },
        ],
      },
    ])
    const cleared = await fmb.patch(`/users/${id}`, { middle_name: null })
    expect(cleared.json().user).toMatchObject({ first_name: 'Añá 🌳', middle_name: null })
  })

  test('takes the whole record back as it was sent, and ignores what no form holds', async () => {
    const id = await encoderOf(LAGUNA)
    const { user } = (await fmb.get(`/users/${id}`)).json()
    const reply = await fmb.patch(`/users/${id}`, {
      ...user,
      last_name: 'Luna',
      id: 1,
      status: 'Deactivated',
      hierarchy_role: 1,
      created_by: 'Nobody',
      password_hash: 'x',
    })
    expect(reply.json().user).toMatchObject({
      ...user,
      last_name: 'Luna',
      updated_at: expect.any(String),
      updated_by: 'Benigno Salonga',
    })
  })

  test('the same limits as when adding; a required field cannot be cleared', async () => {
    const id = await encoderOf(LAGUNA)
    const refused = async (body: object) => (await fmb.patch(`/users/${id}`, body)).json().errors
    for (const nothing of ['', null]) {
      expect(
        await refused({ first_name: nothing, sex: nothing, role_id: null, access_level: nothing }),
      ).toEqual({
        first_name: ['First Name is required.'],
        sex: ['Sex is required.'],
        role_id: ['Role is required.'],
        access_level: ['Access Level is required.'],
      })
    }
    expect(await refused({ last_name: 'x' })).toEqual({
      last_name: ['Last Name must be at least 2 characters.'],
    })
    expect(await refused({ middle_name: 'x'.repeat(51) })).toEqual({
      middle_name: ['Middle Name cannot exceed 50 characters.'],
    })
    expect(await refused({ region_id: null })).toEqual({
      region_id: ['Region is required.'],
      penro: ['PENRO is required.'],
    })
    expect(await refused({ penro: null })).toEqual({ penro: ['PENRO is required.'] })
    expect(await refused({ role_id: await roleId(t, 'Region Approver') })).toEqual({
      role_id: ['This role is not for the chosen access level.'],
    })
    expect(await eventsOf(id)).toEqual([])
  })

  test('[USERS-13] the address stays; another one is refused', async () => {
    const id = await encoderOf(LAGUNA)
    const { email } = await rowOf(id)
    expect(await statusOf(fmb.patch(`/users/${id}`, { email: email.toUpperCase() }))).toBe(200)
    const reply = await fmb.patch(`/users/${id}`, { email: 'another@bureau.example' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ email: ['The email address cannot be changed.'] })
    expect((await rowOf(id)).email).toBe(email)
  })

  test('who may edit a user loads what the form starts from, also without user_show', async () => {
    const role = await aRole(t, { name: 'Only edits', access_level: 'PENRO', permissions: ['user_edit'] })
    await aPerson(t, 'only.edits', { role, ...LAGUNA })
    const editor = await t.as('only.edits')
    const id = await encoderOf(LAGUNA)
    const { user } = (await editor.get(`/users/${id}`)).json()
    expect(user.id).toBe(id)
    const { updated_at } = user
    expect(await statusOf(editor.patch(`/users/${id}`, { last_name: 'Seen', updated_at }))).toBe(200)
    // no more than what may be edited, and no View is logged
    await expectRefused(id, 403, () => editor.post('/users/audit-logs', { model_name: 'User', id }))
    expect(await statusOf(editor.get(`/users/${await encoderOf(QUEZON)}`))).toBe(404)
    expect(await statusOf(editor.get(`/users/${await t.userId('laguna.admin')}`))).toBe(403)
    const off = await encoderOf(LAGUNA, { status: 'Deactivated' })
    const refused = await editor.get(`/users/${off}`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, INACTIVE])
  })

  test('[USERS-19, USERS-20] a deactivated user is not edited', async () => {
    const id = await t.userId('left.encoder')
    await expectRefused(id, 409, () => fmb.patch(`/users/${id}`, { last_name: 'Other' }), INACTIVE)
  })

  test('another access level asks for role and place again and ends the sessions', async () => {
    const name = newName()
    const id = await aPerson(t, name, { role: 'PENRO Approver', ...LAGUNA })
    await t.as(name)
    const errors = (await fmb.patch(`/users/${id}`, { access_level: 'Region' })).json().errors
    expect(errors).toEqual({ role_id: ['This role is not for the chosen access level.'] })
    expect(await hasSession(t, id)).toBe(true)

    const toRegion = { access_level: 'Region', role_id: await roleId(t, 'Region Administrator') }
    const moved = await fmb.patch(`/users/${id}`, toRegion)
    expect(moved.json().user).toMatchObject({
      access_level: 'Region',
      region: 'Region IV-A (CALABARZON)',
      penro: null,
      hierarchy_role: 2,
    })
    expect(await hasSession(t, id)).toBe(false)

    const toFmb = { access_level: 'FMB', role_id: await roleId(t, 'FMB Approver') }
    expect((await fmb.patch(`/users/${id}`, toFmb)).statusCode).toBe(403)
    expect((await superAdmin.patch(`/users/${id}`, toFmb)).json().user).toMatchObject({
      region_id: null,
      penro: null,
    })
    const back = { access_level: 'PENRO', role_id: await roleId(t, 'PENRO Encoder') }
    expect((await superAdmin.patch(`/users/${id}`, back)).json().errors).toEqual({
      region_id: ['Region is required.'],
      penro: ['PENRO is required.'],
    })
  })

  test('a change of anything else leaves the sessions alone', async () => {
    const name = newName()
    const id = await aPerson(t, name, { role: 'PENRO Encoder', ...LAGUNA })
    await t.as(name)
    const role_id = await roleId(t, 'PENRO Approver')
    expect(await statusOf(fmb.patch(`/users/${id}`, { role_id, last_name: 'Other' }))).toBe(200)
    expect(await hasSession(t, id)).toBe(true)
    expect((await auditOf(t, 'User Management', id)).at(-1)?.changes).toEqual([
      { field: 'last_name', old: 'Person', new: 'Other' },
      { field: 'role', old: 'PENRO Encoder', new: 'PENRO Approver' },
    ])
  })

  test('nobody is lifted above the level of the editor, nor into a role the editor may not give', async () => {
    const id = await encoderOf(LAGUNA)
    const lift = async (who: Caller, access_level: string, role: string) =>
      expectRefused(id, 403, async () =>
        who.patch(`/users/${id}`, { access_level, role_id: await roleId(t, role) }),
      )
    await expectRefused(id, 403, () => penro.patch(`/users/${id}`, { access_level: 'Region' }))
    await lift(penro, 'Region', 'Region Administrator')
    await lift(region, 'FMB', 'FMB Approver')
    await lift(region, 'Region', 'Region Approver')
    await lift(fmb, 'FMB', 'FMB Super Administrator')
  })

  test('another region takes another PENRO; Region and PENRO editors move nobody out', async () => {
    const id = await encoderOf(LAGUNA)
    const region_id = await regionId(t, 'R09')
    expect((await fmb.patch(`/users/${id}`, { region_id })).json().errors).toEqual({
      penro: ['PENRO is required.'],
    })
    const stays = [
      await region.patch(`/users/${id}`, { region_id }),
      await penro.patch(`/users/${id}`, { region_id, penro: 'PENRO Zamboanga del Sur' }),
    ]
    for (const reply of stays)
      expect(reply.json().user).toMatchObject({ region: 'Region IV-A (CALABARZON)', penro: 'PENRO Laguna' })
    const moved = await fmb.patch(`/users/${id}`, { region_id, penro: 'PENRO zamboanga DEL sur' })
    expect(moved.json().user).toMatchObject({
      region: 'Region IX (Zamboanga Peninsula)',
      penro: 'PENRO Zamboanga del Sur',
    })
    expect(await statusOf(region.get(`/users/${id}`))).toBe(404)
  })

  test('[S-144] the second of two administrators is told who changed what, and when', async () => {
    const id = await encoderOf(LAGUNA)
    const { updated_at } = (await fmb.get(`/users/${id}`)).json().user
    const first = (await fmb.patch(`/users/${id}`, { last_name: 'First', updated_at })).json().user
    const { by, at, fields } = (
      await superAdmin.patch(`/users/${id}`, { last_name: 'Second', updated_at })
    ).json().saved_before
    const { first_name, last_name } = (await fmb.get('/my-profile')).json().user
    expect([by, at]).toEqual([`${first_name} ${last_name}`, first.updated_at])
    expect(fields).toMatchObject([{ field: 'last_name', new: 'First' }])
  })

  test('two tabs: the one that saw an older state is told so', async () => {
    const id = await encoderOf(LAGUNA)
    const { updated_at } = (await fmb.get(`/users/${id}`)).json().user
    expect(await statusOf(fmb.patch(`/users/${id}`, { last_name: 'First', updated_at }))).toBe(200)
    await expectRefused(id, 409, () => fmb.patch(`/users/${id}`, { last_name: 'Third', updated_at: 'never' }))
    expect(await statusOf(fmb.patch(`/users/${id}`, { last_name: 'Without' }))).toBe(200)

    const seen = (await fmb.get(`/users/${id}`)).json().user.updated_at
    const replies = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        fmb.patch(`/users/${id}`, { last_name: `Racer ${number}`, updated_at: seen }),
      ),
    )
    expect(codesOf(replies)).toEqual([200, 409, 409, 409])
  })
})

describe('the status toggle', () => {
  test('[USERS-16, USERS-17, USERS-44, API-08] off with a reason, on again without', async () => {
    const name = newName()
    const id = await aPerson(t, name, { role: 'PENRO Encoder', ...LAGUNA })
    const person = await t.as(name)
    expect(await statusOf(person.get('/my-profile'))).toBe(200)

    const off = await fmb.post(`/users/deactivate/${id}`, { deactivate_reason: '  Retired  ' })
    expect(off.statusCode).toBe(200)
    expect(Object.keys(off.json())).toEqual(['user'])
    expect(off.json().user).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Retired',
      deactivated_by: 'Benigno Salonga',
      deactivated_at: expect.stringMatching(/Z$/),
    })
    expect(await statusOf(person.get('/my-profile'))).toBe(401)
    expect(await hasSession(t, id)).toBe(false)

    const on = await fmb.post(`/users/activate/${id}`)
    expect(Object.keys(on.json())).toEqual(['user'])
    expect(on.json().user).toMatchObject({
      status: 'Activated',
      deactivate_reason: null,
      deactivated_by: null,
      deactivated_at: null,
    })
    expect(await statusOf(person.get('/my-profile'))).toBe(401)
    expect(
      (await auditOf(t, 'User Management', id)).map(({ event, changes }) => ({ event, changes })),
    ).toEqual(switchedOffAndOn('Retired'))
  })
})

describe('the last FMB Super Administrator', () => {
  /** Two Super Administrators act on each other at the same moment. */
  async function duel(act: (who: Caller, id: number, app: TestApp) => Promise<Reply>) {
    const app = await startAppForTest()
    const second = await aPerson(app, 'second.super', { role: 'FMB Super Administrator' })
    const first = await app.userId('fmb.super')
    const replies = await Promise.all([
      act(await app.as('fmb.super'), second, app),
      act(await app.as('second.super'), first, app),
    ])
    const left = await app.db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', await roleId(app, 'FMB Super Administrator'))
      .where('status', '=', 'Activated')
      .execute()
    expect(left).toHaveLength(1)
    const codes = codesOf(replies)
    expect(codes[0]).toBe(200)
    // the slower one is rejected under the lock, or has lost its session or its rank
    expect([401, 403, 409]).toContain(codes[1])
  }

  test('two who switch each other off at the same moment leave one', async () => {
    await duel((who, id) => who.post(`/users/deactivate/${id}`, LEFT))
  })

  test('two who give each other another role at the same moment leave one', async () => {
    await duel(async (who, id, app) =>
      who.patch(`/users/${id}`, { role_id: await roleId(app, 'FMB Administrator') }),
    )
  })

  test('one of two may go', async () => {
    const id = await aPerson(t, 'third.super', { role: 'FMB Super Administrator' })
    expect(await statusOf(superAdmin.post(`/users/deactivate/${id}`, LEFT))).toBe(200)
  })
})

describe("an administrator's reset", () => {
  const PASSWORD = /Your new password is:\s+(\S{16})\s/

  test('[USERS-45] mails a generated password and ends sessions and open links', async () => {
    const app = await startAppForTest()
    const admin = await app.as('fmb.admin')
    const person = await app.as('laguna.encoder')
    const id = await app.userId('laguna.encoder')
    const guest = await app.as(null)
    await guest.post('/forgot-password', { email: demoEmail('laguna.encoder') })
    const link = linkIn((await deliveredMails(app))[0])
    for (let round = 0; round < 5; round++)
      await guest.post('/login', { email: demoEmail('laguna.encoder'), password: 'no' })

    const reply = await admin.post('/users/reset-password', { email: ' Laguna.ENCODER@bureau.example' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: 'New password sent to Isabel Muñoz.' })
    expect(await statusOf(person.get('/my-profile'))).toBe(401)
    const stale = await guest.post('/reset-password', {
      email: link.searchParams.get('email'),
      token: link.searchParams.get('token'),
      password: 'Dao-Almaciga-2061;',
      password_confirmation: 'Dao-Almaciga-2061;',
    })
    expect(stale.json().message).toBe('Invalid Email or Token.')

    const mails = await deliveredMails(app)
    const mail = mails.find((one) => one.subject === 'Your new password')
    expect(mail?.to).toEqual([expect.objectContaining({ address: demoEmail('laguna.encoder') })])
    const [, password = ''] = PASSWORD.exec(mail?.text ?? '') ?? []
    expect(passwordStrength(password)).toBe('Very Strong')
    const login = (text: string) =>
      guest.post('/login', { email: demoEmail('laguna.encoder'), password: text })
    expect(await statusOf(login(DEMO_PASSWORD))).toBe(422)
    expect(await statusOf(login(password))).toBe(200)

    expect(await rowOf(id, app)).toMatchObject({ password_is_generated: true })
    const rows = await auditOf(app, 'User Management', id)
    expect(rows).toEqual([
      {
        event: 'Password Reset by Administrator',
        user_email: demoEmail('fmb.admin'),
        auditable_code: demoEmail('laguna.encoder'),
        changes: [],
      },
    ])
    const queued = await app.db.selectFrom('audit_logs').selectAll().execute()
    expect(JSON.stringify(queued)).not.toContain(password)
  })

  async function mailedPassword(app: TestApp, name: string): Promise<string> {
    const admin = await app.as('fmb.admin')
    const reply = await admin.post('/users/reset-password', { email: demoEmail(name) })
    expect(reply.statusCode, reply.body).toBe(200)
    const mails = (await deliveredMails(app)).filter(({ subject }) => subject === 'Your new password')
    expect(mails.at(-1)?.text).toContain('It works once, until ')
    return PASSWORD.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }

  const USED = /^This password was mailed for one login and was used already\./
  const ENDED = /^This password was mailed more than 24 hours ago and no longer works\./

  test('[S-133] the mailed password works once, and nothing else before an own one is chosen', async () => {
    const app = await startAppForTest()
    const [guest, email] = [await app.as(null), demoEmail('laguna.encoder')]
    const password = await mailedPassword(app, 'laguna.encoder')
    const login = (text: string, force = true) => guest.post('/login', { email, password: text, force })
    const both = await Promise.all([login(password), login(password)])
    expect(codesOf(both)).toEqual([200, 422])
    const token: string = both.find(({ statusCode }) => statusCode === 200)?.json().token
    for (const force of [true, false])
      expect((await login(password, force)).json().errors.password).toEqual([expect.stringMatching(USED)])

    const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
      app.app.inject({
        method,
        url: `/api${path.replace(/\/:\w+\?$/, '').replace(/:\w+/g, '1')}`,
        headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      })
    const open: string[] = []
    for (const { method, path, access } of app.app.contract.filter((call) => call.access === 'signed_in')) {
      const reply = await ask(method, path)
      if (reply.statusCode === 403 && reply.json().message === 'Please choose a password of your own first.')
        continue
      open.push(`${access} ${method} ${path}`)
    }
    expect(open.sort()).toEqual([
      'signed_in GET /my-profile',
      'signed_in GET /validate-token',
      'signed_in POST /change-password',
    ])
    expect((await ask('GET', '/validate-token')).json().actor).toMatchObject({ password_is_generated: true })

    const own = 'Dao-Almaciga-2061;'
    const change = { email, old_password: password, password: own, password_confirmation: own }
    expect((await ask('POST', '/change-password', change)).statusCode).toBe(200)
    const mails = await deliveredMails(app)
    expect(mails.at(-1)).toMatchObject({ subject: 'Your password was changed', to: [{ address: email }] })
    for (const code of [200, 200]) expect(await statusOf(login(own))).toBe(code)
    const reply = await login(own)
    expect(reply.json().user.password_is_generated).toBe(false)
  })

  test('[S-133] the mailed password works for 24 hours, and a link opens the account after them', async () => {
    const app = await startAppForTest()
    const [guest, email] = [await app.as(null), demoEmail('quezon.encoder')]
    const start = new Date()
    const login = (password: string) => guest.post('/login', { email, password, force: true })
    const after = (minutes: number) => app.setNow(new Date(start.getTime() + minutes * 60_000))
    const first = await mailedPassword(app, 'quezon.encoder')
    after(24 * 60 - 1)
    expect(await statusOf(login(first))).toBe(200)
    app.setNow(start)
    const second = await mailedPassword(app, 'quezon.encoder')
    after(24 * 60)
    expect((await login(second)).json().errors.password).toEqual([expect.stringMatching(ENDED)])
    // another wrong password reveals nothing
    expect((await login('Another-One-2031!')).json().errors).toEqual({
      email: ['These credentials do not match our records.'],
    })
    await guest.post('/forgot-password', { email })
    const mailed = (await deliveredMails(app)).find(({ subject }) => subject === 'Reset your password')
    const own = 'Dao-Almaciga-2061;'
    const link = {
      token: linkIn(mailed).searchParams.get('token'),
      email,
      password: own,
      password_confirmation: own,
    }
    expect(await statusOf(guest.post('/reset-password', link))).toBe(200)
    expect(await statusOf(login(own))).toBe(200)
    const told = (await deliveredMails(app)).filter(({ subject }) => subject === 'Your password was changed')
    expect(told.map(({ to }) => to?.[0]?.address)).toEqual([email])
  })

  /** A mail server that closes every connection. */
  async function rudeServer(): Promise<string> {
    const server: Server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const address = server.address()
    return `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  }

  test('[AUTH-54] when the mail cannot be sent nothing is changed', async () => {
    const app = await startAppForTest({ settings: { SMTP_URL: await rudeServer() } })
    const admin = await app.as('fmb.admin')
    const person = await app.as('laguna.encoder')
    const id = await app.userId('laguna.encoder')
    const before = await rowOf(id, app)
    const reply = await admin.post('/users/reset-password', { email: demoEmail('laguna.encoder') })
    expect(reply.statusCode).toBe(503)
    expect(reply.json().message).toBe(
      'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.',
    )
    expect(await rowOf(id, app)).toEqual(before)
    expect(await auditCount(app)).toBe(0)
    expect(await statusOf(person.get('/my-profile'))).toBe(200)
    const login = await (await app.as(null)).post('/login', {
      email: demoEmail('laguna.encoder'),
      password: DEMO_PASSWORD,
      force: true,
    })
    expect(login.statusCode).toBe(200)
  })

  test('[USERS-41] of somebody out of reach it says what it says of nobody', async () => {
    const unknown = await penro.post('/users/reset-password', { email: 'nobody@bureau.example' })
    const hidden = await penro.post('/users/reset-password', { email: demoEmail('zds.encoder') })
    const { request_id: _a, ...first } = unknown.json()
    const { request_id: _b, ...second } = hidden.json()
    expect([unknown.statusCode, first]).toEqual([404, second])
  })

  test('an address that is none is told under its field', async () => {
    const errors = async (body: object) => (await fmb.post('/users/reset-password', body)).json().errors
    expect(await errors({})).toEqual({ email: ['Email address is required.'] })
    expect(await errors({ email: 'abc' })).toEqual({ email: ['Please enter a valid email address.'] })
  })
})

describe('[API-11] the View of a user', () => {
  const view = (who: Caller, id: unknown, more: object = {}) =>
    who.post('/users/audit-logs', { model_name: 'User', id, ...more })

  test('is written once a minute per reader and record', async () => {
    const id = await encoderOf(LAGUNA)
    for (let round = 0; round < 3; round++)
      expect(await statusOf(view(penro, id, { event: 'View' }))).toBe(200)
    await Promise.all([1, 2, 3, 4].map(() => view(region, id)))
    const rows = await auditOf(t, 'User Management', id)
    expect(rows.map((row) => [row.event, row.user_email])).toEqual([
      ['View', demoEmail('laguna.admin')],
      ['View', demoEmail('r4a.admin')],
    ])
    expect(rows[0]).toMatchObject({ auditable_code: (await rowOf(id)).email, changes: [] })

    const older = await encoderOf(LAGUNA)
    await t.db
      .insertInto('audit_logs')
      .values({
        user_id: await t.userId('laguna.admin'),
        auditable_type: 'User Management',
        auditable_id: older,
        event: 'View',
        created_at: new Date(Date.now() - 61_000).toISOString(),
      })
      .execute()
    await view(penro, older)
    expect(await eventsOf(older)).toEqual(['View', 'View'])
  })
})
