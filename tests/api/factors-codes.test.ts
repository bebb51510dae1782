import { describe, expect, onTestFinished, test } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import { cleanUpSessions } from '../../server/auth/auth.jobs.ts'
import { hashOfToken, newToken } from '../../server/context/sessions.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { sentence } from '../support/oracles/worded.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { codeOf, withApp, withSheet } from '../support/records/factors.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import { auditOf } from '../support/records/people.ts'
import { proved } from '../support/records/proofs.ts'
import {
  aPersonWithPassword,
  callAs,
  cookieOf,
  firstStep,
  logInWithApp,
  secondStep,
  stepToken,
} from '../support/records/second-step.ts'

const t = withServer({ settings: { PUBLIC_URL: 'https://sis.bureau.example' } })

const MINUTE = 60_000
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let networks = 0
const network = () => `10.7.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`

let people = 0
/** A new person with the password of the demo people; returns the name. */
async function aNew(): Promise<string> {
  const name = `codes.${++people}`
  await aPersonWithPassword(t, name)
  return name
}

type OwnTable = 'app_factors' | 'code_sheets' | 'own_computers' | 'second_steps'
const rowsOf = async (table: OwnTable, name: string) =>
  (
    await t.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', await t.userId(name))
      .execute()
  ).length

/** A token for the session that the person has. */
async function sessionToken(name: string): Promise<string> {
  const token = newToken()
  await t.db
    .updateTable('sessions')
    .set({ token_hash: hashOfToken(token) })
    .where('user_id', '=', await t.userId(name))
    .execute()
  return token
}

/** The person in a session whose password was just given. */
async function justLoggedIn(name: string): Promise<Caller> {
  const caller = await t.as(name)
  await t.db
    .updateTable('sessions')
    .set({ proved_at: t.services.now().toISOString(), proved_by: 'password', proved_in_full: false })
    .where('user_id', '=', await t.userId(name))
    .execute()
  return caller
}

const personOf = async (name: string) =>
  t.db
    .selectFrom('users')
    .select(['has_factor', 'factor_reset_at'])
    .where('id', '=', await t.userId(name))
    .executeTakeFirstOrThrow()

const sessionOf = async (name: string) =>
  t.db
    .selectFrom('sessions')
    .select(['proved_by', 'proved_in_full', 'token_hash'])
    .where('user_id', '=', await t.userId(name))
    .executeTakeFirst()

const eventsOf = async (name: string) =>
  (await auditOf(t, 'Authentication', await t.userId(name))).map(({ event }) => event)

const mailsTo = async (name: string) =>
  (await deliveredMails(t)).filter((mail) => mail.to?.[0]?.address === demoEmail(name))

const demand = (
  access_level: string,
  value: 'off' | 'offered' | 'required',
  required_from: string | null = null,
) =>
  t.db
    .updateTable('factor_demands')
    .set({ demand: value, required_from })
    .where('access_level', '=', access_level)
    .execute()

describe('an authenticator app', () => {
  test('counts after a first code, with ten recovery codes; from then on a login needs a second step', async () => {
    const name = 'quezon.encoder'
    const caller = await justLoggedIn(name)
    const started = await caller.post('/my-sign-in/app')
    expect(started.statusCode, started.body).toBe(200)
    const { secret, uri } = started.json()
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(uri).toMatch(/^otpauth:\/\/totp\//)
    expect(decodeURIComponent(uri)).toContain(`${t.services.config.bureau_name}:${demoEmail(name)}`)
    expect(uri).toContain('algorithm=SHA1&digits=6&period=30')
    const stored = await t.db.selectFrom('app_factors').select('secret').executeTakeFirstOrThrow()
    expect(stored.secret.toString('latin1')).not.toContain(
      Buffer.from(Secret.fromBase32(secret).bytes).toString('latin1'),
    )

    const wrong = await caller.post('/my-sign-in/app/confirmation', { code: '000000' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors.code[0]).toMatch(/^This code is not correct\./)
    expect((await personOf(name)).has_factor).toBe(false)

    const code = app.generate()
    const confirmed = await caller.post('/my-sign-in/app/confirmation', { code })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    const { recovery_codes } = confirmed.json()
    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(recovery_codes[6]).toMatch(/^07-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(await personOf(name)).toEqual({ has_factor: true, factor_reset_at: null })
    // password and factor were both given in this sitting
    expect(await sessionOf(name)).toMatchObject({
      proved_by: 'password and app',
      proved_in_full: true,
    })
    expect(await eventsOf(name)).toEqual(['Second Factor Added', 'Codes Made'])
    const [row] = await auditOf(t, 'Authentication', await t.userId(name), { proofs: true })
    expect(row?.changes[0]).toEqual({ field: 'factor', old: null, new: 'authenticator app' })
    expect(row?.changes[1]?.field).toBe('proof')
    expect(JSON.stringify(await auditOf(t, 'Authentication', await t.userId(name)))).not.toContain(secret)
    const [mail] = await mailsTo(name)
    expect(mail?.subject).toBe('A second factor was added to your account')
    expect(mail?.text).toContain('authenticator app')
    expect(mail?.text).toContain('If this was not you')

    // an app that counts is not replaced without being removed
    const again = await caller.post('/my-sign-in/app')
    expect([again.statusCode, again.json().message]).toEqual([409, sentence('app_is_set')])
    const twice = await caller.post('/my-sign-in/app/confirmation', { code })
    expect([twice.statusCode, twice.json().message]).toEqual([409, sentence('nothing_to_confirm')])

    const first = await firstStep(t, name, { force: true })
    expect(Object.keys(first.json())).toEqual(['second_step'])
    // the code that has confirmed the app is used up
    const { token } = first.json().second_step
    expect((await secondStep(t, { token, code })).json().errors).toEqual({
      code: ['This code is not correct.'],
    })
    const done = await secondStep(t, { token, code: recovery_codes[3], force: true })
    expect(done.statusCode, done.body).toBe(200)
    expect(Object.keys(done.json()).sort()).toEqual(['gkey', 'permissions', 'token', 'user'])
    expect(await sessionOf(name)).toMatchObject({
      proved_by: 'password and sheet',
      proved_in_full: true,
    })
    expect((await eventsOf(name)).slice(2)).toEqual(['Second Step Failed', 'Forced Login'])
  })

  test('a phone whose clock is wrong is told so while the app is set up', async () => {
    const caller = await justLoggedIn('r9.approver')
    const { secret } = (await caller.post('/my-sign-in/app')).json()
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = app.generate({ timestamp: Date.now() - 7 * MINUTE })
    const reply = await caller.post('/my-sign-in/app/confirmation', { code })
    expect(reply.json().errors.code[0]).toBe(
      'This code is not correct. The clock of your phone is 7 minutes slow: please let it set its time automatically, then enter the next code.',
    )
  })

  test('is set up and removed only within 15 minutes of a proof', async () => {
    await proved(t, 'r4a.approver', null)
    const caller = await t.as('r4a.approver')
    for (const path of ['/my-sign-in/app', '/my-sign-in/sheet']) {
      const reply = await caller.post(path, { size: 40 })
      expect(reply.statusCode, path).toBe(403)
      expect(reply.json().refusal).toEqual({
        code: 'proof_needed',
        params: { means: 'password', count: null },
      })
    }
    await withApp(t, 'r4a.approver')
    const removal = await (await justLoggedIn('r4a.approver')).post('/my-sign-in/app/removal')
    expect(removal.json().refusal.params).toEqual({ means: 'both', count: null })
    expect((await (await t.as(null)).post('/my-sign-in/app')).statusCode).toBe(401)
  })

  test('is not for the sealed account of the operator', async () => {
    const name = await aNew()
    await t.db
      .updateTable('users')
      .set({ is_break_glass: true })
      .where('id', '=', await t.userId(name))
      .execute()
    const caller = await justLoggedIn(name)
    for (const path of ['/my-sign-in/app', '/my-sign-in/sheet'])
      expect((await caller.post(path, { size: 40 })).json().message, path).toBe(
        sentence('sealed_without_factor'),
      )
  })

  test('removed, it takes recovery codes, own computers and open second steps along', async () => {
    const name = await aNew()
    await withApp(t, name)
    await withSheet(t, name, 10)
    const own = await logInWithApp(t, name, { own_computer: true, from: network() })
    const open = await stepToken(t, name)
    const { token } = own.json()
    const removed = await callAs(t, '/my-sign-in/app/removal', {}, { token })
    expect(removed.statusCode, removed.body).toBe(200)
    expect((await personOf(name)).has_factor).toBe(false)
    for (const table of ['app_factors', 'code_sheets', 'own_computers', 'second_steps'] as const)
      expect(await rowsOf(table, name), table).toBe(0)
    expect((await secondStep(t, { token: open, code: '123456' })).json().message).toBe(sentence('step_over'))
    expect((await eventsOf(name)).slice(-1)).toEqual(['Second Factor Removed'])
    expect((await mailsTo(name)).map(({ subject }) => subject)).toEqual([
      'A second factor was removed from your account',
    ])
    // as specified again
    expect(Object.keys((await firstStep(t, name, { force: true })).json())).toContain('token')
    const again = await callAs(t, '/my-sign-in/app/removal', {}, { token: await sessionToken(name) })
    expect(again.statusCode).toBe(404)
  })

  test('as the last factor it cannot be removed while the level demands one', async () => {
    const name = await aNew()
    await withApp(t, name)
    const { token } = (await logInWithApp(t, name)).json()
    await demand('FMB', 'required', '2020-01-01')
    try {
      const kept = await callAs(t, '/my-sign-in/app/removal', {}, { token })
      expect([kept.statusCode, kept.json().message]).toEqual([409, sentence('last_factor')])
      expect(await personOf(name)).toMatchObject({ has_factor: true })
      expect(await rowsOf('app_factors', name)).toBe(1)
      // not the last one
      await withSheet(t, name)
      expect((await callAs(t, '/my-sign-in/app/removal', {}, { token })).statusCode).toBe(200)
      expect(await personOf(name)).toMatchObject({ has_factor: true })
      expect((await callAs(t, '/my-sign-in/sheet/removal', {}, { token })).statusCode).toBe(409)
      // a demand of a later day does not hold yet
      await demand('FMB', 'required', '2999-01-01')
      expect((await callAs(t, '/my-sign-in/sheet/removal', {}, { token })).statusCode).toBe(200)
    } finally {
      await demand('FMB', 'off')
    }
  })

  test('whoever must have a factor and has none can only set one up', async () => {
    const name = await aNew()
    const { token } = (await firstStep(t, name)).json()
    await demand('FMB', 'required', '2020-01-01')
    try {
      const refused = await callAs(t, '/users/reset-password', { email: demoEmail(name) }, { token })
      expect(refused.json().refusal?.code ?? refused.body).toBe('factor_first')
      const { secret } = (await callAs(t, '/my-sign-in/app', {}, { token })).json()
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      const added = await callAs(t, '/my-sign-in/app/confirmation', { code }, { token })
      expect(added.statusCode, added.body).toBe(200)
      const free = await callAs(t, '/users/reset-password', { email: demoEmail(name) }, { token })
      expect(free.json().refusal?.code).not.toBe('factor_first')
    } finally {
      await demand('FMB', 'off')
    }
  })
})

describe('codes on paper', () => {
  test('forty are a factor of their own after one was typed, which is used up by that', async () => {
    const name = await aNew()
    const { token } = (await firstStep(t, name)).json()
    const made = await callAs(t, '/my-sign-in/sheet', { size: 40 }, { token })
    expect(made.statusCode, made.body).toBe(200)
    const { codes } = made.json() as { codes: string[] }
    expect(codes).toHaveLength(40)
    expect(codes[39]).toMatch(/^40-/)
    expect((await personOf(name)).has_factor).toBe(false)
    const wrong = await callAs(t, '/my-sign-in/sheet/confirmation', { code: '01-0000-0000' }, { token })
    expect(wrong.json().errors).toEqual({ code: ['This code is not correct.'] })
    const [one, two] = codes as [string, string]
    const confirmed = await callAs(t, '/my-sign-in/sheet/confirmation', { code: one }, { token })
    expect(confirmed.json()).toEqual({ recovery_codes: null })
    expect((await personOf(name)).has_factor).toBe(true)

    const step = await stepToken(t, name)
    expect((await secondStep(t, { token: step, code: one })).statusCode).toBe(422)
    const typed = two.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const done = await secondStep(t, { token: step, code: typed, force: true })
    expect(done.statusCode, done.body).toBe(200)
    const { used } = await t.db
      .selectFrom('code_sheets')
      .select('used')
      .where('user_id', '=', await t.userId(name))
      .executeTakeFirstOrThrow()
    expect(used).toEqual([1, 2])
    expect(await eventsOf(name)).toEqual([
      'Login',
      'Codes Made',
      'Second Factor Added',
      'Second Step Failed',
      'Forced Login',
    ])
  })

  test('a new sheet ends the old one: forty when they are confirmed, ten at once', async () => {
    const name = await aNew()
    const old = await withSheet(t, name)
    const step = await stepToken(t, name)
    const { token } = (await secondStep(t, { token: step, code: old[0] })).json()
    const { codes } = (await callAs(t, '/my-sign-in/sheet', { size: 40 }, { token })).json()
    // a printer that jams locks nobody out
    const before = await secondStep(t, { token: await stepToken(t, name), code: codes[4] })
    expect(before.statusCode).toBe(422)
    const works = await secondStep(t, { token: await stepToken(t, name), code: old[4], force: true })
    const session = works.json().token
    await callAs(t, '/my-sign-in/sheet/confirmation', { code: codes[5] }, { token: session })
    const after = await stepToken(t, name)
    expect((await secondStep(t, { token: after, code: old[6] })).statusCode).toBe(422)
    expect((await secondStep(t, { token: after, code: codes[6], force: true })).statusCode).toBe(200)

    // recovery codes are beside another factor
    const live = await sessionToken(name)
    const refused = await callAs(t, '/my-sign-in/sheet', { size: 10 }, { token: live })
    expect([refused.statusCode, refused.json().message]).toEqual([409, sentence('factor_before_codes')])
    await withApp(t, name)
    const ten = (await callAs(t, '/my-sign-in/sheet', { size: 10 }, { token: live })).json().codes
    expect(ten).toHaveLength(10)
    const last = await stepToken(t, name)
    expect((await secondStep(t, { token: last, code: codes[7] })).statusCode).toBe(422)
    expect((await secondStep(t, { token: last, code: ten[9], force: true })).statusCode).toBe(200)
    expect((await callAs(t, '/my-sign-in/sheet', { size: 12 }, { token: live })).statusCode).toBe(401)
  })

  test('a person is mailed while five codes are left', async () => {
    const name = await aNew()
    const codes = await withSheet(t, name)
    await t.db
      .updateTable('code_sheets')
      .set({ used: Array.from({ length: 34 }, (_, index) => index + 1) })
      .where('user_id', '=', await t.userId(name))
      .execute()
    for (const code of codes.slice(34, 36))
      expect((await secondStep(t, { token: await stepToken(t, name), code, force: true })).statusCode).toBe(
        200,
      )
    expect((await mailsTo(name)).map(({ subject }) => subject)).toEqual(['Your code sheet has 5 codes left'])
  })
})

describe('the second step of a login', () => {
  test('says what is wrong when the server has another FACTOR_KEY; nothing is counted, and the right key helps', async () => {
    const name = await aNew()
    await withApp(t, name)
    const token = await stepToken(t, name)
    const code = await codeOf(t, name)
    const key = t.services.config.factor_key
    t.services.config.factor_key = Buffer.alloc(32, 7)
    onTestFinished(() => void (t.services.config.factor_key = key))
    const refused = await secondStep(t, { token, code })
    expect([refused.statusCode, refused.json().message]).toEqual([503, sentence('factor_key_changed')])
    t.services.config.factor_key = key
    expect((await secondStep(t, { token, code })).statusCode).toBe(200)
  })

  test('409 while there is another session; then force and the same token finish it without a second code', async () => {
    const name = await aNew()
    await withApp(t, name)
    await logInWithApp(t, name)
    const token = await stepToken(t, name)
    const code = await codeOf(t, name)
    const busy = await secondStep(t, { token, code })
    expect([busy.statusCode, busy.json().code]).toEqual([409, 'already_signed_in'])
    const done = await secondStep(t, { token, force: true, own_computer: true })
    expect(done.statusCode, done.body).toBe(200)
    expect(cookieOf(done)).toMatch(/^__Host-own_computer=/)
    // one token starts one session
    const again = await secondStep(t, { token, force: true })
    expect([again.statusCode, again.json().message]).toEqual([422, sentence('step_over')])
    expect(await sessionOf(name)).toMatchObject({
      proved_by: 'password and app',
      proved_in_full: true,
    })
    expect((await eventsOf(name)).filter((event) => event !== 'Own Computer Remembered')).toEqual([
      'Login',
      'Forced Login',
    ])
  })

  test('lasts ten minutes; what has expired is cleaned up', async () => {
    const name = await aNew()
    await withApp(t, name)
    await logInWithApp(t, name, { own_computer: true })
    const token = await stepToken(t, name)
    const start = Date.now()
    t.setNow(new Date(start + 9 * MINUTE))
    expect((await secondStep(t, { token, code: await codeOf(t, name) })).statusCode).toBe(409)
    t.setNow(new Date(start + 11 * MINUTE))
    const late = await secondStep(t, { token, force: true })
    expect([late.statusCode, late.json().message]).toEqual([422, sentence('step_over')])
    await cleanUpSessions(t.services)
    expect(await rowsOf('second_steps', name)).toBe(0)
    expect(await rowsOf('own_computers', name)).toBe(1)
    t.setNow(new Date(start + 32 * 24 * 60 * MINUTE))
    await cleanUpSessions(t.services)
    expect(await rowsOf('own_computers', name)).toBe(0)
    t.setNow(new Date())
  })

  test('a text that is no code, and no code at all, are one sentence', async () => {
    const name = await aNew()
    await withApp(t, name)
    const token = await stepToken(t, name)
    expect((await secondStep(t, { token })).json().errors).toEqual({ code: ['Please enter a code.'] })
    expect((await secondStep(t, { token, code: 'abc' })).json().errors).toEqual({
      code: ['This code is not correct.'],
    })
    expect((await secondStep(t, { token, code: 7 })).statusCode).toBe(422)
    expect((await secondStep(t, { token, passkey: { id: 'x' } })).json().errors).toEqual({
      passkey: ['This passkey was not accepted. Please try again, or enter a code.'],
    })
  })
})

describe('an own computer', () => {
  test('is asked for no second step for 30 days, with the right password; its cookie is out of reach of scripts', async () => {
    const name = await aNew()
    await withApp(t, name)
    const plain = await logInWithApp(t, name)
    expect(plain.headers['set-cookie']).toBeUndefined()
    const reply = await logInWithApp(t, name, { own_computer: true, userAgent: CHROME, from: '10.6.0.1' })
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-own_computer=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/,
    )
    const cookie = cookieOf(reply)
    const [row] = await t.db
      .selectFrom('own_computers')
      .select(['device', 'network_address'])
      .where('user_id', '=', await t.userId(name))
      .execute()
    expect(row).toEqual({ device: 'Chrome on Windows', network_address: '10.6.0.1' })
    expect((await eventsOf(name)).filter((event) => event.startsWith('Own'))).toEqual([
      'Own Computer Remembered',
    ])
    const again = await firstStep(t, name, { cookie, force: true })
    expect(Object.keys(again.json())).toContain('token')
    expect(await sessionOf(name)).toMatchObject({ proved_by: 'password', proved_in_full: false })
    const wrong = await firstStep(t, name, { cookie, password: 'Wrong-Wrong-2031!' })
    expect(wrong.statusCode).toBe(422)
    t.setNow(new Date(Date.now() + 30 * 24 * 60 * MINUTE + MINUTE))
    expect(Object.keys((await firstStep(t, name, { cookie, force: true })).json())).toEqual(['second_step'])
    t.setNow(new Date())
  })

  test.each(['change', 'link', 'administrator', 'deactivation'] as const)(
    'ends with open second steps, not with the factor: %s',
    async (how) => {
      const name = await aNew()
      await withApp(t, name)
      const { token } = (await logInWithApp(t, name, { own_computer: true })).json()
      const open = await stepToken(t, name)
      const password = 'Narra-at-Ipil-2032!'
      const email = demoEmail(name)
      if (how === 'change') {
        const body = { email, old_password: DEMO_PASSWORD, password, password_confirmation: password }
        expect((await callAs(t, '/change-password', body, { token })).statusCode).toBe(200)
      } else if (how === 'link') {
        await callAs(t, '/forgot-password', { email })
        const link = linkIn((await mailsTo(name)).at(-1))
        const body = {
          email,
          token: link.searchParams.get('token'),
          password,
          password_confirmation: password,
        }
        expect((await callAs(t, '/reset-password', body)).statusCode).toBe(200)
      } else {
        const administrator = await t.as('fmb.super')
        const reply =
          how === 'administrator'
            ? await administrator.post('/users/reset-password', { email })
            : await administrator.post(`/users/deactivate/${await t.userId(name)}`, {
                deactivate_reason: 'Left the office',
              })
        expect(reply.statusCode, reply.body).toBe(200)
      }
      expect(await rowsOf('own_computers', name)).toBe(0)
      expect(await rowsOf('second_steps', name)).toBe(0)
      expect((await secondStep(t, { token: open, code: await codeOf(t, name) })).json().message).toBe(
        sentence('step_over'),
      )
      expect((await personOf(name)).has_factor).toBe(true)
      expect(await rowsOf('app_factors', name)).toBe(1)
    },
  )
})

describe('a login from a new network and a new device', () => {
  test('is mailed where factors are offered; not the first one, and not for a new network or a new device alone', async () => {
    await demand('FMB', 'offered')
    const name = await aNew()
    const logIn = (from: string, userAgent: string) => firstStep(t, name, { from, userAgent, force: true })
    for (const [from, userAgent] of [
      ['10.5.0.1', CHROME],
      ['10.5.0.2', CHROME],
      ['10.5.0.2', FIREFOX],
      ['10.5.0.3', FIREFOX],
    ] as const)
      expect((await logIn(from, userAgent)).statusCode).toBe(200)
    expect(await mailsTo(name)).toEqual([])
    await logIn(
      '10.5.0.9',
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36',
    )
    const [mail, ...more] = await mailsTo(name)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('A login from a new device')
    expect(mail?.text).toContain('Device: Chrome on Android')
    expect(mail?.text).toContain('Network: 10.5.0.9')
    await demand('FMB', 'off')
    await logIn(
      '10.5.0.10',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
    )
    expect(await mailsTo(name)).toHaveLength(1)
  })
})
