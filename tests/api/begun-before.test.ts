import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePasswordLink } from '../../server/auth/password-links.ts'
import { lockFailures } from '../../server/auth/throttle.queries.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { networkOf } from '../../server/lib/network.ts'
import type { Authenticator } from '../support/doubles/authenticator.ts'
import { type BadProvider, startBadProvider } from '../support/doubles/bad-oidc-provider.ts'
import { FULL } from '../support/full.ts'
import { sentence } from '../support/oracles/worded.ts'
import { startApp, type TestApp } from '../support/product/app.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import {
  aDevice,
  anUntestedPasskey,
  aPasskey,
  loginOptions,
  optionsFor,
  prove,
} from '../support/records/passkeys.ts'
import { aRole } from '../support/records/people.ts'
import {
  aPersonWithPassword,
  callAs,
  firstStep,
  secondStep,
  stepToken,
} from '../support/records/second-step.ts'
import {
  anIdentity,
  answer,
  begin,
  freshToken,
  newBrowser,
  oidcSettings,
} from '../support/records/single-sign-on.ts'

/** What begins before a change of password, factor, role, status or link ends with it, when it is redeemed. */

const NEXT = 'Kalabaw-Tulay-2031!'
const LINK = '/my-sign-in/oidc/start'

let provider: BadProvider
let t: TestApp
let reader: number
beforeAll(async () => {
  provider = await startBadProvider()
  t = await startApp({ settings: oidcSettings(provider.issuer) })
  reader = await aRole(t, { name: 'FMB Reader', access_level: 'FMB' })
})
afterAll(async () => {
  await t.close()
  await provider.stop()
})

type Reply = { statusCode: number; body: string; json: () => { message: string } }
type Person = { name: string; id: number; device: Authenticator }

let people = 0
/** A person with a password and a session, an identity that may be linked, and a passkey unless they have no factor. */
async function aPersonWith({ factor, linked }: { factor: boolean; linked: boolean }): Promise<Person> {
  const name = `begun.${++people}`
  const id = await aPersonWithPassword(t, name)
  const subject = linked ? name : `other-${name}`
  await anIdentity(t, {
    issuer: provider.issuer,
    subject,
    ...(linked ? { person: name } : {}),
  })
  const device = aDevice(t)
  await sit(name)
  if (factor) {
    await aPasskey(t, name, device)
    await withApp(t, name)
    await sit(name)
  }
  provider.faults = { claims: { sub: name } }
  return { name, id, device }
}

/** Gives the person a session with a fresh proof. */
async function sit(name: string): Promise<void> {
  await freshToken(t, name)
  await prove(t, name)
}

const own = async (name: string, path: string, body?: object): Promise<Reply> =>
  (await t.as(name)).post(`/my-sign-in${path}`, body)

async function linkOf(name: string): Promise<string> {
  const person = { id: await t.userId(name), email: demoEmail(name), language: 'en' }
  const link = await t.db.transaction().execute((db) => makePasswordLink(t.services, db, person, 60))
  return new URL(link).searchParams.get('token') ?? ''
}

const resetWith = (name: string, token: string): Promise<Reply> =>
  callAs(t, '/reset-password', {
    email: demoEmail(name),
    token,
    password: NEXT,
    password_confirmation: NEXT,
  })

async function asAdministrator(path: string, body?: object): Promise<void> {
  await sit('fmb.super')
  const reply = await (await t.as('fmb.super')).post(path, body)
  expect(reply.statusCode, reply.body).toBeLessThan(300)
}

/** Adds a sheet, or for a person who is just adding one a passkey. */
async function addFactor({ name }: Person, what: string): Promise<void> {
  await sit(name)
  if (what === 'a sheet') return void (await aPasskey(t, name, aDevice(t), 'Another'))
  const { codes } = (await (await t.as(name)).post('/my-sign-in/sheet', { size: 40 })).json()
  const reply = await own(name, '/sheet/confirmation', { code: codes[0] })
  expect(reply.statusCode, reply.body).toBe(200)
}

const CHANGES: Record<string, (person: Person, what: string) => Promise<void>> = {
  password: async ({ name }) => {
    expect((await resetWith(name, await linkOf(name))).statusCode).toBe(200)
  },
  factor: addFactor,
  role: async ({ id }) => {
    await sit('fmb.super')
    const reply = await (await t.as('fmb.super')).patch(`/users/${id}`, { role_id: reader })
    expect(reply.statusCode, reply.body).toBe(200)
  },
  status: async ({ id }) => {
    await asAdministrator(`/users/deactivate/${id}`, { deactivate_reason: 'On leave' })
    await asAdministrator(`/users/activate/${id}`)
  },
  link: async ({ id, name }) => {
    const unlink = () => asAdministrator(`/users/${id}/identity/unlink`)
    const link = async () => {
      await sit(name)
      const browser = newBrowser((await t.as(name)).token ?? '')
      const query = provider.back(await begin(t, browser, LINK))
      const reply = await answer(t, browser, query)
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const linked = await t.db
      .selectFrom('oidc_identities')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirst()
    if (linked) {
      await unlink()
      await link()
    } else {
      await link()
      await unlink()
    }
  },
}

type Kind = {
  factor?: boolean
  linked?: boolean
  /** begins it; returns how it is redeemed */
  begin: (person: Person) => Promise<() => Promise<Reply>>
  refused: string
}

const OVER = sentence('step_over')
const KINDS: Record<string, Kind> = {
  'a login that waits for its second step': {
    begin: async ({ name }) => {
      const token = await stepToken(t, name)
      return async () => secondStep(t, { token, code: await codeOf(t, name), force: true })
    },
    refused: OVER,
  },
  'a login that has passed its second step': {
    begin: async ({ name }) => {
      const token = await stepToken(t, name)
      expect((await secondStep(t, { token, code: await codeOf(t, name) })).statusCode).toBe(409)
      return () => secondStep(t, { token, force: true })
    },
    refused: OVER,
  },
  'a passkey that is asked for at a second step': {
    begin: async ({ name, device }) => {
      const token = await stepToken(t, name)
      const asked = (await callAs(t, '/login/second-step/passkey', { token })).json()
      return () => secondStep(t, { token, passkey: device.sign(asked), force: true })
    },
    refused: OVER,
  },
  'a passkey that is asked for instead of a password': {
    begin: async ({ device }) => {
      const asked = await loginOptions(t)
      return () => callAs(t, '/login/passkey', { passkey: device.sign(asked) })
    },
    refused: sentence('passkey_unknown'),
  },
  'a passkey that was right': {
    begin: async ({ device }) => {
      const reply = await callAs(t, '/login/passkey', { passkey: device.sign(await loginOptions(t)) })
      const { token } = reply.json().second_step
      return () => secondStep(t, { token, force: true })
    },
    refused: OVER,
  },
  'a visit to the provider': {
    begin: async () => {
      const browser = newBrowser()
      const address = await begin(t, browser)
      return () => answer(t, browser, provider.back(address), true)
    },
    refused: sentence('sign_in_over'),
  },
  'a visitor who came back': {
    factor: false,
    begin: async () => {
      const browser = newBrowser()
      const query = provider.back(await begin(t, browser))
      expect((await answer(t, browser, query)).statusCode).toBe(409)
      return () => answer(t, browser, query, true)
    },
    refused: sentence('sign_in_over'),
  },
  'a link to the provider': {
    linked: false,
    begin: async ({ name }) => {
      const browser = newBrowser(await freshToken(t, name))
      const address = await begin(t, browser, LINK)
      return () => answer(t, browser, provider.back(address))
    },
    refused: sentence('sign_in_over'),
  },
  'a mailed link': {
    begin: async ({ name }) => {
      const token = await linkOf(name)
      return () => resetWith(name, token)
    },
    refused: sentence('bad_link'),
  },
  'an app': {
    factor: false,
    begin: async ({ name }) => {
      expect((await own(name, '/app')).statusCode).toBe(200)
      return async () => own(name, '/app/confirmation', { code: await codeOf(t, name) })
    },
    refused: sentence('nothing_to_confirm'),
  },
  'a sheet': {
    begin: async ({ name }) => {
      const { codes } = (await (await t.as(name)).post('/my-sign-in/sheet', { size: 40 })).json()
      return () => own(name, '/sheet/confirmation', { code: codes[0] })
    },
    refused: sentence('nothing_to_confirm'),
  },
  'a passkey that is made': {
    begin: async ({ name }) => {
      const passkey = aDevice(t).create(await optionsFor(t, name, 'add'))
      return () => own(name, '/passkeys', { name: 'New', passkey })
    },
    refused: sentence('passkey_not_checked'),
  },
  'a passkey that is to be tested': {
    begin: async ({ name }) => {
      const device = aDevice(t)
      const id = await anUntestedPasskey(t, name, device, 'New')
      return async () =>
        own(name, `/passkeys/${id}/test`, { passkey: device.sign(await optionsFor(t, name, 'test')) })
    },
    refused: sentence('nothing_to_confirm'),
  },
  'an identity check': {
    begin: async ({ name, device }) => {
      const asked = await optionsFor(t, name, 'prove')
      return () => own(name, '/proof', { password: DEMO_PASSWORD, passkey: device.sign(asked) })
    },
    refused: 'Validation failed',
  },
}

const names = Object.keys(CHANGES)
/** each kind with each change and with none; in the short run with one change */
const changesOf = (index: number) => (FULL ? [null, ...names] : [names[index % names.length] ?? ''])

test('what begins before a change of the account ends with it', { timeout: 300_000 }, async () => {
  for (const [index, [what, kind]] of Object.entries(KINDS).entries())
    for (const change of changesOf(index)) {
      const { factor = true, linked = true, refused } = kind
      const person = await aPersonWith({ factor, linked })
      const redeem = await kind.begin(person)
      if (change) await CHANGES[change]?.(person, what)
      // where the change has ended the session, the person has logged in again
      await sit(person.name)
      const reply = await redeem()
      const said = [reply.statusCode < 300, change && reply.json().message]
      expect.soft(said, `${what}, ${change}: ${reply.body}`).toEqual(change ? [false, refused] : [true, null])
    }
})

test.each([true, false])(
  'a login whose old password is right when the new one is saved starts no session (factor: %s)',
  async (factor) => {
    const { name, id } = await aPersonWith({ factor, linked: false })
    const token = await linkOf(name)
    const who = { kind: 'login_failed', email: demoEmail(name), network: networkOf('127.0.0.1') } as const
    let login = Promise.resolve() as Promise<unknown> as ReturnType<typeof firstStep>
    await t.db.transaction().execute(async (db) => {
      await lockFailures(db, who)
      login = firstStep(t, name, { force: true })
      // the password is checked, and its result waits to be counted
      await expect
        .poll(async () => (await t.database.pool.query('select from pg_locks where not granted')).rowCount)
        .toBe(1)
      expect((await resetWith(name, token)).statusCode).toBe(200)
    })
    const reply = await login
    const begun = factor ? reply.json().second_step.token : ''
    const end = factor
      ? await secondStep(t, { token: begun, code: await codeOf(t, name), force: true })
      : reply
    expect([end.statusCode, end.json().message]).toEqual([422, factor ? OVER : 'Validation failed'])
    const sessions = await t.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
    expect(sessions).toEqual([])
  },
)
