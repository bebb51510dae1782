import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanUpSessions } from '../../server/auth/auth.jobs.ts'
import { hashOfToken, newToken } from '../../server/context/sessions.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { createAuthenticator, type Wrong } from '../support/doubles/authenticator.ts'
import { API_KEY, startAppForTest, withServer } from '../support/product/app.ts'
import { full } from '../support/full.ts'
import { sentence } from '../support/oracles/worded.ts'
import {
  aDevice,
  anUntestedPasskey,
  aPasskey,
  loginOptions,
  optionsFor,
  originOf,
  prove,
} from '../support/records/passkeys.ts'
import { aPerson, auditOf, codesOf } from '../support/records/people.ts'

const t = withServer()

const PASSKEYS = '/my-sign-in/passkeys'
const rowsOf = async (name: string) =>
  t.db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', await t.userId(name))
    .orderBy('id')
    .execute()
const logOf = async (name: string) => auditOf(t, 'Authentication', await t.userId(name), { proofs: true })
const mine = async (name: string) => (await (await t.as(name)).get('/my-sign-in')).json()

const fixture = (name: string) => readFileSync(`tests/fixtures/tls/${name}.pem`)
const MAKER = {
  certificate: new X509Certificate(fixture('server')).raw,
  key: createPrivateKey(fixture('server-key')),
}

/** An answer for another page, from another device, or for another time; each is refused like the others. */
const WRONG: Record<string, Wrong> = {
  'made for another page': { origin: 'https://safeguards.example' },
  'made for a page on another port': { origin: 'http://localhost:1' },
  'made for another host name': { rp_id: 'safeguards.example' },
  'made without knowing the person': { is_verified: false },
  'made for another challenge': { challenge: 'bm90LWFza2VkLWZvcg' },
  'made in a page inside another one': { is_framed: true },
}

describe('a passkey is added', () => {
  test('by its name, counts after a test, and is listed and logged then', async () => {
    await prove(t, 'laguna.encoder', { in_full: false })
    const device = aDevice(t, { is_synced: true })
    const asked = await optionsFor(t, 'laguna.encoder', 'add')
    expect(asked.options).toMatchObject({
      rp: { id: 'localhost', name: 'REDD+ Safeguards Information System' },
      user: { name: demoEmail('laguna.encoder') },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
        authenticatorAttachment: 'cross-platform',
      },
      timeout: 300_000,
    })
    const body = { name: '<b>Phone</b> & "Ñ"', passkey: device.create(asked) }
    const added = await (await t.as('laguna.encoder')).post(PASSKEYS, body)
    expect(added.statusCode, added.body).toBe(201)
    const { id } = added.json()
    expect((await mine('laguna.encoder')).passkeys).toEqual([])
    expect(await logOf('laguna.encoder')).toEqual([])

    const test = await optionsFor(t, 'laguna.encoder', 'test')
    // as at the next login: without its name, only a passkey that the device has stored is found
    expect(test.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(test.options.allowCredentials ?? []).toEqual([])
    const passkey = device.sign(test)
    const tested = await (await t.as('laguna.encoder')).post(`${PASSKEYS}/${id}/test`, { passkey })
    expect(tested.statusCode, tested.body).toBe(200)
    expect(tested.json().recovery_codes).toHaveLength(10)

    expect(await mine('laguna.encoder')).toMatchObject({
      has_factor: true,
      passkeys: [{ id, name: '<b>Phone</b> & "Ñ"', is_synced: true, last_used_at: expect.any(String) }],
      sheet: { size: 10, left: 10 },
    })
    const row = (await logOf('laguna.encoder')).find(({ event }) => event === 'Second Factor Added')
    expect(row?.changes).toEqual([
      { field: 'factor', old: null, new: 'passkey "<b>Phone</b> & "Ñ""' },
      { field: 'proof', old: null, new: expect.stringMatching(/^password, /) },
    ])
    // the second one brings no other recovery codes, and the first is named so that it is not added twice
    await prove(t, 'laguna.encoder')
    expect((await optionsFor(t, 'laguna.encoder', 'add')).options.excludeCredentials).toMatchObject([
      { id: passkey.id, type: 'public-key' },
    ])
    expect((await aPasskey(t, 'laguna.encoder', aDevice(t))).recovery_codes).toBeNull()
  })

  test('only by one who is signed in, has just proved who they are, and sends what a passkey has', async () => {
    const asked = { purpose: 'add' }
    for (const path of ['/options', '', '/1/test', '/1/removal'])
      expect((await (await t.as(null)).post(PASSKEYS + path, asked)).statusCode).toBe(401)

    const device = aDevice(t)
    await prove(t, 'quezon.encoder')
    const made = device.create(await optionsFor(t, 'quezon.encoder', 'add'))
    await prove(t, 'quezon.encoder', { minutes: 16 })
    for (const [path, body] of [
      ['/options', asked],
      ['', { name: 'Phone', passkey: made }],
    ] as const) {
      const reply = await (await t.as('quezon.encoder')).post(PASSKEYS + path, body)
      expect(reply.statusCode).toBe(403)
      expect(reply.json().refusal).toEqual({
        code: 'proof_needed',
        params: { means: 'password', count: null },
      })
    }
    // a stolen session gets nowhere, and the person, after the proof, on with what the device has made
    expect(await rowsOf('quezon.encoder')).toEqual([])
    await prove(t, 'quezon.encoder')
    const send = async (body: object) => (await t.as('quezon.encoder')).post(PASSKEYS, body)
    expect((await send({ name: ' ', passkey: made })).json().errors).toEqual({ name: ['Name is required.'] })
    expect((await send({ name: 'x'.repeat(61), passkey: made })).statusCode).toBe(422)
    expect((await send({ name: 'Phone' })).json().errors).toHaveProperty('passkey')
    for (const response of [undefined, null, 'x', {}, { clientDataJSON: '{', attestationObject: 7 }])
      expect((await send({ name: 'Phone', passkey: { ...made, response } })).json().refusal?.code).toBe(
        'passkey_not_checked',
      )
    expect((await send({ name: 'Phone', passkey: made })).statusCode).toBe(201)
    expect(
      (await (await t.as('quezon.encoder')).post(`${PASSKEYS}/options`, { purpose: 'log in' })).statusCode,
    ).toBe(422)
  })

  test.each(
    Object.entries({
      ...WRONG,
      'with the certificate of its maker, which nobody asked for': { maker: MAKER },
    }),
  )('not %s', async (_what, wrong) => {
    await prove(t, 'zds.encoder')
    const passkey = aDevice(t).create(await optionsFor(t, 'zds.encoder', 'add'), wrong)
    const reply = await (await t.as('zds.encoder')).post(PASSKEYS, { name: 'Phone', passkey })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toBe(sentence('passkey_not_checked'))
    expect(await rowsOf('zds.encoder')).toEqual([])
  })

  test('not with the challenge of another person, another purpose, or five minutes ago', async () => {
    const add = async (asked: Parameters<ReturnType<typeof aDevice>['create']>[0]) => {
      const device = aDevice(t)
      const full = { options: { rp: { id: 'localhost' }, user: { id: 'MQ' }, ...asked.options } }
      const body = { name: 'Phone', passkey: device.create(full) }
      return (await (await t.as('zds.encoder')).post(PASSKEYS, body)).json().refusal?.code
    }
    await prove(t, 'zds.encoder')
    await prove(t, 'zds.approver')
    expect(await add(await optionsFor(t, 'zds.approver', 'add'))).toBe('passkey_not_checked')
    expect(await add(await optionsFor(t, 'zds.encoder', 'test'))).toBe('passkey_not_checked')
    expect(await add(await loginOptions(t))).toBe('passkey_not_checked')
    const asked = await optionsFor(t, 'zds.encoder', 'add')
    t.setNow(new Date(Date.now() + 5 * 60_000))
    expect(await add(asked)).toBe('passkey_not_checked')
    t.setNow(new Date())
    expect(await rowsOf('zds.encoder')).toEqual([])
  })

  test('once from one answer, also from two at the same moment', async () => {
    await prove(t, 'zds.encoder')
    const passkey = aDevice(t).create(await optionsFor(t, 'zds.encoder', 'add'))
    const send = async () => (await t.as('zds.encoder')).post(PASSKEYS, { name: 'Phone', passkey })
    const replies = await Promise.all([send(), send()])
    expect(codesOf(replies)).toEqual([201, 422])
    expect((await send()).statusCode).toBe(422)
    expect(await rowsOf('zds.encoder')).toHaveLength(1)
  })

  test('in two tabs: the one begun last is the one to be tested', async () => {
    await prove(t, 'zds.encoder')
    const [one, two] = [aDevice(t), aDevice(t)]
    const first = await anUntestedPasskey(t, 'zds.encoder', one, 'First tab')
    const second = await anUntestedPasskey(t, 'zds.encoder', two, 'Second tab')
    const send = async (id: number, device: typeof one) =>
      (await t.as('zds.encoder')).post(`${PASSKEYS}/${id}/test`, {
        passkey: device.sign(await optionsFor(t, 'zds.encoder', 'test')),
      })
    expect((await send(first, one)).statusCode).toBe(404)
    expect((await send(second, two)).statusCode).toBe(200)
    expect((await mine('zds.encoder')).passkeys).toMatchObject([{ name: 'Second tab' }])
  })

  test('not twice, and not one that is another person’s', async () => {
    const device = aDevice(t)
    await aPasskey(t, 'zds.approver', device)
    const id = device.passkeys[0]?.id ?? ''
    for (const name of ['zds.approver', 'laguna.approver']) {
      await prove(t, name)
      const passkey = aDevice(t).create(await optionsFor(t, name, 'add'), { id })
      const reply = await (await t.as(name)).post(PASSKEYS, { name: 'Phone', passkey })
      expect(reply.statusCode).toBe(409)
      expect(reply.json().message).toBe(sentence('passkey_is_added'))
    }
    expect(await rowsOf('laguna.approver')).toEqual([])
  })

  test('up to ten; the eleventh is refused before the browser asks for it, and after', async () => {
    await prove(t, 'r4a.approver')
    const before = await optionsFor(t, 'r4a.approver', 'add')
    for (let number = 1; number <= 10; number += 1)
      await aPasskey(t, 'r4a.approver', aDevice(t), `Key ${number}`)
    const caller = await t.as('r4a.approver')
    for (const reply of [
      await caller.post(`${PASSKEYS}/options`, { purpose: 'add' }),
      await caller.post(PASSKEYS, { name: 'Key 11', passkey: aDevice(t).create(before) }),
    ]) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json().message).toBe(sentence('passkeys_full'))
    }
    expect(await rowsOf('r4a.approver')).toHaveLength(10)
  })

  test('not to the break-glass account', async () => {
    const id = await aPerson(t, 'sealed', { role: 'FMB Super Administrator' })
    await t.db.updateTable('users').set({ is_break_glass: true }).where('id', '=', id).execute()
    await prove(t, 'sealed')
    const reply = await (await t.as('sealed')).post(`${PASSKEYS}/options`, { purpose: 'add' })
    expect(reply.statusCode).toBe(409)
  })

  test('of a security key or a phone, where the computer is not the person’s own', async () => {
    const inside = (attachment: 'platform' | null) => createAuthenticator(originOf(t), { attachment })
    const add = async (more: object, attachment: 'platform' | null, internal = attachment !== null) => {
      await prove(t, 'laguna.approver')
      const passkey = inside(attachment).create(await optionsFor(t, 'laguna.approver', 'add', more))
      // older browsers do not say where the passkey is, but how it is reached
      if (!internal) passkey.response.transports = ['internal']
      const reply = await (await t.as('laguna.approver')).post(PASSKEYS, { name: 'This PC', passkey })
      return reply.statusCode === 201 ? 201 : reply.json().refusal.code
    }
    expect(await add({}, 'platform')).toBe('passkey_of_shared_computer')
    expect(await add({ own_computer: false }, 'platform')).toBe('passkey_of_shared_computer')
    expect(await add({}, null)).toBe('passkey_of_shared_computer')
    const { options } = await optionsFor(t, 'laguna.approver', 'add', { own_computer: true })
    expect(options.authenticatorSelection).not.toHaveProperty('authenticatorAttachment')
    expect(await add({ own_computer: true }, 'platform')).toBe(201)
  })
})

describe('a new passkey is tested', () => {
  const NAME = 'fmb.approver'
  const send = async (id: number, passkey: object) =>
    (await t.as(NAME)).post(`${PASSKEYS}/${id}/test`, { passkey })
  const codeOf = (reply: { json: () => { refusal?: { code: string } } }) => reply.json().refusal?.code

  test('and until then neither logs in, nor proves who the person is, nor is a second factor', async () => {
    await prove(t, NAME)
    const device = aDevice(t)
    await anUntestedPasskey(t, NAME, device)
    const passkey = device.sign(await loginOptions(t))
    expect(codeOf(await (await t.as(null)).post('/login/passkey', { passkey }))).toBe('passkey_unknown')
    expect((await optionsFor(t, NAME, 'prove')).options.allowCredentials ?? []).toEqual([])
    expect(await mine(NAME)).toMatchObject({ has_factor: false, passkeys: [] })
  })

  test('only by an answer to its own challenge, and only once', async () => {
    const device = aDevice(t)
    await prove(t, NAME)
    const id = await anUntestedPasskey(t, NAME, device)
    for (const wrong of Object.values(WRONG))
      expect(codeOf(await send(id, device.sign(await optionsFor(t, NAME, 'test'), wrong)))).toBe(
        'passkey_not_checked',
      )
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const asked of [await optionsFor(t, NAME, 'prove'), await loginOptions(t)])
      expect(codeOf(await send(id, device.sign({ options: { challenge: asked.options.challenge } })))).toBe(
        'passkey_not_checked',
      )
    const forged = device.sign(await optionsFor(t, NAME, 'test'), { key: privateKey })
    expect(codeOf(await send(id, forged))).toBe('passkey_not_checked')
    // on a page that was open for twenty minutes the proof is asked for again, and the same answer then counts
    const passkey = device.sign(await optionsFor(t, NAME, 'test'))
    await prove(t, NAME, { minutes: 20 })
    expect(codeOf(await send(id, passkey))).toBe('proof_needed')
    await prove(t, NAME)
    const replies = await Promise.all([send(id, passkey), send(id, passkey)])
    expect(codesOf(replies)).toEqual([200, 409])
    expect(codeOf(await send(id, device.sign(await optionsFor(t, NAME, 'test'))))).toBe('nothing_to_confirm')
  })

  test('by itself: another passkey of the person is told from it, and another person’s does not exist', async () => {
    const old = aDevice(t)
    await aPasskey(t, 'r4a.admin', old)
    await prove(t, 'r4a.admin')
    const id = await anUntestedPasskey(t, 'r4a.admin', aDevice(t))
    const passkey = old.sign(await optionsFor(t, 'r4a.admin', 'test'))
    const other = await (await t.as('r4a.admin')).post(`${PASSKEYS}/${id}/test`, { passkey })
    expect(other.json().message).toBe(sentence('passkey_is_another'))
    await prove(t, 'r13.approver')
    for (const path of [`/${id}/test`, `/${id}/removal`])
      expect((await (await t.as('r13.approver')).post(PASSKEYS + path, { passkey })).statusCode).toBe(404)
    for (const body of [{}, { passkey: 7 }, { passkey: { id: 'x'.repeat(1401) } }])
      expect((await (await t.as('r4a.admin')).post(`${PASSKEYS}/${id}/test`, body)).statusCode).toBe(422)
  })
})

describe('a passkey is removed', () => {
  const remove = async (name: string, id: number) => (await t.as(name)).post(`${PASSKEYS}/${id}/removal`)

  test('by its person with a fresh proof of password and factor; a stolen session cannot', async () => {
    const device = aDevice(t)
    const { id } = await aPasskey(t, 'laguna.admin', device, 'Old phone')
    await prove(t, 'laguna.admin', { minutes: 16 })
    expect((await remove('laguna.admin', id)).json().refusal.code).toBe('proof_needed')
    await prove(t, 'laguna.admin', { in_full: false })
    expect((await remove('laguna.admin', id)).json().refusal).toEqual({
      code: 'proof_needed',
      params: { means: 'both', count: null },
    })
    expect(await rowsOf('laguna.admin')).toHaveLength(1)

    await prove(t, 'laguna.admin')
    const asked = await loginOptions(t)
    const removed = await remove('laguna.admin', id)
    expect(removed.json()).toEqual({ message: 'The passkey Old phone is removed.' })
    expect(await mine('laguna.admin')).toMatchObject({ has_factor: false, passkeys: [] })
    const row = (await logOf('laguna.admin')).at(-1)
    expect(row).toMatchObject({
      event: 'Second Factor Removed',
      changes: [{ field: 'factor', old: 'passkey "Old phone"', new: null }, { field: 'proof' }],
    })
    expect((await remove('laguna.admin', id)).statusCode).toBe(404)
    // what it signs now, a login that had begun before included, is unknown
    const passkey = device.sign(asked)
    expect((await (await t.as(null)).post('/login/passkey', { passkey })).statusCode).toBe(422)
  })
})

describe('a passkey alone logs in', () => {
  const NAME = 'zds.approver'
  let device: ReturnType<typeof aDevice>
  beforeAll(async () => {
    device = aDevice(t)
    await aPasskey(t, NAME, device)
  })
  const send = async (passkey: object) => (await t.as(null)).post('/login/passkey', { passkey })
  const finish = async (token: string, more: object = {}) =>
    (await t.as(null)).post('/login/second-step', { token, ...more })

  test('with no other word, to a second step that is passed; the session says by what', async () => {
    const asked = await loginOptions(t)
    expect(asked.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked.options.allowCredentials ?? []).toEqual([])
    const reply = await send(device.sign(asked))
    expect(reply.statusCode, reply.body).toBe(200)
    const { second_step } = reply.json()
    expect(reply.json()).toEqual({
      second_step: { token: expect.any(String), expires_at: expect.any(String) },
    })
    expect((await finish(second_step.token)).statusCode).toBe(409)
    const done = await finish(second_step.token, { force: true })
    expect(done.statusCode, done.body).toBe(200)
    expect(done.json().user.email).toBe(demoEmail(NAME))
    const session = await t.db
      .selectFrom('sessions')
      .select(['proved_by', 'proved_at'])
      .where('user_id', '=', await t.userId(NAME))
      .executeTakeFirstOrThrow()
    expect(session).toMatchObject({ proved_by: 'passkey', proved_at: expect.any(String) })
  })

  test('once with one answer, also of two at the same moment', async () => {
    const passkey = device.sign(await loginOptions(t))
    expect(codesOf(await Promise.all([send(passkey), send(passkey)]))).toEqual([200, 422])
    expect((await send(passkey)).statusCode).toBe(422)
  })

  test.each(Object.entries(WRONG))('not by an answer %s', async (_what, wrong) => {
    expect((await send(device.sign(await loginOptions(t), wrong))).statusCode).toBe(422)
  })

  test('not with a challenge of another purpose, with another person’s name, with no name, or by another key', async () => {
    const handle = Buffer.from(String(await t.userId('fmb.super'))).toString('base64url')
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const proof = await optionsFor(t, NAME, 'prove').catch(() => null)
    // the session of the tests ended with the login above
    expect(proof).toBeNull()
    await prove(t, 'r13.approver')
    const answers = [
      device.sign({
        options: { challenge: (await optionsFor(t, 'r13.approver', 'test')).options.challenge },
      }),
      device.sign(await loginOptions(t), { user_handle: handle }),
      device.sign(await loginOptions(t), { user_handle: null }),
      device.sign(await loginOptions(t), { key }),
    ]
    for (const passkey of answers) expect((await send(passkey)).statusCode).toBe(422)
    for (const body of [{}, { passkey: {} }, { passkey: { id: 'x' } }])
      expect((await (await t.as(null)).post('/login/passkey', body)).statusCode).toBe(422)
  })

  test('is refused in one way: unknown, untested, of a deactivated account, or wrong', async () => {
    const stranger = aDevice(t)
    const asked = await loginOptions(t)
    stranger.create({ options: { ...asked.options, rp: { id: 'localhost' }, user: { id: 'MQ' } } })
    await prove(t, 'quezon.approver')
    const untested = aDevice(t)
    await anUntestedPasskey(t, 'quezon.approver', untested)
    const left = aDevice(t)
    await aPasskey(t, 'r2.approver', left)
    await t.db
      .updateTable('users')
      .set({ status: 'Deactivated' })
      .where('id', '=', await t.userId('r2.approver'))
      .execute()
    const refused = [
      await send(stranger.sign(asked)),
      await send(untested.sign(await loginOptions(t))),
      await send(left.sign(await loginOptions(t))),
      await send(device.sign(await loginOptions(t), { rp_id: 'safeguards.example' })),
      await send({ id: 'x', response: {} }),
    ]
    for (const reply of refused) {
      const { request_id: _id, ...said } = reply.json()
      expect(said).toEqual({
        message: sentence('passkey_unknown'),
        data: null,
        errors: {},
        status: 422,
        code: 'invalid_input',
        refusal: { code: 'passkey_unknown', params: {} },
      })
    }
  })

  test('not by a copy, whose counter has fallen back; that is logged', async () => {
    const counter = (await rowsOf(NAME))[0]?.counter ?? 0
    expect((await send(device.sign(await loginOptions(t), { counter }))).statusCode).toBe(422)
    expect((await send(device.sign(await loginOptions(t), { counter: 0 }))).statusCode).toBe(422)
    const rows = (await logOf(NAME)).filter(({ event }) => event === 'Second Step Failed')
    expect(rows.map(({ changes }) => changes[0]?.new)).toEqual([
      'Phone: its counter has fallen back, so it may be copied',
      'Phone: its counter has fallen back, so it may be copied',
    ])
    expect((await send(device.sign(await loginOptions(t)))).statusCode).toBe(200)
  })

  full.test('in the same time whether the passkey is known or not', async () => {
    const stranger = aDevice(t)
    const { options } = await loginOptions(t)
    stranger.create({ options: { ...options, rp: { id: 'localhost' }, user: { id: 'MQ' } } })
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 100; round += 1)
      for (const [which, one] of Object.entries({ known: device, unknown: stranger })) {
        const passkey = one.sign(await loginOptions(t), { user_handle: null })
        const began = performance.now()
        expect((await send(passkey)).statusCode).toBe(422)
        times[which as 'known'].push(performance.now() - began)
      }
    const [known = 0, unknown = 0] = [times.known, times.unknown].map((all) => all.sort((a, b) => a - b)[50])
    console.log(
      `Refused passkeys: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms (medians of 100)`,
    )
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.5)
  })

  test('also when it never counts, as those of phones', async () => {
    const phone = aDevice(t, { counts: false })
    await aPasskey(t, 'r9.approver', phone)
    for (let time = 0; time < 2; time += 1)
      expect((await send(phone.sign(await loginOptions(t)))).statusCode).toBe(200)
  })
})

describe('a passkey passes the second step of a password', () => {
  const NAME = 'ncr.approver'
  let device: ReturnType<typeof aDevice>
  beforeAll(async () => {
    device = aDevice(t)
    await aPasskey(t, NAME, device)
  })
  const logIn = async (name: string): Promise<string> => {
    const body = { email: demoEmail(name), password: DEMO_PASSWORD }
    const reply = await (await t.as(null)).post('/login', body)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().second_step.token
  }
  const asked = async (token: string) => (await t.as(null)).post('/login/second-step/passkey', { token })
  const send = async (token: string, passkey: object) =>
    (await t.as(null)).post('/login/second-step', { token, passkey, force: true })

  test('with both the session has a proof in full', async () => {
    const token = await logIn(NAME)
    const options = await asked(token)
    // nothing of what the account has
    expect(options.json().options.allowCredentials ?? []).toEqual([])
    const done = await send(token, device.sign(options.json()))
    expect(done.statusCode, done.body).toBe(200)
    const session = await t.db
      .selectFrom('sessions')
      .select(['proved_by', 'proved_in_full'])
      .where('user_id', '=', await t.userId(NAME))
      .executeTakeFirstOrThrow()
    expect(session).toEqual({ proved_by: 'password and passkey', proved_in_full: true })
  })

  test('only its person’s, for this login, once', async () => {
    const other = aDevice(t)
    await aPasskey(t, 'ncr.encoder', other)
    const [one, two] = [await logIn(NAME), await logIn('ncr.encoder')]
    const forOne = (await asked(one)).json()
    expect((await send(one, other.sign((await asked(one)).json()))).statusCode).toBe(422)
    expect((await send(two, other.sign(forOne))).statusCode).toBe(422)
    expect((await send(one, device.sign(await loginOptions(t)))).statusCode).toBe(422)
    expect((await send(one, device.sign(forOne, { origin: 'https://safeguards.example' }))).statusCode).toBe(
      422,
    )
    const passkey = device.sign((await asked(one)).json())
    expect((await send(one, passkey)).statusCode).toBe(200)
    const three = await logIn(NAME)
    expect((await send(three, passkey)).statusCode).toBe(422)
  })

  test('not a copy, whose counter has fallen back: that is logged although the try is refused', async () => {
    const token = await logIn(NAME)
    const passkey = device.sign((await asked(token)).json(), { counter: 1 })
    expect((await send(token, passkey)).statusCode).toBe(422)
    const rows = (await logOf(NAME)).filter(({ event }) => event === 'Second Step Failed')
    expect(rows.flatMap(({ changes }) => changes.map((one) => one.new))).toContain(
      'Phone: its counter has fallen back, so it may be copied',
    )
  })

  test('of a login that is known; of another one nothing is said', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)]) {
      const reply = await asked(token)
      expect(reply.statusCode).toBe(422)
      expect(reply.json().message).toBe(sentence('step_over'))
    }
    const token = await logIn(NAME)
    t.setNow(new Date(Date.now() + 10 * 60_000))
    expect((await asked(token)).json().message).toBe(sentence('step_over'))
    t.setNow(new Date())
  })
})

test('what passkeys are asked is limited for each person and network, and forgotten when it is too old', async () => {
  for (let page = 0; page < 12; page += 1) await optionsFor(t, 'fmb.super', 'prove')
  const open = t.db.selectFrom('passkey_challenges').select('purpose')
  expect(await open.where('user_id', '=', await t.userId('fmb.super')).execute()).toHaveLength(10)

  const small = await startAppForTest({ settings: { PUBLIC_CALLS_PER_MINUTE: '3' } })
  const statuses: number[] = []
  for (let call = 0; call < 5; call += 1)
    statuses.push((await (await small.as(null)).post('/login/passkey/options')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  small.setNow(new Date(Date.now() + 6 * 60_000))
  await cleanUpSessions(small.services)
  expect(await small.db.selectFrom('passkey_challenges').select('challenge').execute()).toEqual([])
})

test('an own computer is known by its cookie where the page does not say', async () => {
  const token = newToken()
  await t.db
    .insertInto('own_computers')
    .values({
      user_id: await t.userId('fmb.admin'),
      token_hash: hashOfToken(token),
      device: 'Chrome on Windows',
      network_address: '192.0.2.7',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .execute()
  const ask = async (name: string, cookie: string) => {
    await prove(t, name)
    const caller = await t.as(name)
    const reply = await t.app.inject({
      method: 'POST',
      url: `/api${PASSKEYS}/options`,
      payload: { purpose: 'add' },
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${caller.token}`, cookie },
    })
    return reply.json().options.authenticatorSelection.authenticatorAttachment
  }
  expect(await ask('fmb.admin', `own_computer=${token}`)).toBeUndefined()
  expect(await ask('fmb.admin', 'own_computer=another-computer-than-that')).toBe('cross-platform')
  expect(await ask('laguna.approver', `own_computer=${token}`)).toBe('cross-platform')
})
