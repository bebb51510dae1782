import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { EN } from '../../shared/texts/en.ts'
import { FIL } from '../../shared/texts/fil.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { sourcesOf } from '../support/sources.ts'

const WRONG = 'Wrong-Wrong-2031!'
const IN_FILIPINO = { 'x-page-language': 'fil' }

let t: TestApp
beforeAll(async () => {
  // a third language, with two messages of its own
  const texts = { ...EN, 'refused.wrong_credentials': '[wrong]', 'sign_in.email_required': '[email]' }
  t = await startApp({ languages: { ...LANGUAGES, xx: { name: 'Test', texts } } })
})
afterAll(() => t.close())

let networks = 0
/** A new address for each call, so that failures do not count together. */
const network = () => `10.7.0.${++networks}`

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'x-api-key': API_KEY, 'x-forwarded-for': network(), ...headers },
    payload: body,
  })
const logIn = (headers: Record<string, string>, password = WRONG, email = demoEmail('r9.approver')) =>
  post('/login', { email, password }, headers)

describe('a refusal is in the language that a page asks for', () => {
  test('what the server finds: the field in Filipino, code and status as in English', async () => {
    const [english, filipino] = [await logIn({}), await logIn(IN_FILIPINO)]
    expect(english.json()).toMatchObject({
      message: 'Validation failed',
      errors: { email: ['These credentials do not match our records.'] },
    })
    expect(filipino.json()).toMatchObject({
      message: FIL['refused.invalid_input'],
      errors: { email: [FIL['refused.wrong_credentials']] },
    })
    expect(filipino.statusCode).toBe(english.statusCode)
    expect(filipino.json().code).toBe(english.json().code)
  })

  test('what a schema finds', async () => {
    const empty = await logIn(IN_FILIPINO, '', '')
    expect(empty.json().errors).toEqual({
      email: [FIL['sign_in.email_required']],
      password: [FIL['sign_in.password_required']],
    })
    const reset = { email: 'a@b.ph', token: 'x', password: 'a', password_confirmation: 'b' }
    const differ = await post('/reset-password', reset, IN_FILIPINO)
    expect(differ.json().errors).toEqual({ password_confirmation: [FIL['sign_in.passwords_differ']] })
    expect((await post('/reset-password', reset)).json().errors).toEqual({
      password_confirmation: ['Passwords do not match'],
    })
  })

  test('refusals by their code: a link, a second step, a session, too many tries with the time to wait', async () => {
    const password = { password: 'Kagubatan#31', password_confirmation: 'Kagubatan#31' }
    const link = await post('/reset-password', { email: 'a@b.ph', token: 'x', ...password }, IN_FILIPINO)
    expect(link.json()).toMatchObject({ message: FIL['refused.bad_link'], refusal: { code: 'bad_link' } })
    const step = await post('/login/second-step', { token: 'gone', code: '123456' }, IN_FILIPINO)
    expect(step.json()).toMatchObject({ message: FIL['refused.step_over'], refusal: { code: 'step_over' } })
    const session = await post('/my-sign-in/app', {}, IN_FILIPINO)
    expect(session.statusCode).toBe(401)
    expect(session.json().message).toBe(FIL['refused.not_signed_in'])

    const from = { 'x-forwarded-for': '10.7.1.1' }
    const tries = () => logIn({ ...IN_FILIPINO, ...from }, WRONG, demoEmail('r4a.approver'))
    for (let tried = 0; tried < 5; tried++) expect((await tries()).statusCode).toBe(422)
    const blocked = await tries()
    expect(blocked.statusCode).toBe(429)
    expect(blocked.json().message).toBe(
      'Masyadong maraming bigong pagsubok. Subukang muli pagkalipas ng 15 minuto.',
    )
    const [english] = [await logIn(from, WRONG, demoEmail('r4a.approver'))]
    expect(english.json().message).toBe('Too many failed attempts. Please try again in 15 minutes.')
  })

  test('a new password that can be guessed is refused with its reason', async () => {
    const change = async (headers: Record<string, string>) => {
      const { token } = await t.as('quezon.encoder')
      const reply = await post(
        '/change-password',
        {
          email: demoEmail('quezon.encoder'),
          old_password: DEMO_PASSWORD,
          password: 'Quezon-Dagat-31!',
          password_confirmation: 'Quezon-Dagat-31!',
        },
        { ...headers, authorization: `Bearer ${token}` },
      )
      return reply.json().errors.password
    }
    expect(await change(IN_FILIPINO)).toEqual([
      'Nasa password ang "quezon", na bahagi ng iyong email address. Pumili ng iba.',
    ])
    expect(await change({})).toEqual([
      'Password contains "quezon", which is part of your email address. Please choose another one.',
    ])
  })

  test('a further language is its file: the server words refusals from it', async () => {
    expect((await logIn({ 'x-page-language': 'xx' })).json().errors.email).toEqual(['[wrong]'])
    expect((await logIn({ 'x-page-language': 'xx' }, '', '')).json().errors.email).toEqual(['[email]'])
  })

  test('other clients get the English sentence, whatever languages they accept or name', async () => {
    const english = (await logIn({})).json().errors
    for (const headers of [
      { 'accept-language': 'fil' },
      { 'accept-language': 'fil-PH,fil;q=0.9,en;q=0.1' },
      { 'content-language': 'fil' },
      { 'x-page-language': '' },
      { 'x-page-language': 'en' },
      { 'x-page-language': 'FIL' },
      { 'x-page-language': 'de' },
      { 'x-page-language': '__proto__' },
      { 'x-page-language': 'constructor' },
      { 'x-page-language': 'fil, en' },
    ])
      expect((await logIn(headers)).json().errors, JSON.stringify(headers)).toEqual(english)
  })

  test('takes as long as in English', async () => {
    // an address that was never tried costs the same, and no attempt on it waits
    const took = async (headers: Record<string, string>) => {
      const start = performance.now()
      await logIn(headers, WRONG, demoEmail(`nobody.${networks}`))
      return performance.now() - start
    }
    const [english, filipino]: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      english.push(await took({}))
      filipino.push(await took(IN_FILIPINO))
    }
    // the fastest of each: other work on the machine can only slow a call down; without the check of the password it is
    // many times faster
    const ratio = Math.min(...filipino) / Math.min(...english)
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3)
  })
})

/** The parts of the server that answer the sign-in pages, without what only staff and operators call. */
const SIGN_IN = /^server\/(?:auth|factors|oidc|sign-in)\//
const OF_STAFF = /operator-|reset-codes|demands|first-administrator|break-glass|\.test\./
/** what no sign-in page can meet, each with the reason */
const UNMET: Record<string, string> = {
  foreseen: 'for the operator',
}

test('every refusal of the sign-in calls has a message in the catalogue', () => {
  const codes = sourcesOf('server')
    .filter((file) => SIGN_IN.test(file) && !OF_STAFF.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:new AppError\(|\bno\()'(\w+)'/g)].map(
        ([, code = '']) => code,
      ),
    )
  expect(codes.length).toBeGreaterThan(25)
  const missing = new Set(codes.filter((code) => !(code in UNMET) && !(`refused.${code}` in EN)))
  expect([...missing]).toEqual([])
})
