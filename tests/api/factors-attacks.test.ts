import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { sentence } from '../support/oracles/worded.ts'
import { withServer } from '../support/product/app.ts'
import { codeAt, codeOf, withApp, withSheet } from '../support/records/factors.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { prove } from '../support/records/passkeys.ts'
import { auditOf, codesOf } from '../support/records/people.ts'
import {
  aPersonWithPassword,
  callAs,
  cookieOf,
  firstStep,
  logInWithApp,
  secondStep,
  stepToken,
} from '../support/records/second-step.ts'

const t = withServer()

const MINUTE = 60_000
const NOT_CORRECT = { code: ['This code is not correct.'] }

let people = 0
/** A new person with an app; returns the name. */
async function aTarget(): Promise<string> {
  const name = `target.${++people}`
  await aPersonWithPassword(t, name)
  await withApp(t, name)
  return name
}

let networks = 0
const network = () => `10.8.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`

const sessionsOf = async (name: string) =>
  t.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', await t.userId(name))
    .execute()

const eventsOf = async (name: string) =>
  (await auditOf(t, 'Authentication', await t.userId(name))).map(({ event }) => event)

/** A code that is none of the three which are right now. */
async function wrongCode(name: string): Promise<string> {
  const now = t.services.now().getTime()
  const right = await Promise.all([-1, 0, 1, 2].map((step) => codeAt(t, name, new Date(now + step * 30_000))))
  return ['111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}

describe('a code works once, for one account', () => {
  test('replayed, with the same and with a new token, it is wrong', async () => {
    const name = await aTarget()
    const code = await codeOf(t, name)
    const token = await stepToken(t, name)
    expect((await secondStep(t, { token, code })).statusCode).toBe(200)
    expect((await secondStep(t, { token, code, force: true })).json().message).toBe(sentence('step_over'))
    const next = await secondStep(t, { token: await stepToken(t, name), code, force: true })
    expect([next.statusCode, next.json().errors]).toEqual([422, NOT_CORRECT])
    expect(await sessionsOf(name)).toHaveLength(1)
  })

  test('an older code is wrong once a newer one was used', async () => {
    const name = await aTarget()
    const now = new Date()
    t.setNow(now)
    const [older, newer] = [
      await codeAt(t, name, now),
      await codeAt(t, name, new Date(now.getTime() + 30_000)),
    ]
    expect((await secondStep(t, { token: await stepToken(t, name), code: newer })).statusCode).toBe(200)
    const reply = await secondStep(t, { token: await stepToken(t, name), code: older, force: true })
    expect(reply.json().errors).toEqual(NOT_CORRECT)
    t.setNow(new Date())
  })

  test('the code of another account is wrong, of an app and of a sheet', async () => {
    const [name, other] = [await aTarget(), await aTarget()]
    const codes = await withSheet(t, other)
    await withSheet(t, name)
    const token = await stepToken(t, name)
    for (const code of [await codeOf(t, other), codes[0]])
      expect((await secondStep(t, { token, code })).json().errors).toEqual(NOT_CORRECT)
    // a row of the database copied to another account opens nothing
    const copied = await t.db
      .selectFrom('app_factors')
      .select('secret')
      .where('user_id', '=', await t.userId(other))
      .executeTakeFirstOrThrow()
    await t.db
      .updateTable('app_factors')
      .set(copied)
      .where('user_id', '=', await t.userId(name))
      .execute()
    const reply = await secondStep(t, { token, code: await codeOf(t, other) })
    expect(reply.statusCode).toBe(503)
    expect(await sessionsOf(name)).toHaveLength(0)
  })

  test.each(['app', 'sheet'] as const)('of two logins with one code at once, one wins: %s', async (kind) => {
    const name = await aTarget()
    const [first = ''] = kind === 'sheet' ? await withSheet(t, name) : [await codeOf(t, name)]
    const tokens = await Promise.all([1, 2, 3, 4].map(() => stepToken(t, name, { from: network() })))
    const replies = await Promise.all(
      tokens.map((token) => secondStep(t, { token, code: first, force: true }, { from: network() })),
    )
    expect(codesOf(replies)).toEqual([200, 422, 422, 422])
    expect(await sessionsOf(name)).toHaveLength(1)
  })

  test('of two requests with one token and two right codes at once, one starts a session', async () => {
    const name = await aTarget()
    const codes = await withSheet(t, name)
    const token = await stepToken(t, name)
    const replies = await Promise.all(
      codes.slice(0, 4).map((code) => secondStep(t, { token, code, force: true })),
    )
    expect(codesOf(replies)).toEqual([200, 422, 422, 422])
    const lost = replies.filter((reply) => reply.statusCode === 422)
    expect(lost.map((reply) => reply.json().message)).toEqual(lost.map(() => sentence('step_over')))
    expect((await eventsOf(name)).filter((event) => event.endsWith('Login'))).toEqual(['Login'])
    // the codes of the losers are not used up for nothing
    const { used } = await t.db
      .selectFrom('code_sheets')
      .select('used')
      .where('user_id', '=', await t.userId(name))
      .executeTakeFirstOrThrow()
    expect(used).toHaveLength(1)
  })

  test.each([
    [-60, 422],
    [-30, 200],
    [0, 200],
    [30, 200],
    [60, 422],
  ])('a phone whose clock differs by %i s gets %i', async (seconds, status) => {
    const name = await aTarget()
    const now = new Date()
    t.setNow(now)
    const code = await codeAt(t, name, new Date(now.getTime() + seconds * 1000))
    expect((await secondStep(t, { token: await stepToken(t, name), code })).statusCode).toBe(status)
    t.setNow(new Date())
  })
})

describe('without the second step there is no session', () => {
  test('the old login gives none, whatever is sent with it', async () => {
    const name = await aTarget()
    const body = { email: demoEmail(name), password: DEMO_PASSWORD, force: true }
    const tries = [
      body,
      { ...body, code: await codeOf(t, name) },
      { ...body, second_step: false, own_computer: true },
    ]
    for (const one of tries) {
      const reply = await callAs(t, '/login', one, { cookie: `__Host-own_computer=${'a'.repeat(43)}` })
      if (reply.statusCode === 200) expect(Object.keys(reply.json())).toEqual(['second_step'])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await sessionsOf(name)).toHaveLength(0)
  })

  test('a factor that is set up while a login is on its way is asked for', async () => {
    const name = `target.${++people}`
    const id = await aPersonWithPassword(t, name)
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(t.db)
      return rows.length
    }
    const login = await t.db.transaction().execute(async (db) => {
      await db.updateTable('users').set({ has_factor: true }).where('id', '=', id).execute()
      const asked = firstStep(t, name)
      await expect.poll(waiting).toBeGreaterThan(0)
      return { asked }
    })
    const reply = await login.asked
    expect([reply.statusCode, reply.json().message]).toEqual([422, sentence('step_over')])
    expect(await sessionsOf(name)).toHaveLength(0)
  })

  test('the token of the second step is no session, and the token of a session no second step', async () => {
    const [name, other] = [await aTarget(), await aTarget()]
    const token = await stepToken(t, name)
    expect((await callAs(t, '/my-sign-in/app', {}, { token })).statusCode).toBe(401)
    const session = (await logInWithApp(t, other)).json().token
    for (const invented of [session, 'x'.repeat(43), ''])
      expect((await secondStep(t, { token: invented, code: await codeOf(t, other) })).statusCode).toBe(422)
    // with the token of another person one's own code is wrong
    expect((await secondStep(t, { token, code: await codeOf(t, other) })).json().errors).toEqual(NOT_CORRECT)
  })

  test('nothing that a browser has from before a login is worth more after it', async () => {
    const [name, other] = [await aTarget(), await aTarget()]
    const planted = `__Host-own_computer=${'p'.repeat(43)}`
    const early = 'e'.repeat(43)
    const browser = { cookie: planted, token: early }
    const done = await logInWithApp(t, name, { ...browser, own_computer: true })
    expect(done.json().token).not.toBe(early)
    expect((await callAs(t, '/my-sign-in/app', {}, { token: early })).statusCode).toBe(401)
    expect(cookieOf(done)).not.toBe(planted)
    expect(Object.keys((await firstStep(t, name, { cookie: planted })).json())).toEqual(['second_step'])
    // the own computer of one person is not that of another, not even with the right password
    const cookie = cookieOf(done)
    expect(Object.keys((await firstStep(t, name, { cookie, force: true })).json())).toContain('token')
    expect(Object.keys((await firstStep(t, other, { cookie })).json())).toEqual(['second_step'])
  })

  test('it is asked alike of every account: deactivated, with a session elsewhere, after a reset, with a mailed password', async () => {
    const plain = await aTarget()
    const [off, busy, reset, mailed] = [await aTarget(), await aTarget(), await aTarget(), await aTarget()]
    await logInWithApp(t, busy)
    const set = async (name: string, values: object) =>
      t.db
        .updateTable('users')
        .set(values)
        .where('id', '=', await t.userId(name))
        .execute()
    await set(off, {
      status: 'Deactivated',
      deactivated_at: new Date().toISOString(),
      deactivate_reason: 'Left',
      deactivated_by: await t.userId('fmb.super'),
    })
    await t.db
      .deleteFrom('app_factors')
      .where('user_id', '=', await t.userId(reset))
      .execute()
    await set(reset, { has_factor: false, factor_reset_at: new Date().toISOString() })
    await set(mailed, {
      password_is_generated: true,
      password_expires_at: new Date(Date.now() - MINUTE).toISOString(),
    })
    const formOf = async (name: string) => {
      const reply = await firstStep(t, name)
      const { second_step, ...more } = reply.json()
      const { date: _date, 'x-request-id': _id, ...headers } = reply.headers
      return {
        status: reply.statusCode,
        more,
        fields: Object.keys(second_step),
        length: reply.body.length,
        headers,
      }
    }
    const form = await formOf(plain)
    expect(form).toMatchObject({ status: 200, more: {}, fields: ['token', 'expires_at'] })
    for (const name of [off, busy, reset, mailed]) expect(await formOf(name), name).toEqual(form)

    // what was not said is said after the second step
    const after = async (name: string) =>
      secondStep(t, { token: await stepToken(t, name), code: await codeOf(t, name) })
    const deactivated = await after(off)
    expect([deactivated.statusCode, deactivated.json().code]).toEqual([403, 'deactivated'])
    expect(await eventsOf(off)).toEqual(['Login Failed'])
    expect((await after(busy)).json().code).toBe('already_signed_in')
    expect((await after(mailed)).json().errors.password[0]).toMatch(/^This password was mailed/)
    const none = await secondStep(t, { token: await stepToken(t, reset), code: '123456' })
    expect(none.json().errors).toEqual(NOT_CORRECT)
    for (const name of [off, reset, mailed]) expect(await sessionsOf(name)).toHaveLength(0)
  })
})

describe('guessed codes', () => {
  test('five end the token and make the network wait: the sixth is refused, also when it is right', async () => {
    const name = await aTarget()
    const from = network()
    const start = new Date()
    t.setNow(start)
    const token = await stepToken(t, name, { from })
    const wrong = await wrongCode(name)
    for (let number = 0; number < 5; number += 1)
      expect((await secondStep(t, { token, code: wrong }, { from })).json().errors).toEqual(NOT_CORRECT)
    const dead = await secondStep(t, { token, code: await codeOf(t, name) }, { from })
    expect([dead.statusCode, dead.json().message]).toEqual([422, sentence('step_over')])

    const next = await stepToken(t, name, { from })
    const code = await codeOf(t, name)
    const refused = await secondStep(t, { token: next, code: wrong }, { from })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('900')
    expect(refused.json().message).toBe('Too many failed attempts. Please try again in 15 minutes.')
    const right = await secondStep(t, { token: next, code }, { from })
    expect({ ...right.json(), request_id: '' }).toEqual({ ...refused.json(), request_id: '' })
    expect(await eventsOf(name)).toEqual(Array.from({ length: 5 }, () => 'Second Step Failed'))

    // another network is not held up, and the code was not used up by the wait
    const elsewhere = network()
    const done = await secondStep(
      t,
      { token: await stepToken(t, name, { from: elsewhere }), code },
      { from: elsewhere },
    )
    expect(done.statusCode, done.body).toBe(200)
    t.setNow(new Date(start.getTime() + 15 * MINUTE + 1000))
    const later = { token: await stepToken(t, name, { from }), code: await codeOf(t, name), force: true }
    expect((await secondStep(t, later, { from })).statusCode).toBe(200)
    t.setNow(new Date())
  })

  test('a burst gets no more answers than guesses one after another', async () => {
    const name = await aTarget()
    const from = network()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => stepToken(t, name, { from })))
    const wrong = await wrongCode(name)
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, number) =>
        secondStep(t, { token: tokens[number % 4], code: wrong }, { from }),
      ),
    )
    const answered = replies.filter((reply) => reply.json().errors?.code)
    expect(answered).toHaveLength(5)
  })

  test('ten within an hour from any networks: only usual networks may go on; owner and administrators are mailed once', async () => {
    const name = await aTarget()
    const usual = network()
    const start = new Date()
    t.setNow(start)
    await logInWithApp(t, name, { from: usual })
    const wrong = await wrongCode(name)
    const guess = async () => {
      const from = network()
      return secondStep(t, { token: await stepToken(t, name, { from }), code: wrong }, { from })
    }
    for (let number = 0; number < 10; number += 1) expect((await guess()).statusCode).toBe(422)
    const eleventh = await guess()
    expect(eleventh.statusCode).toBe(429)
    expect(eleventh.headers['retry-after']).toBe('3600')
    expect((await logInWithApp(t, name, { from: network() })).statusCode).toBe(429)
    t.setNow(new Date(start.getTime() + MINUTE))
    expect((await logInWithApp(t, name, { from: usual })).statusCode).toBe(200)

    // an hour later it begins anew, without another mail on the same day
    t.setNow(new Date(start.getTime() + 61 * MINUTE))
    for (let number = 0; number < 10; number += 1) expect((await guess()).statusCode).toBe(422)
    const mails = (await deliveredMails(t)).filter(({ subject }) => subject?.startsWith('Wrong codes'))
    const owner = mails.filter((mail) => mail.to?.[0]?.address === demoEmail(name))
    expect(owner).toHaveLength(1)
    expect(owner[0]?.subject).toBe('Wrong codes for your account: change your password')
    expect(owner[0]?.text).toContain('another person knows your password')
    expect(owner[0]?.text).toContain('/change-password')
    const others = mails.filter((mail) => !owner.includes(mail)).map((mail) => mail.to?.[0]?.address)
    expect(others).toEqual(expect.arrayContaining([demoEmail('fmb.super')]))
    expect(new Set(others).size).toBe(others.length)
    t.setNow(new Date())
  })

  test('a hundred since the last right one leave only a reset code, which is mailed; a right one counts anew', async () => {
    const name = await aTarget()
    const id = await t.userId(name)
    const counted = () =>
      t.db.selectFrom('users').select('wrong_codes').where('id', '=', id).executeTakeFirstOrThrow()
    const hasFailed = (wrong_codes: number) =>
      t.db.updateTable('users').set({ wrong_codes }).where('id', '=', id).execute()
    await hasFailed(99)
    expect((await logInWithApp(t, name, { from: network() })).statusCode).toBe(200)
    expect(await counted()).toEqual({ wrong_codes: 0 })

    await hasFailed(99)
    const tryCode = async (code: string, from = network()) =>
      secondStep(t, { token: await stepToken(t, name, { from }), code, force: true }, { from })
    expect((await tryCode(await wrongCode(name))).json().errors).toEqual(NOT_CORRECT)
    const locked = await tryCode(await codeOf(t, name))
    expect([locked.statusCode, locked.json().message]).toEqual([
      429,
      'After 100 wrong codes no code is accepted any more: please ask the approver of your office or your administrator for a reset code.',
    ])
    const mails = (await deliveredMails(t)).filter(({ text }) => text?.includes('100 wrong codes'))
    const to = mails.map((mail) => mail.to?.[0]?.address)
    expect(to).toEqual(expect.arrayContaining([demoEmail(name), demoEmail('fmb.super')]))

    let signs = ''
    for (const administrator of ['fmb.admin', 'fmb.super']) {
      await prove(t, administrator)
      signs += (await (await t.as(administrator)).post(`/users/${id}/reset-code`)).json().signs
    }
    const done = await tryCode(signs)
    expect(done.statusCode, done.body).toBe(200)
    expect(await counted()).toEqual({ wrong_codes: 0 })
  })

  test('wrong passwords and wrong codes are counted apart', async () => {
    const name = await aTarget()
    const from = network()
    const token = await stepToken(t, name, { from })
    for (let number = 0; number < 5; number += 1)
      await firstStep(t, name, { from, password: 'Wrong-Wrong-2031!' })
    expect((await firstStep(t, name, { from })).statusCode).toBe(429)
    expect((await secondStep(t, { token, code: await codeOf(t, name) }, { from })).statusCode).toBe(200)
  })
})

describe('a stolen session', () => {
  test('removes no factor, adds none and makes no codes without a fresh proof with the factor', async () => {
    const name = await aTarget()
    const { token } = (await logInWithApp(t, name)).json()
    const start = Date.now()
    t.setNow(new Date(start + 16 * MINUTE))
    const calls: [string, object][] = [
      ['/my-sign-in/app/removal', {}],
      ['/my-sign-in/sheet/removal', {}],
      ['/my-sign-in/sheet', { size: 10 }],
      ['/my-sign-in/sheet', { size: 40 }],
      ['/my-sign-in/sheet/confirmation', { code: '01-0000-0000' }],
      ['/my-sign-in/app', {}],
      ['/my-sign-in/app/confirmation', { code: '123456' }],
    ]
    for (const [path, body] of calls) {
      const reply = await callAs(t, path, body, { token })
      expect(reply.statusCode, path).toBe(403)
      expect(reply.json().refusal, path).toEqual({
        code: 'proof_needed',
        params: { means: 'factor', count: null },
      })
    }
    // on an own computer only the password was given: both are asked for
    const own = await logInWithApp(t, name, { own_computer: true })
    const session = (await firstStep(t, name, { cookie: cookieOf(own), force: true })).json().token
    const reply = await callAs(t, '/my-sign-in/app/removal', {}, { token: session })
    expect(reply.json().refusal.params).toEqual({ means: 'both', count: null })
    expect(
      await t.db
        .selectFrom('app_factors')
        .select('user_id')
        .where('user_id', '=', await t.userId(name))
        .execute(),
    ).toHaveLength(1)
    t.setNow(new Date())
  })
})
