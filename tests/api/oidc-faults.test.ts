import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { type BadProvider, type Faults, startBadProvider } from '../support/doubles/bad-oidc-provider.ts'
import { CLIENT_SECRET } from '../support/doubles/oidc-provider.ts'
import { full } from '../support/full.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import {
  anIdentity,
  answer,
  begin,
  callFrom,
  newBrowser,
  oidcSettings,
  PROVIDER,
} from '../support/records/single-sign-on.ts'

/** A provider that is down, slow, changed or false: one sentence, nobody else waits, and the password works on. */

const UNREACHABLE = `${PROVIDER} cannot be reached at the moment. You can log in with your password.`
const NOBODY = `${PROVIDER} did not say who you are. Please log in with your password, and inform your administrator.`
const OVER = 'This sign-in has ended or was used before. Please start again.'
const MINUTE = 60_000

let bad: BadProvider
let t: TestApp
/** the clock of the product, which runs in steps: a failed provider is left alone for a while */
let clock = Date.now()

beforeAll(async () => {
  bad = await startBadProvider()
  t = await startApp({ settings: oidcSettings(bad.issuer) })
  await anIdentity(t, { issuer: bad.issuer, subject: 's-isabel', person: 'laguna.encoder' })
})
afterAll(async () => {
  await t.close()
  await bad.stop()
})
beforeEach(async () => {
  bad.faults = {}
  bad.asked.length = 0
  clock += MINUTE
  t.setNow(new Date(clock))
  await t.db.deleteFrom('sessions').execute()
})

const logIn = (app = t) =>
  callFrom(app, newBrowser(), '/login', {
    email: demoEmail('laguna.encoder'),
    password: DEMO_PASSWORD,
    force: true,
  })

async function expectUnreachable(reply: Promise<{ statusCode: number; json: () => { message: string } }>) {
  const { statusCode, json } = await reply
  expect([statusCode, json().message]).toEqual([503, UNREACHABLE])
  expect(await t.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await logIn()).statusCode).toBe(200)
}

/** Comes back from the provider, which has these faults from the moment that the browser left for it. */
async function comeBack(faults: Faults, more: Record<string, string> = {}) {
  const browser = newBrowser()
  const address = await begin(t, browser)
  bad.faults = faults
  return answer(t, browser, bad.back(address, more))
}

test('an honest answer signs in, so that the faults below are the reason', async () => {
  expect((await comeBack({})).statusCode).toBe(200)
  expect(bad.asked).toEqual(['openid-configuration', 'token', 'keys'])
})

describe('a false token signs nobody in', () => {
  const hour = Math.floor(Date.now() / 1000) - 3_600
  const FALSE: [string, Faults][] = [
    ['for another visit (nonce)', { claims: { nonce: 'of-another-visit' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another product (audience)', { claims: { aud: 'another-product' } }],
    ['for several products, and not by us', { claims: { aud: ['safeguards', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { claims: { iat: hour, exp: hour + 60 } }],
    ['signed with a key that is not published', { otherKey: true }],
    ['without a signature', { unsigned: true }],
  ]
  test.each(FALSE)('%s', async (_what, faults) => {
    await expectUnreachable(comeBack(faults))
  })

  test('of nobody, or of somebody whose name is none, which is said in one sentence', async () => {
    for (const sub of [undefined, null, '', ' ', 7, ['s-isabel'], 's'.repeat(256), 's-\0', 's-é']) {
      const { statusCode, json } = await comeBack({ claims: { sub } })
      expect([statusCode, json().message], JSON.stringify(sub)).toEqual([422, NOBODY])
    }
    expect(await t.db.selectFrom('sessions').select('id').execute()).toEqual([])
    expect(await t.db.selectFrom('oidc_identities').select('subject').execute()).toEqual([
      { subject: 's-isabel' },
    ])
  })

  test.each([
    ['of another provider', (query) => query.set('iss', 'https://evil.example')],
    ['that does not say whose it is', (query) => query.delete('iss')],
    ['of two providers', (query) => query.append('iss', 'https://evil.example')],
    ['with two codes', (query) => query.append('code', 'another')],
    ['without a code', (query) => query.delete('code')],
  ] as [string, (query: URLSearchParams) => void][])(
    'nor does an answer %s, with which nobody is asked',
    async (_what, change) => {
      const browser = newBrowser()
      const query = bad.back(await begin(t, browser))
      bad.asked.length = 0
      change(query)
      const reply = await answer(t, browser, query)
      expect([reply.statusCode, reply.json().message]).toEqual([422, OVER])
      expect(bad.asked).toEqual([])
    },
  )
})

test('the server’s log has the reason, and nothing that the provider or the browser sent', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const fresh = await startAppForTest({ settings: oidcSettings(bad.issuer), log })
  const browser = newBrowser()
  const address = await begin(fresh, browser)
  const asked = new URL(address).searchParams
  const query = bad.back(address, { code: 'the-secret-code' })
  bad.faults = { claims: { aud: 'another-product' } }
  expect((await answer(fresh, browser, query)).statusCode).toBe(503)
  const fault = lines.find((line) => line.includes('"msg":"fault"')) ?? ''
  expect(fault).toContain('"code":"provider_unreachable"')
  expect(fault).toMatch(/unexpected JWT .*aud/)
  const written = lines.join('\n')
  const secrets = [asked.get('state'), asked.get('nonce'), browser.cookies.get('oidc_visit')]
  for (const secret of [...secrets, 'the-secret-code', CLIENT_SECRET, 'isabel@denr.example', 's-isabel'])
    expect(written).not.toContain(secret)
})

describe('a provider that answers badly', () => {
  test('when it is first asked: one sentence, and it is asked again as soon as it may have recovered', async () => {
    const fresh = await startAppForTest({ settings: oidcSettings(bad.issuer) })
    const start = async () => {
      clock += MINUTE
      fresh.setNow(new Date(clock))
      const reply = await callFrom(fresh, newBrowser(), '/sign-in/oidc/start')
      return [reply.statusCode, reply.json().message]
    }
    const BAD: [string, Faults][] = [
      ['nonsense', { garbage: '<html>502 Bad Gateway</html>' }],
      ['an error', { status: 500 }],
      ['a redirect elsewhere', { status: 302 }],
      ['more than anybody reads', { garbage: `{"a":"${'x'.repeat(1_100_000)}"}` }],
      ['another issuer', { discovery: { issuer: 'https://evil.example' } }],
      ['a login page that is a script', { discovery: { authorization_endpoint: 'javascript:alert(1)' } }],
      ['no login page', { discovery: { authorization_endpoint: undefined } }],
    ]
    for (const [what, faults] of BAD) {
      bad.faults = faults
      expect([what, ...(await start())]).toEqual([what, 503, UNREACHABLE])
    }
    expect((await logIn(fresh)).statusCode).toBe(200)
    bad.faults = {}
    expect(await start()).toEqual([200, undefined])
  })

  test.each([
    ['nonsense for a token', { at: 'token', garbage: 'null' }],
    ['an error for a token', { at: 'token', status: 503 }],
    ['nonsense for keys', { at: 'keys', garbage: '[]' }],
  ] as [string, Faults][])('%s', async (_what, faults) => {
    // keys that were read before would do
    await comeBack({ otherKey: true })
    clock += MINUTE
    t.setNow(new Date(clock))
    await expectUnreachable(comeBack(faults))
  })

  test('a code that it does not know is the end of this visit, not of the provider', async () => {
    const refused = { at: 'token', status: 400, garbage: '{"error":"invalid_grant"}' } as const
    const reply = await comeBack(refused)
    expect([reply.statusCode, reply.json().message]).toEqual([422, OVER])
  })

  test('an error of its own is not a refusal of the person', async () => {
    const browser = newBrowser()
    const query = bad.back(await begin(t, browser), { error: 'temporarily_unavailable' })
    query.delete('code')
    await expectUnreachable(answer(t, browser, query))
  })

  test('after new keys the second try signs in at the latest', async () => {
    expect((await comeBack({})).statusCode).toBe(200)
    bad.changeKeys()
    await t.db.deleteFrom('sessions').execute()
    await expectUnreachable(comeBack({}))
    await t.db.deleteFrom('sessions').execute()
    expect((await comeBack({})).statusCode).toBe(200)
  })
})

describe('a provider that is gone', () => {
  test('is not asked by everybody while it is down, and by nobody who knows its addresses for an hour', async () => {
    const fresh = await startAppForTest({ settings: oidcSettings(bad.issuer) })
    const start = () => callFrom(fresh, newBrowser(), '/sign-in/oidc/start')
    const now = Date.now()
    fresh.setNow(new Date(now))
    bad.faults = { status: 500 }
    const all = await Promise.all([start(), start(), start()])
    expect(all.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    expect((await start()).statusCode).toBe(503)
    expect(bad.asked).toEqual(['openid-configuration'])

    bad.faults = {}
    fresh.setNow(new Date(now + 5_000))
    expect((await start()).statusCode).toBe(200)
    expect((await start()).statusCode).toBe(200)
    expect(bad.asked).toHaveLength(2)
    // an hour later it is asked again, and what was known serves while it is down
    bad.faults = { status: 500 }
    fresh.setNow(new Date(now + 3_700_000))
    expect((await start()).statusCode).toBe(200)
    expect(bad.asked).toHaveLength(3)
  })

  test('logging out of a session that it began works all the same', async () => {
    const own = await startBadProvider()
    const fresh = await startAppForTest({ settings: oidcSettings(own.issuer) })
    await anIdentity(fresh, { issuer: own.issuer, subject: 's-isabel', person: 'laguna.encoder' })
    const browser = newBrowser()
    browser.token = (await answer(fresh, browser, own.back(await begin(fresh, browser)))).json().token
    await own.stop()
    fresh.setNow(new Date(Date.now() + 50 * MINUTE))
    const ended = await callFrom(fresh, browser, '/logout')
    expect(ended.statusCode).toBe(200)
    // its address is known
    expect(ended.json().end_session).toContain(`${own.issuer}/logout`)
    expect((await callFrom(fresh, newBrowser(), '/sign-in/oidc/start')).statusCode).toBe(200)
    const unknown = await startAppForTest({ settings: oidcSettings(own.issuer) })
    const reply = await callFrom(unknown, newBrowser(), '/sign-in/oidc/start')
    expect([reply.statusCode, reply.json().message]).toEqual([503, UNREACHABLE])
  })

  full.test('or silent keeps a person for eight seconds at most, and others not at all', async () => {
    const browser = newBrowser()
    const address = await begin(t, browser)
    bad.faults = { silentMs: 30_000 }
    const began = performance.now()
    const waiting = answer(t, browser, bad.back(address))
    const others = performance.now()
    expect((await logIn()).statusCode).toBe(200)
    expect(performance.now() - others).toBeLessThan(3_000)
    await t.db.deleteFrom('sessions').execute()
    await expectUnreachable(waiting)
    expect(performance.now() - began).toBeLessThan(12_000)
  })
})
