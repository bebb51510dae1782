import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanUpSessions } from '../../server/auth/auth.jobs.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { ACCOUNTS, type OidcDouble, startOidcProvider } from '../support/doubles/oidc-provider.ts'
import { API_KEY, startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { anotherInstance } from '../support/product/instance.ts'
import { aPerson } from '../support/records/people.ts'
import {
  anIdentity,
  answer,
  begin,
  callFrom,
  newBrowser,
  oidcSettings,
  PRODUCT_URL,
  PROVIDER,
  type TestBrowser,
} from '../support/records/single-sign-on.ts'

/** Single sign-on through the front door, with a real provider on this machine. */

const UNKNOWN = `${PROVIDER} knows you, but no account here is linked to it. Log in with your password and link it in your profile, or ask your administrator.`
const LISTED = `No account here is linked to your account at ${PROVIDER} yet. Your name is now on the list of the administrators: please ask yours to link it.`
const OVER = 'This sign-in has ended or was used before. Please start again.'

let provider: OidcDouble
let t: TestApp
beforeAll(async () => {
  provider = await startOidcProvider(PRODUCT_URL)
  t = await startApp({ settings: oidcSettings(provider.issuer) })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})
beforeEach(async () => {
  for (const table of ['oidc_sign_ins', 'oidc_identities', 'sessions', 'second_steps'] as const)
    await t.db.deleteFrom(table).execute()
  await t.db.updateTable('users').set({ has_factor: false, factor_reset_at: null }).execute()
})

const identityFor = (subject: string, person?: string, app = t) =>
  anIdentity(app, { issuer: provider.issuer, subject, ...(person ? { person } : {}) })

/** Signs in at the provider as this person, and sends the product what it returned. */
async function signIn(subject: string, { app = t, browser = newBrowser(), force = false } = {}) {
  const back = await provider.visit(await begin(app, browser), subject)
  return { reply: await answer(app, browser, back.searchParams, force), query: back.searchParams, browser }
}

const rowsOf = (code: string, app = t) =>
  app.db
    .selectFrom('audit_logs')
    .select(['event', 'field_change'])
    .where('auditable_type', '=', 'Authentication')
    .where('auditable_code', '=', code)
    .orderBy('id', 'desc')
    .execute()

const sessionOf = async (person: string) =>
  t.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', await t.userId(person))
    .executeTakeFirst()

/** What the row of a failed login says about this person of the provider. */
const failedBy = (subject: string) => [
  { field: 'proof', old: null, new: 'single sign-on' },
  { field: 'identity', old: null, new: expect.stringContaining(`: ${subject} at ${provider.issuer}`) },
]

describe('signing in', () => {
  test('answers as a login with a password does, and its row says how', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const { reply, browser } = await signIn('s-isabel')

    expect(reply.statusCode, reply.body).toBe(200)
    expect(Object.keys(reply.json()).sort()).toEqual(['gkey', 'permissions', 'token', 'user'])
    expect(reply.json().user.email).toBe(demoEmail('laguna.encoder'))
    const profile = await t.app.inject({
      url: '/api/my-profile',
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${reply.json().token}` },
    })
    expect(profile.statusCode).toBe(200)
    const [row] = await rowsOf(demoEmail('laguna.encoder'))
    expect(row).toMatchObject({
      event: 'Login',
      field_change: [{ field: 'proof', old: null, new: 'single sign-on' }],
    })
    expect(await sessionOf('laguna.encoder')).toMatchObject({
      proved_by: 'single sign-on',
      proved_in_full: false,
    })
    expect(browser.cookies.get('oidc_visit')).toBe('')
    const stored = await t.db.selectFrom('oidc_identities').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ ...ACCOUNTS['s-isabel'], subject: 's-isabel' })
    expect(Date.now() - Date.parse(stored.last_used)).toBeLessThan(60_000)
  })

  test('asks with PKCE, state and nonce, and ties the visit to this browser out of the reach of scripts', async () => {
    const reply = await callFrom(t, newBrowser(), '/sign-in/oidc/start')
    const asked = new URL(reply.json().address)
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'safeguards',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: `${PRODUCT_URL}/sign-in/single`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const cookie = String(reply.headers['set-cookie'])
    expect(cookie).toMatch(/^oidc_visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    const [visit] = await t.db.selectFrom('oidc_sign_ins').selectAll().execute()
    const stored = JSON.stringify({ ...visit, browser_hash: visit?.browser_hash.toString('base64url') })
    expect(stored).not.toContain(asked.searchParams.get('state'))
    expect(stored).not.toContain(/=([^;]+)/.exec(cookie)?.[1])
  })

  test('over https the cookie belongs to this host alone, whatever its neighbours set', async () => {
    const secure = await startAppForTest({
      settings: oidcSettings(provider.issuer, { PUBLIC_URL: 'https://sis.example' }),
    })
    const reply = await callFrom(secure, newBrowser(), '/sign-in/oidc/start')
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-oidc_visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    )
  })

  test('asks before it ends the session elsewhere, and needs no second visit to the provider then', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const elsewhere = (await signIn('s-isabel')).reply.json().token
    const { reply, query, browser } = await signIn('s-isabel')
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'already_signed_in' })

    const forced = await answer(t, browser, query, true)
    expect(forced.statusCode, forced.body).toBe(200)
    const old = await t.app.inject({
      url: '/api/my-profile',
      headers: { 'x-api-key': API_KEY, authorization: `Bearer ${elsewhere}` },
    })
    expect(old.json()).toMatchObject({ refusal: { code: 'ended_elsewhere' } })
    const [row] = await rowsOf(demoEmail('laguna.encoder'))
    expect(row?.event).toBe('Forced Login')
    expect((await answer(t, browser, query, true)).json().message).toBe(OVER)
  })

  test('a visit that one instance began ends at another', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const other = await anotherInstance(t)
    const browser = newBrowser()
    const { searchParams } = await provider.visit(await begin(t, browser), 's-isabel')
    const reply = await answer(other, browser, searchParams)
    expect(reply.statusCode, reply.body).toBe(200)
    browser.token = reply.json().token
    expect((await callFrom(t, browser, '/logout')).json().end_session).toContain(provider.issuer)
  })

  test('another browser cannot answer the question of this one', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    await signIn('s-isabel')
    const { reply, query } = await signIn('s-isabel')
    expect(reply.statusCode).toBe(409)
    expect((await answer(t, newBrowser(), query, true)).json().message).toBe(OVER)
  })

  test('a deactivated account is told so, and the attempt is logged', async () => {
    const former = 'laguna.former'
    const place = { region: 'R04A', office: 'PENRO Laguna' }
    await aPerson(t, former, { role: 'PENRO Encoder', ...place, status: 'Deactivated' })
    await identityFor('s-isabel', former)
    const { reply } = await signIn('s-isabel')
    expect(reply.statusCode).toBe(403)
    expect(reply.json().code).toBe('deactivated')
    expect((await rowsOf(demoEmail(former))).map(({ event, field_change }) => [event, field_change])).toEqual(
      [['Login Failed', failedBy('s-isabel')]],
    )
  })

  test('the second step is asked after it, as after a password', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const id = await t.userId('laguna.encoder')
    await t.db.updateTable('users').set({ has_factor: true }).where('id', '=', id).execute()
    const { reply, query, browser } = await signIn('s-isabel')
    expect(reply.statusCode, reply.body).toBe(200)
    expect(Object.keys(reply.json())).toEqual(['second_step'])
    expect(await sessionOf('laguna.encoder')).toBeUndefined()
    const step = await t.db.selectFrom('second_steps').select(['user_id', 'proved_by']).execute()
    expect(step).toEqual([{ user_id: id, proved_by: 'single sign-on' }])
    expect((await answer(t, browser, query)).json().message).toBe(OVER)
  })

  test('a mailed password is not used up by it, nor does an old one keep its owner out', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const id = await t.userId('laguna.encoder')
    const expired = { password_is_generated: true, password_expires_at: new Date(0).toISOString() }
    await t.db.updateTable('users').set(expired).where('id', '=', id).execute()
    expect((await signIn('s-isabel')).reply.statusCode).toBe(200)
    const { password_used_at } = await t.db
      .selectFrom('users')
      .select('password_used_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(password_used_at).toBeNull()
    const reset = { password_is_generated: false, password_expires_at: null }
    await t.db.updateTable('users').set(reset).where('id', '=', id).execute()
  })

  test('whoever cancels at the provider is told so', async () => {
    const browser = newBrowser()
    const back = await provider.cancel(await begin(t, browser))
    const reply = await answer(t, browser, back.searchParams)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toBe(
      `${PROVIDER} did not sign you in. Please try again, or log in with your password.`,
    )
  })

  test('without the settings there is none, and the page is told the name of its button', async () => {
    const without = await startAppForTest()
    for (const [url, body] of [
      ['/sign-in/oidc/start', undefined],
      ['/sign-in/oidc/answer', { query: 'state=a&code=b' }],
    ] as const) {
      const reply = await callFrom(without, newBrowser(), url, body)
      expect(reply.statusCode).toBe(404)
      expect(reply.json().message).toBe('Single sign-on is not set up here.')
    }
    const nameIn = async (app: TestApp) => (await app.app.inject('/config.json')).json().oidc_name
    expect([await nameIn(without), await nameIn(t)]).toEqual(['', PROVIDER])
  })
})

describe('people without a linked account', () => {
  test('are refused, and not stored, unless the bureau lists them', async () => {
    const { reply } = await signIn('s-stranger')
    expect(reply.statusCode).toBe(403)
    expect(reply.json().message).toBe(UNKNOWN)
    expect(await t.db.selectFrom('oidc_identities').selectAll().execute()).toEqual([])
    const [row] = await rowsOf('stranger@denr.example')
    expect([row?.event, row?.field_change]).toEqual(['Login Failed', failedBy('s-stranger')])
  })

  test('are never found by their mail address, also when the provider gives it to another person', async () => {
    await identityFor('s-former-subject', 'laguna.encoder')
    const isabel = ACCOUNTS['s-isabel']
    if (!isabel) throw new Error('Nobody is called Isabel.')
    const known = isabel.email
    await t.db
      .updateTable('oidc_identities')
      .set({ email: demoEmail('laguna.encoder') })
      .execute()
    isabel.email = demoEmail('laguna.encoder')
    try {
      const { reply } = await signIn('s-isabel')
      expect(reply.json().message).toBe(UNKNOWN)
      expect(await sessionOf('laguna.encoder')).toBeUndefined()
    } finally {
      isabel.email = known
    }
  })

  test('are listed once each where the bureau wants it, the oldest leave, and no account is made', async () => {
    const listing = await startAppForTest({
      settings: oidcSettings(provider.issuer, { OIDC_NEW_PEOPLE: 'list' }),
    })
    const { count: people } = await listing.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const others = Array.from({ length: 500 }, (_, index) => ({
      issuer: provider.issuer,
      subject: `old-${index}`,
      last_used: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
    }))
    await listing.db.insertInto('oidc_identities').values(others).execute()
    for (const _ of [1, 2]) {
      const { reply } = await signIn('s-stranger', { app: listing })
      expect(reply.statusCode).toBe(403)
      expect(reply.json().message).toBe(LISTED)
    }
    const page = await (await listing.as('fmb.admin')).get('/users/identities?length=1')
    expect(page.json()).toMatchObject({
      totalCount: 500,
      data: [ACCOUNTS['s-stranger']],
    })
    const oldest = await listing.db
      .selectFrom('oidc_identities')
      .select('subject')
      .where('subject', 'in', ['old-0', 'old-1'])
      .execute()
    expect(oldest).toEqual([{ subject: 'old-1' }])
    const after = await listing.db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(after.count).toBe(people)
  })
})

describe('attacks', () => {
  const expectOver = async (reply: Promise<{ statusCode: number; json: () => { message: string } }>) => {
    const { statusCode, json } = await reply
    expect([statusCode, json().message]).toEqual([422, OVER])
  }

  test('the query of another browser signs nobody in, and does not spoil the visit of its owner', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const browser = newBrowser()
    const { searchParams } = await provider.visit(await begin(t, browser), 's-isabel')
    const victim = newBrowser()
    await begin(t, victim)
    await expectOver(answer(t, newBrowser(), searchParams))
    await expectOver(answer(t, victim, searchParams))
    const untouched = await t.db.selectFrom('oidc_sign_ins').select('taken_at').execute()
    expect(untouched).toEqual([{ taken_at: null }, { taken_at: null }])
    expect((await answer(t, browser, searchParams)).statusCode).toBe(200)
  })

  test('a query works once, also when it is sent twice at the same moment', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const browser = newBrowser()
    const { searchParams } = await provider.visit(await begin(t, browser), 's-isabel')
    const sent = (): TestBrowser => ({ cookies: new Map(browser.cookies), token: null })
    const both = await Promise.all([answer(t, sent(), searchParams), answer(t, sent(), searchParams)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    await expectOver(answer(t, sent(), searchParams))
    await expectOver(answer(t, sent(), searchParams, true))
  })

  test('a stolen code is of no use in another visit: its proof key is missing', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const stolen = await provider.visit(await begin(t, newBrowser()), 's-isabel')
    const thief = newBrowser()
    const own = await provider.visit(await begin(t, thief), 's-ramon')
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    await expectOver(answer(t, thief, own.searchParams))
    expect(await sessionOf('laguna.encoder')).toBeUndefined()
  })

  test('a visit ends after ten minutes', async () => {
    const late = await startAppForTest({ settings: oidcSettings(provider.issuer) })
    await identityFor('s-isabel', 'laguna.encoder', late)
    const browser = newBrowser()
    const { searchParams } = await provider.visit(await begin(late, browser), 's-isabel')
    late.setNow(new Date(Date.now() + 10 * 60_000))
    await expectOver(answer(late, browser, searchParams))
    const left = () => late.db.selectFrom('oidc_sign_ins').select('expires_at').execute()
    await begin(late, newBrowser())
    expect(await left()).toHaveLength(1)
    late.setNow(new Date(Date.now() + 21 * 60_000))
    await cleanUpSessions(late.services)
    expect(await left()).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['no state', 'code=a'],
    ['an unknown state', 'state=a&code=b'],
    ['not even a query', '%E0%A4%A\u0000'],
    ['two states', 'state=a&state=b&code=c'],
  ])('%s as a query is one sentence', async (_what, query) => {
    const browser = newBrowser()
    await begin(t, browser)
    await expectOver(answer(t, browser, query))
  })

  test('a query that is too long, or none, is not read', async () => {
    for (const body of [{ query: `state=${'a'.repeat(9_000)}` }, {}, { query: 7 }]) {
      const reply = await callFrom(t, newBrowser(), '/sign-in/oidc/answer', body)
      expect([reply.statusCode, reply.json().errors.query]).toEqual([422, ['This sign-in cannot be read.']])
    }
  })

  test('no address from outside is ever taken: neither on the way out, nor back, nor at the end', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const browser = newBrowser()
    const evil = { host: 'evil.example', origin: 'https://evil.example', referer: 'https://evil.example/' }
    const body = {
      redirect_uri: 'https://evil.example',
      return_to: '//evil.example',
      next: '/\\evil.example',
    }
    const headers = { ...evil, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const started = await callFrom(t, browser, '/sign-in/oidc/start?return_to=//evil.example', body, headers)
    expect(started.statusCode, started.body).toBe(200)
    expect(started.body).not.toContain('evil')
    const back = await provider.visit(started.json().address, 's-isabel')
    expect(`${back.origin}${back.pathname}`).toBe(`${PRODUCT_URL}/sign-in/single`)
    back.searchParams.set('return_to', 'https://evil.example')
    const query = { query: back.searchParams.toString(), ...body }
    const reply = await callFrom(t, browser, '/sign-in/oidc/answer', query, headers)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(`${reply.body} ${JSON.stringify(reply.headers)}`).not.toContain('evil')
    browser.token = reply.json().token
    const out = await callFrom(t, browser, '/logout?post_logout_redirect_uri=//evil.example', body, headers)
    expect(out.json().end_session).toContain(encodeURIComponent(`${PRODUCT_URL}/login`))
    expect(out.body).not.toContain('evil')
  })

  test('a network that begins too often waits, and its people log in with their passwords', async () => {
    const small = await startAppForTest({
      settings: oidcSettings(provider.issuer, { PUBLIC_CALLS_PER_MINUTE: '2' }),
    })
    const statuses = []
    for (const url of ['/sign-in/oidc/start', '/sign-in/oidc/start', '/sign-in/oidc/start'])
      statuses.push((await callFrom(small, newBrowser(), url)).statusCode)
    statuses.push((await answer(small, newBrowser(), 'state=a&code=b')).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
    const login = { email: demoEmail('laguna.encoder'), password: DEMO_PASSWORD }
    expect((await callFrom(small, newBrowser(), '/login', login)).statusCode).toBe(200)
  })

  test('a session that was there before is not the one that it begins', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const planted = (await t.as('fmb.approver')).token
    const browser = newBrowser(planted)
    const { searchParams } = await provider.visit(await begin(t, browser), 's-isabel')
    const { token, user } = (await answer(t, browser, searchParams)).json()
    expect(token).not.toBe(planted)
    expect(user.email).toBe(demoEmail('laguna.encoder'))
  })
})

describe('logging out', () => {
  test('ends the provider’s session too, and comes back to the login page', async () => {
    await identityFor('s-isabel', 'laguna.encoder')
    const browser = newBrowser()
    const atProvider = new Map<string, string>()
    const back = await provider.visit(await begin(t, browser), 's-isabel', atProvider)
    browser.token = (await answer(t, browser, back.searchParams)).json().token
    expect(provider.knows(atProvider)).toBe(true)

    const reply = await callFrom(t, browser, '/logout')
    expect(reply.statusCode).toBe(200)
    const end = new URL(reply.json().end_session)
    expect(end.origin).toBe(provider.issuer)
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      client_id: 'safeguards',
      post_logout_redirect_uri: `${PRODUCT_URL}/login`,
      id_token_hint: expect.stringMatching(/^ey/),
    })
    expect((await provider.logOut(end.href, atProvider)).href).toBe(`${PRODUCT_URL}/login`)
    expect(provider.knows(atProvider)).toBe(false)
    expect(await sessionOf('laguna.encoder')).toBeUndefined()
  })

  test('of a session that began with a password stays here', async () => {
    const login = { email: demoEmail('laguna.encoder'), password: DEMO_PASSWORD }
    const browser = newBrowser()
    browser.token = (await callFrom(t, browser, '/login', login)).json().token
    expect((await callFrom(t, browser, '/logout')).json()).toEqual({ message: 'You are logged out.' })
  })
})
