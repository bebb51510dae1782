import { beforeAll, expect, test } from 'vitest'
import { sealBreakGlass } from '../../server/factors/break-glass.actions.ts'
import { taskList } from '../../server/jobs.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { API_KEY, startAppForTest, withServer } from '../support/product/app.ts'
import { expectRefusedCall } from '../support/oracles/replies.ts'
import { withFactors } from '../support/records/lost-factors.ts'
import { deliveredMails, runJobs } from '../support/records/mails.ts'
import { aPerson, auditOf, hasSession } from '../support/records/people.ts'

/** The break-glass account of the operator, for the case that the last administrator has lost the second factor. */

const EMAIL = 'break-glass@localhost.local'

const t = withServer()
let password: string
beforeAll(async () => {
  password = (await sealBreakGlass(t.services)).password
})

const sealed = () =>
  t.db.selectFrom('users').selectAll().where('is_break_glass', '=', true).executeTakeFirstOrThrow()
const logIn = async (word: string) => (await t.as(null)).post('/login', { email: EMAIL, password: word })
const eventsOf = async (id: number) =>
  (await auditOf(t, 'Authentication', id)).map(({ event, user_email }) => [event, user_email])

test('it has a password of 24 signs, of which only the hash is stored, and the role FMB Administrator', async () => {
  expect(password).toMatch(/^\S{24}$/)
  const account = await sealed()
  expect(account).toMatchObject({ email: EMAIL, access_level: 'FMB', status: 'Activated', has_factor: false })
  expect(account.password_hash).toMatch(/^\$argon2id\$/)
  const role = await t.db.selectFrom('roles').select('name').where('id', '=', account.role_id).execute()
  expect(role).toEqual([{ name: 'FMB Administrator' }])
  expect(await eventsOf(account.id)).toEqual([['Break-glass Account Sealed', null]])
})

test('a public host is part of its address', async () => {
  const other = await startAppForTest({ settings: { PUBLIC_URL: 'https://sis.bureau.example' } })
  expect((await sealBreakGlass(other.services)).email).toBe('break-glass@sis.bureau.example')
  const byNumber = await startAppForTest({ settings: { PUBLIC_URL: 'http://10.0.0.7' } })
  expect((await sealBreakGlass(byNumber.services)).email).toBe(EMAIL)
})

test('an account of a person that has its address is never taken', async () => {
  const other = await startAppForTest()
  const id = await aPerson(other, 'someone', { role: 'FMB Approver' })
  await other.db.updateTable('users').set({ email: EMAIL }).where('id', '=', id).execute()
  await expect(sealBreakGlass(other.services)).rejects.toThrow(
    `The address ${EMAIL} belongs to another account, which must not be sealed.`,
  )
})

test('the list of users says what it is, and no screen or mail changes it', async () => {
  const { id } = await sealed()
  const admin = await t.as('fmb.super')
  const list = (await admin.get(`/users/datatable?search=${EMAIL}`)).json()
  expect(list.data).toMatchObject([{ id, name: 'Break-glass Account', is_break_glass: true }])
  const record = () => t.db.selectFrom('users').selectAll().where('id', '=', id).execute()
  const calls = [
    () => admin.patch(`/users/${id}`, { first_name: 'Other', updated_at: '2026-01-01T00:00:00Z' }),
    () => admin.post(`/users/deactivate/${id}`, { deactivate_reason: 'Not needed any more' }),
    () => admin.post('/users/reset-password', { email: EMAIL }),
    () => admin.post(`/users/${id}/reset-code`),
  ]
  for (const call of calls) await expectRefusedCall(t, record, { status: 409, call })
  const before = (await deliveredMails(t)).length
  await (await t.as(null)).post('/forgot-password', { email: EMAIL })
  await runJobs(t)
  expect(await deliveredMails(t)).toHaveLength(before)
})

test('a wrong password is an ordinary failed login; the right one works once, is logged, and mailed to every FMB administrator', async () => {
  const { id } = await sealed()
  const before = (await deliveredMails(t)).length
  expect((await logIn(`${password}x`)).statusCode).toBe(422)
  expect(await deliveredMails(t)).toHaveLength(before)

  const reply = await logIn(password)
  expect(reply.statusCode).toBe(200)
  const mails = (await deliveredMails(t)).slice(before)
  expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
    demoEmail('fmb.admin'),
    demoEmail('fmb.super'),
  ])
  expect(mails[0]?.subject).toBe('The break-glass account was used')
  expect(mails.map(({ text }) => text).join('')).not.toContain(password)
  expect((await eventsOf(id)).slice(-2)).toEqual([
    ['Break-glass Account Used', EMAIL],
    ['Login', EMAIL],
  ])

  const again = await logIn(password)
  expect(again.json().errors).toEqual({ email: ['These credentials do not match our records.'] })
  const forced = await (await t.as(null)).post('/login', { email: EMAIL, password, force: true })
  expect(forced.statusCode).toBe(422)
  expect((await sealed()).password_hash).toBeNull()
})

test('what is demanded of FMB is not asked of it, and alone it issues a whole code for the last administrator', async () => {
  await t.db
    .updateTable('factor_demands')
    .set({ demand: 'required', required_from: '2026-01-01' })
    .where('access_level', '=', 'FMB')
    .execute()
  const again = await sealBreakGlass(t.services)
  const { token } = (await logIn(again.password)).json()
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${token}` }
  const last = await t.userId('fmb.super')
  await withFactors(t, last)
  const reply = await t.app.inject({ method: 'POST', url: `/api/users/${last}/reset-code`, headers })
  expect(reply.json()).toMatchObject({ part: 'whole', signs: expect.stringMatching(/^.{8}$/) })
  await t.db
    .updateTable('factor_demands')
    .set({ demand: 'off', required_from: null })
    .where('access_level', '=', 'FMB')
    .execute()
})

test('sealing it again ends its session and its older password', async () => {
  const { id } = await sealed()
  const first = await sealBreakGlass(t.services)
  expect(await hasSession(t, id)).toBe(false)
  const second = await sealBreakGlass(t.services)
  expect((await logIn(first.password)).statusCode).toBe(422)
  expect((await logIn(second.password)).statusCode).toBe(200)
  expect(
    (await t.db.selectFrom('users').select('id').where('is_break_glass', '=', true).execute()).length,
  ).toBe(1)
})

test('it is not a holder of its role, and reads no mails about records or failed logins', async () => {
  const { id, role_id } = await sealed()
  const role = (await (await t.as('fmb.admin')).get(`/roles/${role_id}`)).json()
  const holders = await t.db.selectFrom('users').select('id').where('role_id', '=', role_id).execute()
  expect(role.holders).toBe(holders.length - 1)
  await t.db.updateTable('users').set({ mail_choice: 'daily' }).where('id', '=', id).execute()
  const { tasks, close } = taskList(t.services)
  await tasks.send_daily_mails()
  await tasks.mail_guessed_account({ email: EMAIL })
  await tasks.mail_guessed_account({ email: demoEmail('laguna.encoder') })
  close()
  const readers = (await deliveredMails(t)).flatMap(({ to }) => to?.map(({ address }) => address))
  expect(readers).not.toContain(EMAIL)
})

test('where the role FMB Administrator is switched off, it has the one that never is, and is not the last holder of it', async () => {
  const other = await startAppForTest()
  await other.db
    .updateTable('roles')
    .set({ status: 'Deactivated' })
    .where('name', '=', 'FMB Administrator')
    .execute()
  await sealBreakGlass(other.services)
  const account = await other.db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('roles.name')
    .where('is_break_glass', '=', true)
    .executeTakeFirstOrThrow()
  expect(account.name).toBe('FMB Super Administrator')
  const second = await aPerson(other, 'second.super', { role: 'FMB Super Administrator' })
  const last = await other.userId('fmb.super')
  const by = await other.as('second.super')
  const off = { deactivate_reason: 'Left the bureau' }
  expect((await by.post(`/users/deactivate/${last}`, off)).statusCode).toBe(200)
  await aPerson(other, 'third.super', { role: 'FMB Super Administrator', status: 'Deactivated' })
  expect((await (await other.as('fmb.admin')).post(`/users/deactivate/${second}`, off)).statusCode).toBe(403)
})
