import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadProvider, startBadProvider } from '../support/doubles/bad-oidc-provider.ts'
import { startApp, type TestApp } from '../support/product/app.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import {
  anIdentity,
  answer,
  begin,
  callFrom,
  newBrowser,
  oidcSettings,
  type TestBrowser,
} from '../support/records/single-sign-on.ts'

/** Single sign-on and a second factor: the factor set up here is asked for after it. */

let provider: BadProvider
let t: TestApp
beforeAll(async () => {
  provider = await startBadProvider()
  t = await startApp({ settings: oidcSettings(provider.issuer) })
  await anIdentity(t, { issuer: provider.issuer, subject: 's-isabel', person: 'laguna.encoder' })
  await withApp(t, 'laguna.encoder')
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})

const signIn = async (browser: TestBrowser) => answer(t, browser, provider.back(await begin(t, browser)))

test('after it the code of the app signs in: both are the proof, and logging out still ends the provider’s session', async () => {
  const browser = newBrowser()
  const { token } = (await signIn(browser)).json().second_step
  const wrong = await callFrom(t, browser, '/login/second-step', { token, code: '000000' })
  expect(wrong.statusCode).toBe(422)
  const code = await codeOf(t, 'laguna.encoder')
  const step = { token, code, own_computer: true }
  const reply = await callFrom(t, browser, '/login/second-step', step)
  expect(reply.statusCode, reply.body).toBe(200)
  const session = await t.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  expect(session).toMatchObject({
    proved_by: expect.stringMatching(/^single sign-on and .*app$/),
    proved_in_full: true,
  })
  const { field_change } = await t.db
    .selectFrom('audit_logs')
    .select('field_change')
    .where('event', '=', 'Login')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(field_change).toEqual([{ field: 'proof', old: null, new: session.proved_by }])
  browser.token = reply.json().token
  expect((await callFrom(t, browser, '/logout')).json().end_session).toContain('id_token_hint=ey')

  // this is an own computer now: single sign-on alone signs in here, and nowhere else
  browser.token = null
  expect((await signIn(browser)).json().token).toMatch(/^[\w-]{43}$/)
  expect(Object.keys((await signIn(newBrowser())).json())).toEqual(['second_step'])

  // cookies of the same names, as a neighbour of the domain may store, hide neither the visit nor the computer
  const query = provider.back(await begin(t, browser)).toString()
  const twice = [...browser.cookies].map(([name, value]) => `${name}=junk; ${name}=; ${name}=${value}`)
  const body = { query, force: true }
  const hidden = await callFrom(t, browser, '/sign-in/oidc/answer', body, { cookie: twice.join('; ') })
  expect(hidden.json().token, hidden.body).toMatch(/^[\w-]{43}$/)
})

test('while there is another session the second step answers 409, and force goes on with the same token', async () => {
  const browser = newBrowser()
  const { token } = (await signIn(browser)).json().second_step
  const code = await codeOf(t, 'laguna.encoder')
  expect((await callFrom(t, browser, '/login/second-step', { token, code })).statusCode).toBe(409)
  const forced = await callFrom(t, browser, '/login/second-step', { token, force: true })
  expect(forced.statusCode, forced.body).toBe(200)
  browser.token = forced.json().token
  expect((await callFrom(t, browser, '/logout')).json().end_session).toContain(provider.issuer)
})
