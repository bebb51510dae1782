import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { coversUser } from '../../shared/users/users.policy.ts'
import type { UserRow } from '../../shared/users/users.schema.ts'
import { type Caller, startAppForTest, withServer } from '../support/product/app.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import { aPerson, aRole, auditCount, auditOf, codesOf, regionId, roleId } from '../support/records/people.ts'
import { errorsOf, type Reply, statusOf } from '../support/oracles/replies.ts'

const LAGUNA = { region: 'R04A', office: 'PENRO Laguna' }
const QUEZON = { region: 'R04A', office: 'PENRO Quezon' }
const ZDS = { region: 'R09', office: 'PENRO Zamboanga del Sur' }

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

/** A valid form of a PENRO Encoder of Laguna, with another address each time. */
const form = async (more: object = {}) => ({
  first_name: 'Ramón',
  last_name: 'Magsaysay',
  sex: 'Male',
  email: demoEmail(newName()),
  access_level: 'PENRO',
  role_id: await roleId(t, 'PENRO Encoder'),
  region_id: await regionId(t, 'R04A'),
  penro: 'PENRO Laguna',
  ...more,
})

const emails = async (who: Caller, query = '') =>
  ((await who.get(`/users/datatable${query}`)).json().data as UserRow[]).map((row) => row.email)

async function expectRefused(reply: Promise<Reply>, status: number, message?: string) {
  const before = await auditCount(t)
  const answer = await reply
  expect([answer.statusCode, answer.json().status]).toEqual([status, status])
  if (message) expect(answer.json().message).toBe(message)
  expect(await auditCount(t)).toBe(before)
}

describe('the list', () => {
  test('[USERS-42, API-06] GET users returns users, a page at a time', async () => {
    const reply = await fmb.get('/users?length=100')
    expect(reply.statusCode).toBe(200)
    const { users, totalCount } = reply.json()
    expect(users).toHaveLength(totalCount)
    expect(users.find((user: UserRow) => user.email === demoEmail('laguna.encoder'))).toEqual({
      id: await t.userId('laguna.encoder'),
      name: 'Isabel Muñoz',
      email: 'laguna.encoder@bureau.example',
      access_level: 'PENRO',
      region_id: await regionId(t, 'R04A'),
      region: 'Region IV-A (CALABARZON)',
      office_id: expect.any(Number),
      penro: 'PENRO Laguna',
      role_id: await roleId(t, 'PENRO Encoder'),
      role: 'PENRO Encoder',
      hierarchy_role: 4,
      status: 'Activated',
      last_logged_in: null,
    })
    expect((await fmb.get('/users')).json().users).toHaveLength(10)
    expect((await fmb.get('/users')).body).not.toMatch(/argon2|hash|password/)
  })

  test('shows each person exactly the users the policy covers', async () => {
    const keys = ['user_access'] as const
    const names: string[] = []
    for (const [level, place] of [
      ['FMB', {}],
      ['Region', { region: 'R04A' }],
      ['Region', { region: 'R09' }],
      ['PENRO', LAGUNA],
      ['PENRO', QUEZON],
      ['PENRO', ZDS],
    ] as const) {
      const name = newName()
      const role = await aRole(t, { name: `Looker ${name}`, access_level: level, permissions: keys })
      await aPerson(t, name, { role, ...place })
      names.push(name)
    }
    const everybody = (await superAdmin.get('/users/search')).json().users as UserRow[]
    const seen: number[] = []
    for (const name of names) {
      const who = await t.as(name)
      const actor: Actor = (await who.get('/validate-token')).json().actor
      const expected = everybody.filter((user) => coversUser(actor, user).ok).map((user) => user.id)
      const rows = (await who.get('/users/datatable?length=100')).json()
      expect(rows.data.map((row: UserRow) => row.id)).toEqual(expected)
      expect([rows.totalCount, rows.filteredCount]).toEqual([expected.length, expected.length])
      expect((await who.get('/users/search')).json().users.map((row: UserRow) => row.id)).toEqual(expected)
      seen.push(expected.length)
    }
    expect(seen[0]).toBe(everybody.length)
    expect(new Set(seen).size).toBeGreaterThan(3)
  })

  test('searches the visible texts, ignoring case, with every sign taken literally', async () => {
    const office = LAGUNA
    const role = 'PENRO Encoder'
    await aPerson(t, 'sign.percent', { role, ...office, first_name: '100% Niño', last_name: "O'Hara" })
    await aPerson(t, 'sign.underscore', { role, ...office, first_name: 'a_b', last_name: 'back\\slash' })
    await aPerson(t, 'sign.quote', { role, ...office, first_name: '"Quoted"', last_name: '🌳🌴' })
    await aPerson(t, 'sign.arabic', { role, ...office, first_name: 'محمد', last_name: 'علي' })
    const found = (text: string) => emails(penro, `?length=100&search=${encodeURIComponent(text)}`)
    expect(await found('0%')).toEqual([demoEmail('sign.percent')])
    expect(await found('%%')).toEqual([])
    expect(await found('a_b')).toEqual([demoEmail('sign.underscore')])
    expect(await found('axb')).toEqual([])
    expect(await found('k\\s')).toEqual([demoEmail('sign.underscore')])
    expect(await found("'hara")).toEqual([demoEmail('sign.percent')])
    expect(await found('"QUOTED"')).toEqual([demoEmail('sign.quote')])
    expect(await found('🌳')).toEqual([demoEmail('sign.quote')])
    expect(await found('محمد علي')).toEqual([demoEmail('sign.arabic')])
    expect(await found('NIÑO')).toEqual([demoEmail('sign.percent')])
    expect(await found('isabel muñoz')).toEqual([demoEmail('laguna.encoder')])
    expect(await found("'; drop table users; --")).toEqual([])
    expect(await found('x'.repeat(10_000))).toEqual([])
    expect(await found('deactivated')).toContain(demoEmail('left.encoder'))
    expect(await found('PENRO Administrator')).toEqual([demoEmail('laguna.admin')])
    expect(await found('Laguna.Approver@')).toEqual([demoEmail('laguna.approver')])
    const reply = (await penro.get('/users/datatable?search=muñoz')).json()
    expect(reply.filteredCount).toBe(1)
    expect(reply.totalCount).toBeGreaterThan(4)
    expect((await penro.get('/users/datatable?search=%00')).statusCode).toBeLessThan(500)
  })

  test('users/search narrows by status and level', async () => {
    const search = async (query: string) =>
      (await fmb.get(`/users/search?${query}`)).json().users as UserRow[]
    const off = await search('status=deactivated')
    expect(off.map((user) => user.email)).toContain(demoEmail('left.encoder'))
    expect(new Set(off.map((user) => user.status))).toEqual(new Set(['Deactivated']))
    expect(new Set((await search('access_level=Region')).map((user) => user.access_level))).toEqual(
      new Set(['Region']),
    )
    expect((await search('search=%25')).map((user) => user.name)).toEqual(["100% Niño O'Hara"])
    expect(await search('status=neither')).toEqual([])
    expect(await statusOf(fmb.get('/users/search?access_level=World'))).toBe(422)
  })
})

describe('one user', () => {
  test('[USERS-11, USERS-15] has every field of the specification, with authors by name', async () => {
    const { user: added } = (
      await superAdmin.post('/users', await form({ middle_name: 'del Fierro' }))
    ).json()
    await fmb.post(`/users/deactivate/${added.id}`, { deactivate_reason: 'On leave' })
    const { user } = (await fmb.get(`/users/${added.id}`)).json()
    expect(user).toEqual({
      id: added.id,
      first_name: 'Ramón',
      middle_name: 'del Fierro',
      last_name: 'Magsaysay',
      sex: 'Male',
      email: added.email,
      access_level: 'PENRO',
      region_id: await regionId(t, 'R04A'),
      region: 'Region IV-A (CALABARZON)',
      province_id: expect.any(Number),
      office_id: expect.any(Number),
      penro: 'PENRO Laguna',
      role_id: await roleId(t, 'PENRO Encoder'),
      role: 'PENRO Encoder',
      hierarchy_role: 4,
      status: 'Deactivated',
      deactivate_reason: 'On leave',
      deactivated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deactivated_by: 'Benigno Salonga',
      created_at: expect.stringMatching(/Z$/),
      created_by: 'Amihan Villanueva',
      updated_at: expect.stringMatching(/Z$/),
      updated_by: 'Benigno Salonga',
      last_logged_in: null,
      password_is_generated: false,
    })
    await expect(
      t.db.updateTable('users').set({ status: 'Gone' }).where('id', '=', added.id).execute(),
    ).rejects.toThrow('users_status_check')
  })

  test('outside the scope nobody is told that it exists', async () => {
    const [unknown, hidden] = [
      await penro.get('/users/999999'),
      await penro.get(`/users/${await t.userId('quezon.encoder')}`),
    ]
    const { request_id: _a, ...first } = unknown.json()
    const { request_id: _b, ...second } = hidden.json()
    expect(first).toEqual(second)
  })
})

describe('adding a user', () => {
  test('[API-07] stores the person, mails a link that sets the password, and writes the log', async () => {
    const app = await startAppForTest()
    const admin = await app.as('fmb.admin')
    const input = await form({ email: 'Maria.Peña@Bureau.Example', first_name: 'María', middle_name: '' })
    const reply = await admin.post('/users', { ...input, penro: ' penro   LAGUNA ' })
    expect(reply.statusCode).toBe(200)
    const { user, mail_queued } = reply.json()
    expect(mail_queued).toBe(true)
    expect(user).toMatchObject({
      first_name: 'María',
      middle_name: null,
      email: 'maria.peña@bureau.example',
      penro: 'PENRO Laguna',
      region: 'Region IV-A (CALABARZON)',
      status: 'Activated',
      created_by: 'Benigno Salonga',
    })
    expect(await auditOf(app, 'User Management', user.id)).toEqual([
      {
        event: 'Created',
        user_email: demoEmail('fmb.admin'),
        auditable_code: 'maria.peña@bureau.example',
        changes: [
          { field: 'first_name', old: null, new: 'María' },
          { field: 'last_name', old: null, new: 'Magsaysay' },
          { field: 'sex', old: null, new: 'Male' },
          { field: 'email', old: null, new: 'maria.peña@bureau.example' },
          { field: 'access_level', old: null, new: 'PENRO' },
          { field: 'role', old: null, new: 'PENRO Encoder' },
          { field: 'region', old: null, new: 'Region IV-A (CALABARZON)' },
          { field: 'penro', old: null, new: 'PENRO Laguna' },
        ],
      },
    ])

    const [mail] = await deliveredMails(app)
    expect(mail?.text).toContain('within 72 hours')
    const { searchParams } = linkIn(mail)
    const link = await app.db
      .selectFrom('password_links')
      .select(['created_at', 'expires_at'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const hours = (new Date(link.expires_at).getTime() - new Date(link.created_at).getTime()) / 3_600_000
    expect(hours).toBe(72)
    const password = 'Dao-Almaciga-2061;'
    const guest = await app.as(null)
    const set = await guest.post('/reset-password', {
      email: searchParams.get('email'),
      token: searchParams.get('token'),
      password,
      password_confirmation: password,
    })
    expect(set.statusCode).toBe(200)
    const login = await guest.post('/login', { email: 'MARIA.PEÑA@bureau.example', password })
    expect(login.json().user.id).toBe(user.id)
  })

  test('[S-158] of FMB’s administrators, and making or raising one in any way, is mailed to all of them', async () => {
    const app = await startAppForTest()
    const admin = await app.as('fmb.super')
    const roles = await app.db.selectFrom('roles').select(['id', 'name']).execute()
    const roleOf = (name: string) => roles.find((role) => role.name === name)?.id
    const later = await aPerson(app, 'later.administrator', { role: 'FMB Approver' })
    const input = await form({ email: 'own.address@bureau.example', access_level: 'FMB' })
    const place = { region_id: null, penro: null }
    const told = async (change: () => Promise<{ statusCode: number; body: string }>) => {
      const before = (await deliveredMails(app)).length
      const reply = await change()
      expect(reply.statusCode, reply.body).toBe(200)
      const mails = (await deliveredMails(app)).slice(before)
      return mails.flatMap(({ to, text }) =>
        / an administrator of FMB on /.test(text ?? '') ? [to?.[0]?.address?.split('@')[0]] : [],
      )
    }
    const create = (role: string) => admin.post('/users', { ...input, ...place, role_id: roleOf(role) })
    const administrators = ['fmb.admin', 'fmb.super', 'own.address']
    expect((await told(() => create('FMB Super Administrator'))).toSorted()).toEqual(administrators)
    const patch = (body: object) => admin.patch(`/users/${later}`, body)
    expect(await told(() => patch({ last_name: 'Another' }))).toEqual([])
    const all = [...administrators, 'later.administrator'].toSorted()
    expect((await told(() => patch({ role_id: roleOf('FMB Administrator') }))).toSorted()).toEqual(all)
    expect(await told(() => patch({ role_id: roleOf('FMB Super Administrator') }))).toEqual([])
    const off = { deactivate_reason: 'On leave' }
    expect(await told(() => admin.post(`/users/deactivate/${later}`, off))).toEqual([])
    expect((await told(() => admin.post(`/users/activate/${later}`))).toSorted()).toEqual(all)
  })

  test('[USERS-22, USERS-23, USERS-24] names are kept as written, 2 to 50 letters', async () => {
    for (const first_name of [
      'Ño',
      '🌳🌴',
      'محمد',
      'Ng',
      'x'.repeat(50),
      '🌳'.repeat(50),
      "Ma. Dolores-O'Neil",
    ]) {
      const reply = await fmb.post(
        '/users',
        await form({ first_name, last_name: first_name, middle_name: first_name }),
      )
      expect(reply.statusCode).toBe(200)
      expect(reply.json().user).toMatchObject({ first_name, middle_name: first_name, last_name: first_name })
    }
    const composed = await fmb.post('/users', await form({ last_name: 'Pen\u0303a' }))
    expect(composed.json().user.last_name).toBe('Peña')
    const names = (name: string) => form({ first_name: name, middle_name: name, last_name: name })
    expect(await errorsOf(fmb.post('/users', await names('x')))).toEqual({
      first_name: ['First Name must be at least 2 characters.'],
      middle_name: ['Middle Name must be at least 2 characters.'],
      last_name: ['Last Name must be at least 2 characters.'],
    })
    expect(await errorsOf(fmb.post('/users', await names('x'.repeat(51))))).toEqual({
      first_name: ['First Name cannot exceed 50 characters.'],
      middle_name: ['Middle Name cannot exceed 50 characters.'],
      last_name: ['Last Name cannot exceed 50 characters.'],
    })
    expect(await errorsOf(fmb.post('/users', await names('')))).toEqual({
      first_name: ['First Name is required.'],
      last_name: ['Last Name is required.'],
    })
  })

  test('[USERS-25, USERS-26, USERS-27, USERS-28] an empty form is told every field', async () => {
    const reply = await fmb.post('/users', {})
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ message: 'Validation failed', code: 'invalid_input' })
    expect(reply.json().errors).toEqual({
      first_name: ['First Name is required.'],
      last_name: ['Last Name is required.'],
      sex: ['Sex is required.'],
      email: ['Email address is required.'],
      access_level: ['Access Level is required.'],
      role_id: ['Role is required.'],
    })
  })

  test('[USERS-29, USERS-30] region and PENRO are asked for where the level has them', async () => {
    const at = async (access_level: string, role: string, more: object) =>
      errorsOf(fmb.post('/users', await form({ access_level, role_id: await roleId(t, role), ...more })))
    const none = { region_id: undefined, penro: undefined }
    expect(await at('FMB', 'FMB Approver', none)).toBeUndefined()
    expect(await at('Region', 'Region Approver', none)).toEqual({ region_id: ['Region is required.'] })
    expect(await at('Region', 'Region Approver', { penro: undefined })).toBeUndefined()
    expect(await at('PENRO', 'PENRO Encoder', none)).toEqual({
      region_id: ['Region is required.'],
      penro: ['PENRO is required.'],
    })
    expect(await at('PENRO', 'PENRO Encoder', { penro: null })).toEqual({ penro: ['PENRO is required.'] })
    expect(await at('PENRO', 'PENRO Encoder', { region_id: 999 })).toEqual({
      region_id: ['This region does not exist.'],
    })
  })

  test('[USERS-35, USERS-36] roles that one may not give', async () => {
    const input = async (access_level: string, role: string) =>
      form({ access_level, role_id: await roleId(t, role) })
    await expectRefused(fmb.post('/users', await input('FMB', 'FMB Super Administrator')), 403)
    expect(await statusOf(superAdmin.post('/users', await input('FMB', 'FMB Super Administrator')))).toBe(200)
    await expectRefused(region.post('/users', await input('Region', 'Region Approver')), 403)
    expect(await statusOf(fmb.post('/users', await input('Region', 'Region Approver')))).toBe(200)
    expect(await statusOf(region.post('/users', await input('PENRO', 'PENRO Approver')))).toBe(200)

    await t.db
      .updateTable('roles')
      .set({ permissions: sql`permissions || '{user_create}'` })
      .where('name', '=', 'PENRO Approver')
      .execute()
    const approver = await t.as('quezon.approver')
    await expectRefused(approver.post('/users', await input('PENRO', 'PENRO Administrator')), 403)
    expect(await statusOf(approver.post('/users', await input('PENRO', 'PENRO Encoder')))).toBe(200)
  })

  test('a PENRO is found in its region whatever its case; a new one becomes an office', async () => {
    const add = async (more: object) => (await fmb.post('/users', await form(more))).json().user as User
    const known = await add({ penro: 'penro quezon' })
    expect(known).toMatchObject({ penro: 'PENRO Quezon', office_id: expect.any(Number) })

    const [first, second] = await Promise.all([
      add({ penro: 'CENRO Los Baños' }),
      add({ penro: 'cenro LOS BAÑOS' }),
    ])
    expect(first?.office_id).toBe(second?.office_id)
    const elsewhere = await add({ penro: 'CENRO Los Baños', region_id: await regionId(t, 'R09') })
    expect(elsewhere.office_id).not.toBe(first?.office_id)
    const offices = await t.db
      .selectFrom('offices')
      .select(['id', 'province_id'])
      .where(sql<boolean>`lower(name) = lower('CENRO Los Baños')`)
      .execute()
    expect(offices).toHaveLength(2)
    expect(await auditOf(t, 'System', first?.office_id ?? 0)).toMatchObject([
      { event: 'Location Data Changed', changes: [{ field: 'office', old: null }, { field: 'sha256' }] },
    ])
    const refused = await errorsOf(fmb.post('/users', await form({ penro: 'x'.repeat(101) })))
    expect(refused).toEqual({ penro: ['PENRO cannot exceed 100 characters.'] })
  })

  describe('[S-148] the office of a new user', () => {
    const officesOf = async (region: string) =>
      (
        await t.db
          .selectFrom('offices')
          .select('name')
          .where('region_id', '=', await regionId(t, region))
          .execute()
      ).map(({ name }) => name)

    test('is the one that is called so, whatever the case, accents, blanks, signs and the word PENRO', async () => {
      const before = await officesOf('R04A')
      for (const penro of ['laguna', '  PENRO   LAGUNA ', 'PENRO Lagúna', 'penro-laguna', 'Laguna PENRO']) {
        const reply = await fmb.post('/users', await form({ penro }))
        expect([penro, reply.statusCode, reply.json().user?.penro]).toEqual([penro, 200, 'PENRO Laguna'])
      }
      expect(await officesOf('R04A')).toEqual(before)
      const again = { region_id: await regionId(t, 'R04A'), name: 'penro  LAGUNA' }
      await expect(t.db.insertInto('offices').values(again).execute()).rejects.toThrow('offices_name_key')
    })

    test('is no typing error, as long as nobody confirms it, neither for a new user nor for a moved one', async () => {
      const before = await officesOf('R04A')
      const asked = { penro: ['There is no office PENRO Lagunna in this region. Did you mean PENRO Laguna?'] }
      expect(await errorsOf(fmb.post('/users', await form({ penro: 'PENRO Lagunna' })))).toEqual(asked)
      expect(await errorsOf(region.post('/users', await form({ penro: 'PENRO Lagunna' })))).toEqual(asked)
      const { user } = (await fmb.post('/users', await form())).json()
      expect(await errorsOf(fmb.patch(`/users/${user.id}`, { penro: 'PENRO Lagunna' }))).toEqual(asked)
      expect(await officesOf('R04A')).toEqual(before)

      const confirmed = await fmb.post('/users', await form({ penro: 'PENRO Lagunna', new_office: true }))
      expect(confirmed.json().user.penro).toBe('PENRO Lagunna')
      expect(await officesOf('R04A')).toEqual([...before, 'PENRO Lagunna'])
      const log = await auditOf(t, 'System', confirmed.json().user.office_id)
      expect(log).toMatchObject([
        { changes: [{ field: 'office', new: 'PENRO Lagunna' }, { field: 'sha256' }] },
      ])
    })

    test('is never that of a province of another region', async () => {
      for (const who of [region, fmb])
        for (const new_office of [undefined, true])
          expect(
            await errorsOf(who.post('/users', await form({ penro: 'PENRO Palawan', new_office }))),
          ).toEqual({
            penro: ['Palawan is not a province of this region, so its office cannot be added here.'],
          })
    })
  })

  test('an address is given once, whatever its case and also after its owner has left', async () => {
    const taken = { email: ['The email has already been taken.'] }
    expect(await errorsOf(fmb.post('/users', await form({ email: 'LEFT.Encoder@Bureau.Example' })))).toEqual(
      taken,
    )
    const input = await form()
    const replies = await Promise.all([1, 2, 3].map(() => fmb.post('/users', input)))
    expect(codesOf(replies)).toEqual([200, 422, 422])
    const ids = await t.db.selectFrom('users').select('id').where('email', '=', input.email).execute()
    expect(ids).toHaveLength(1)
  })

  test('when the mail cannot be queued the user exists and the reply says so', async () => {
    const app = await startAppForTest()
    await sql`drop schema graphile_worker cascade`.execute(app.db)
    const reply = await (await app.as('fmb.admin')).post('/users', await form())
    expect(reply.statusCode).toBe(200)
    const { user, mail_queued } = reply.json()
    expect(mail_queued).toBe(false)
    expect((await auditOf(app, 'User Management', user.id)).map((row) => row.event)).toEqual(['Created'])
    expect(await app.db.selectFrom('password_links').selectAll().execute()).toEqual([])
    const resent = await (await app.as('fmb.admin')).post('/users/reset-password', { email: user.email })
    expect(resent.statusCode).toBe(200)
  })
})
