import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { hashOfToken } from '../../../server/context/sessions.ts'
import { DEMO_PASSWORD } from '../../../server/seed/demo-people.ts'
import type { TestApp } from '../product/app.ts'
import { aDevice, prove } from '../records/passkeys.ts'
import type { CallBuilder } from './authorization-calls.ts'
import type { Caller, RoleName } from './authorization-table.ts'

const LATER = '2100-01-01T00:00:00Z'
const handleOf = (user_id: number) => Buffer.from(String(user_id)).toString('base64url')

/** A challenge of this purpose, as a browser has it; answers to it are used up, and taken back with each call. */
async function aChallenge(t: TestApp, purpose: string, user_id: number | null, owner: number) {
  const challenge = Buffer.from(`${purpose} ${owner}`).toString('base64url')
  await t.db
    .insertInto('passkey_challenges')
    .values({ challenge, purpose, user_id, expires_at: LATER })
    .execute()
  return { options: { challenge, rp: { id: 'localhost' }, user: { id: handleOf(owner) } } }
}

/** A passkey in the database with its device. */
async function aStoredPasskey(t: TestApp, user_id: number, proved_at: string | null) {
  const device = aDevice(t)
  device.create({ options: { rp: { id: 'localhost' }, user: { id: handleOf(user_id) } } })
  const [passkey] = device.passkeys
  if (!passkey) throw new Error('The device has made no passkey.')
  const row = { user_id, credential_id: passkey.id, public_key: passkey.public_key, proved_at }
  const { id } = await t.db
    .insertInto('passkeys')
    .values({ ...row, counter: 0, name: 'Phone', is_synced: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, device }
}

/** All that one person can do once: a passkey to add, to test and to remove, an app and a sheet to confirm. */
async function preparedFor(t: TestApp, name: string) {
  const user_id = await t.userId(name)
  await prove(t, name)
  const caller = await t.as(name)
  const tested = await aStoredPasskey(t, user_id, LATER)
  const untested = await aStoredPasskey(t, user_id, null)
  const app = await caller.post('/my-sign-in/app')
  const sheet = await caller.post('/my-sign-in/sheet', { size: 40 })
  return {
    tested_id: tested.id,
    untested_id: untested.id,
    to_add: aDevice(t).create(await aChallenge(t, 'add', user_id, user_id)),
    to_test: untested.device.sign(await aChallenge(t, 'test', user_id, user_id)),
    secret: String(app.json().secret),
    sheet_code: String(sheet.json().codes?.[0]),
  }
}
type Prepared = Awaited<ReturnType<typeof preparedFor>>

/** Gives everybody an own computer; returns its number by person. */
async function ownComputers(t: TestApp): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into own_computers (user_id, token_hash, device, network_address, expires_at)
    select id, sha256(id::text::bytea), 'Chrome on Windows', '192.0.2.7', ${LATER}::timestamptz from users
    returning id, user_id`.execute(t.db)
  return new Map(rows.map(({ id, user_id }) => [user_id, id]))
}

/** A login of this person that has passed its second step; returns its token. */
async function aPassedStep(t: TestApp, user_id: number): Promise<string> {
  const token = 'a-second-step-that-is-passed'
  const { sign_in_epoch } = await t.db
    .selectFrom('users')
    .select('sign_in_epoch')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const step = { user_id, proved_by: 'password', passed_by: 'app', expires_at: LATER, sign_in_epoch }
  await t.db
    .insertInto('second_steps')
    .values({ ...step, token_hash: hashOfToken(token) })
    .execute()
  return token
}

type Bureau = {
  /** an account that no caller has */
  spare: { id: number }
  people: Record<RoleName, string>
  /** a call about the person of a target, or the caller */
  user: (path: string, payload?: object) => CallBuilder
}

/** Requests for the calls on factors, sessions and own computers, of callers who have just proved who they are. */
export async function factorCallsOf(
  t: TestApp,
  { spare, people, user }: Bureau,
): Promise<Record<string, CallBuilder>> {
  const prepared = new Map<Caller, Prepared>()
  for (const [role, name] of Object.entries(people))
    prepared.set(role as RoleName, await preparedFor(t, name))
  const selfId = new Map<Caller, number>()
  for (const [role, name] of Object.entries(people)) selfId.set(role as RoleName, await t.userId(name))
  // as long as the tests take
  await sql`update sessions set proved_at = ${LATER}::timestamptz where proved_at is not null`.execute(t.db)
  const computers = await ownComputers(t)
  const token = await aPassedStep(t, spare.id)
  const { device } = await aStoredPasskey(t, spare.id, LATER)
  const login = device.sign(await aChallenge(t, 'log in', null, spare.id))

  const by =
    (build: (own: Prepared) => { path: string; payload?: object }): CallBuilder =>
    (_aim, caller) => {
      const own = prepared.get(caller) ?? prepared.get('PENRO Encoder')
      if (!own) throw new Error(caller)
      const { path, payload } = build(own)
      return { url: `/my-sign-in${path}`, ...(payload ? { payload } : {}) }
    }
  const sent =
    (url: string, payload?: object): CallBuilder =>
    () => ({ url, ...(payload ? { payload } : {}) })
  const codeNow = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

  return {
    'POST /login/second-step': sent('/login/second-step', { token, code: '123456', force: true }),
    'POST /login/second-step/passkey': sent('/login/second-step/passkey', { token }),
    'POST /login/passkey/options': sent('/login/passkey/options'),
    'POST /login/passkey': sent('/login/passkey', { passkey: login }),
    'GET /my-sign-in': sent('/my-sign-in'),
    'POST /my-sign-in/proof': sent('/my-sign-in/proof', { password: DEMO_PASSWORD }),
    'POST /my-sign-in/passkeys/options': sent('/my-sign-in/passkeys/options', { purpose: 'add' }),
    'POST /my-sign-in/app': sent('/my-sign-in/app'),
    'POST /my-sign-in/app/confirmation': by(({ secret }) => ({
      path: '/app/confirmation',
      payload: { code: codeNow(secret) },
    })),
    'POST /my-sign-in/app/removal': sent('/my-sign-in/app/removal'),
    'POST /my-sign-in/passkeys': by(({ to_add }) => ({
      path: '/passkeys',
      payload: { name: 'Phone', passkey: to_add },
    })),
    'POST /my-sign-in/passkeys/:id/test': by(({ untested_id, to_test }) => ({
      path: `/passkeys/${untested_id}/test`,
      payload: { passkey: to_test },
    })),
    'POST /my-sign-in/passkeys/:id/removal': by(({ tested_id }) => ({
      path: `/passkeys/${tested_id}/removal`,
    })),
    'POST /my-sign-in/sheet': sent('/my-sign-in/sheet', { size: 40 }),
    'POST /my-sign-in/sheet/confirmation': by(({ sheet_code }) => ({
      path: '/sheet/confirmation',
      payload: { code: sheet_code },
    })),
    'POST /my-sign-in/sheet/removal': sent('/my-sign-in/sheet/removal'),
    'POST /my-sign-in/sessions/end': sent('/my-sign-in/sessions/end'),
    'POST /my-sign-in/own-computers/:id/removal': (_aim, caller) => ({
      url: `/my-sign-in/own-computers/${computers.get(selfId.get(caller) ?? spare.id)}/removal`,
    }),
    'GET /sign-in/demands': sent('/sign-in/demands'),
    'POST /sign-in/demands': sent('/sign-in/demands', {
      access_level: 'FMB',
      demand: 'offered',
      revision: 1,
    }),
    'GET /sign-in/reset-codes': sent('/sign-in/reset-codes'),
    'GET /sign-in/people': sent('/sign-in/people'),
    'GET /users/:id/sign-in': user('/users/:id/sign-in'),
    'POST /users/:id/sessions/end': user('/users/:id/sessions/end'),
    'POST /users/:id/own-computers/:computerId/removal': (aim, caller) => {
      const target = aim.target.kind === 'self' ? (selfId.get(caller) ?? spare.id) : aim.id
      return user(`/users/:id/own-computers/${computers.get(target)}/removal`)(aim, caller)
    },
    'POST /users/:id/reset-code': user('/users/:id/reset-code'),
  }
}
