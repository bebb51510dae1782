import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpSessions } from '../../server/auth/auth.jobs.ts'
import { unlockAccount } from '../../server/auth/operator-accounts.actions.ts'
import { ensureFirstAdministrator } from '../../server/auth/first-administrator.ts'
import { AppError } from '../../server/lib/errors.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { DEFAULT_ROLES } from '../../shared/access/default-roles.ts'
import { FIXED_PERMISSIONS } from '../../shared/access/permissions.ts'
import { API_KEY, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { anotherInstance } from '../support/product/instance.ts'
import { deliveredMails, linkIn } from '../support/records/mails.ts'
import { aPerson, aRole, roleId } from '../support/records/people.ts'
import { aPersonWithPassword } from '../support/records/second-step.ts'
import { full } from '../support/full.ts'

const NEUTRAL = 'These credentials do not match our records.'
const MINUTE = 60_000

const t = withServer({
  settings: {
    MAPS_KEY: 'browser-map-key',
    PUBLIC_URL: 'http://localhost:4000',
    ADMIN_EMAIL: 'chief@bureau.example',
  },
})
afterEach(() => t.setNow(null))

let people = 0
/** A new person for one test, so that its failures, sessions and mails are nobody else's; returns the name. */
async function somebody(role = 'FMB Approver'): Promise<string> {
  const name = `somebody.${++people}`
  await aPersonWithPassword(t, name, role)
  return name
}

/** The mails to this person, oldest first. */
const mailsTo = async (name: string) =>
  (await deliveredMails(t)).filter(({ to }) => to?.[0]?.address === demoEmail(name))

let networks = 0
/** A new address for each test, so that failures in one test do not count in another. */
const network = () => `10.1.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`

/** The product that is called; two may share one database. */
type Asked = Pick<TestApp, 'app'>

async function call(
  path: string,
  body?: object,
  { token, from, app = t }: { token?: string; from?: string; app?: Asked } = {},
) {
  return app.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api${path}`,
    headers: {
      'x-api-key': API_KEY,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}

const logIn = (name: string, more: { password?: string; force?: boolean; from?: string; app?: Asked } = {}) =>
  call(
    '/login',
    {
      email: demoEmail(name),
      password: more.password ?? DEMO_PASSWORD,
      ...(more.force === undefined ? {} : { force: more.force }),
    },
    { from: more.from ?? network(), ...(more.app ? { app: more.app } : {}) },
  )

const tokenOf = async (name: string, more: Parameters<typeof logIn>[1] = {}): Promise<string> =>
  (await logIn(name, { force: true, ...more })).json().token

const isAlive = async (token: string, app = t) =>
  (await call('/validate-token', undefined, { token, app })).statusCode === 200

/** Exactly the five fixed permissions and the keys of a default role. */
const permissionsOf = (role: string) =>
  [...FIXED_PERMISSIONS, ...(DEFAULT_ROLES.find(({ name }) => name === role)?.permissions ?? [])].sort()

async function auditOf(email: string, app = t): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_logs')
    .select('event')
    .where('auditable_type', 'in', ['Authentication', 'User Management'])
    .where('auditable_code', '=', email)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.event)
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const sessionsOf = async (name: string, app = t) =>
  app.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', await app.userId(name))
    .execute()

describe('login', () => {
  test('[AUTH-45] takes email and password; replies token, map key, user and permissions', async () => {
    const reply = await call('/login', {
      email: '  Laguna.Encoder@BUREAU.example ',
      password: DEMO_PASSWORD,
      force: false,
    })

    expect(reply.statusCode).toBe(200)
    const body = reply.json()
    expect(Object.keys(body).sort()).toEqual(['gkey', 'permissions', 'token', 'user'])
    expect(body.token).toMatch(/^[\w-]{43}$/)
    expect(body.gkey).toBe('browser-map-key')
    expect(body.permissions).toEqual(expect.arrayContaining([...FIXED_PERMISSIONS, 'site_map_create']))
    expect(body.permissions).not.toContain('site_maps_approval')
    expect([...body.permissions].sort()).toEqual(permissionsOf('PENRO Encoder'))
    expect(body.user).toMatchObject({
      first_name: 'Isabel',
      last_name: 'Muñoz',
      email: 'laguna.encoder@bureau.example',
      access_level: 'PENRO',
      role: 'PENRO Encoder',
      hierarchy_role: 4,
      region: 'Region IV-A (CALABARZON)',
      penro: 'PENRO Laguna',
      status: 'Activated',
    })
    expect(Date.now() - new Date(body.user.last_logged_in).getTime()).toBeLessThan(MINUTE)
    expect(reply.body).not.toMatch(/argon2|hash/)
    expect(await auditOf('laguna.encoder@bureau.example')).toEqual(['Login'])
    const [session] = await sessionsOf('laguna.encoder')
    expect(session?.token_hash.toString('base64url')).not.toBe(body.token)
  })

  test('a wrong password and an unknown address look the same, and both are audited', async () => {
    const wrong = await logIn('laguna.approver', { password: 'Wrong-Wrong-2031!' })
    const unknown = await logIn('nobody.here', { password: 'Wrong-Wrong-2031!' })

    expect(wrong.statusCode).toBe(422)
    expect(wrong.json().errors).toEqual({ email: [NEUTRAL] })
    const { request_id: _a, ...first } = wrong.json()
    const { request_id: _b, ...second } = unknown.json()
    expect(second).toEqual(first)
    expect(unknown.statusCode).toBe(422)
    expect(await auditOf(demoEmail('laguna.approver'))).toEqual(['Login Failed'])
    expect(await auditOf(demoEmail('nobody.here'))).toEqual(['Login Failed'])
  })

  test('an unknown address costs as much work as a wrong password', async () => {
    const took = async (name: string) => {
      const start = performance.now()
      await logIn(name, { password: 'Wrong-Wrong-2031!' })
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await took('r9.approver'))
      unknown.push(await took('nobody.here'))
    }
    // the fastest of each: other work on the machine can only slow a call down
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.5)
  })

  test('what is missing or no address is told under its field', async () => {
    const empty = await call('/login', { email: '', password: '' })
    expect(empty.statusCode).toBe(422)
    expect(empty.json()).toMatchObject({
      message: 'Validation failed',
      errors: { email: ['Email address is required.'], password: ['Password is required.'] },
    })
    const bad = await call('/login', { email: 'abc', password: 'x' })
    expect(bad.json().errors).toEqual({ email: ['Please enter a valid email address.'] })
    for (const body of [{}, [], { email: 7, password: null }, { email: 'a\u0000b@c.ph', password: 'x' }]) {
      expect((await call('/login', body)).statusCode).toBe(422)
    }
    const long = await call('/login', { email: 'a@b.ph', password: 'x'.repeat(257) })
    expect(long.json().errors.password).toHaveLength(1)
  })

  test('[S-110] the sixth try in 15 minutes waits, for this address and network only', async () => {
    const [slow, other] = [await somebody(), await somebody()]
    const start = new Date('2031-05-04T03:00:00Z')
    t.setNow(start)
    const from = '203.0.113.9'
    for (let round = 0; round < 5; round++) {
      expect((await logIn(slow, { password: 'no', from })).statusCode).toBe(422)
    }
    const refused = await logIn(slow, { from })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({
      code: 'rate',
      message: 'Too many failed attempts. Please try again in 15 minutes.',
    })
    expect(refused.headers['retry-after']).toBe('900')
    expect(await auditOf(demoEmail(slow))).toHaveLength(5)

    expect((await logIn(other, { from })).statusCode).toBe(200)
    expect((await logIn(slow, { from: '203.0.113.10' })).statusCode).toBe(200)
    t.setNow(new Date(start.getTime() + 14 * MINUTE + 1000))
    const almost = await logIn(slow, { from })
    expect(almost.json().message).toBe('Too many failed attempts. Please try again in 1 minute.')
    t.setNow(new Date(start.getTime() + 15 * MINUTE + 1))
    expect((await logIn(slow, { from, force: true })).statusCode).toBe(200)
  })

  full.test('[S-110] instances on one database count the failures together', async () => {
    const first = await startAppForTest()
    const second = await anotherInstance(first)
    const from = '203.0.113.11'
    for (const app of [first, second, first, second, first])
      expect((await logIn('laguna.admin', { password: 'no', from, app })).statusCode).toBe(422)
    for (const app of [second, first])
      expect((await logIn('laguna.admin', { from, app })).statusCode).toBe(429)
  })

  /** Wrong passwords for so many different addresses, all at once. */
  const strangers = (count: number, from: string, app: TestApp) =>
    Array.from({ length: count }, (_, number) => logIn(`stranger.${number}`, { password: 'no', from, app }))

  const failedSignIns = (app: TestApp) =>
    app.db.selectFrom('audit_logs').selectAll().where('event', '=', 'Login Failed').orderBy('id').execute()

  test('[S-110] the right password is never counted, however often and however many at once', async () => {
    const from = network()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => logIn('quezon.encoder', { from, force: true })),
    )
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(8).fill(200))
    for (let round = 0; round < 8; round += 1)
      expect((await logIn('quezon.encoder', { from, force: true })).statusCode).toBe(200)
  })

  test('[S-110] a hundred failures of a network hold the addresses that failed there, and nobody else', async () => {
    const [slipping, other] = [await somebody(), await somebody()]
    const start = new Date('2031-05-04T03:00:00Z')
    t.setNow(start)
    const from = '203.0.113.77'
    const at = start.toISOString()
    const events = Array.from({ length: 98 }, (_, number) => ({
      kind: 'login_failed',
      email: `stranger.${number}@bureau.example`,
      network_address: from,
      at,
    }))
    await t.db.insertInto('throttle_events').values(events).execute()
    const slip = () => logIn(slipping, { password: 'no', from })
    expect((await slip()).statusCode).toBe(422)
    expect((await logIn(slipping, { from: '203.0.113.78' })).statusCode).toBe(200)
    expect((await slip()).statusCode).toBe(422)

    const held = await logIn(slipping, { from })
    expect([held.statusCode, held.headers['retry-after']]).toEqual([429, '900'])
    expect((await logIn(other, { from })).statusCode).toBe(200)
    expect((await logIn(slipping, { from: '203.0.113.78', force: true })).statusCode).toBe(200)
    t.setNow(new Date(start.getTime() + 15 * MINUTE))
    expect((await logIn(slipping, { from, force: true })).statusCode).toBe(200)
  })

  full.test('[S-110] a person of another network does not wait for the flood of one', async () => {
    const app = await startAppForTest()
    let answered = 0
    const flood = strangers(40, '203.0.113.99', app).map((reply) => reply.then(() => (answered += 1)))
    expect((await logIn('fmb.admin', { from: '198.51.100.4', app })).statusCode).toBe(200)
    expect(answered).toBeLessThan(20)
    await Promise.all(flood)
  })

  full.test(
    '[S-110] twenty failures of a network and hour are logged one by one, the others as one row',
    async () => {
      const app = await startAppForTest()
      app.setNow(new Date('2031-05-04T03:10:00Z'))
      await Promise.all(strangers(23, '203.0.113.5', app))
      await logIn('stranger.1', { password: 'no', from: '203.0.113.6', app })
      expect(await failedSignIns(app)).toHaveLength(21)
      app.setNow(new Date('2031-05-04T03:59:00Z'))
      await cleanUpSessions(app.services)
      expect(await failedSignIns(app)).toHaveLength(21)

      app.setNow(new Date('2031-05-04T04:00:00Z'))
      await cleanUpSessions(app.services)
      await cleanUpSessions(app.services)
      const rows = await failedSignIns(app)
      expect(rows).toHaveLength(22)
      expect(rows.at(-1)).toMatchObject({
        user_id: null,
        auditable_code: '203.0.113.5',
        network_address: '203.0.113.5',
        field_change: [
          {
            field: 'further_failures',
            old: null,
            new: '3 from 203.0.113.5 in the hour from 2031-05-04T03:00:00.000Z',
          },
        ],
      })
      // the next hour starts at zero
      await logIn('stranger.1', { password: 'no', from: '203.0.113.5', app })
      expect(await failedSignIns(app)).toHaveLength(23)
    },
  )

  test('[S-110] twenty failures at nonsense addresses hide none of an account from the same network', async () => {
    const app = await startAppForTest()
    app.setNow(new Date('2031-05-04T03:10:00Z'))
    const from = '203.0.113.5'
    await Promise.all(strangers(21, from, app))
    expect(await failedSignIns(app)).toHaveLength(20)
    await logIn('laguna.encoder', { password: 'no', from, app })
    const email = demoEmail('laguna.encoder')
    expect((await failedSignIns(app)).at(-1)).toMatchObject({ auditable_code: email, network_address: from })
    // what is beyond twenty of the account is summed for it
    await app.db
      .updateTable('login_failure_counts')
      .set({ failures: 22 })
      .where('email', '=', email)
      .execute()
    app.setNow(new Date('2031-05-04T04:00:00Z'))
    await cleanUpSessions(app.services)
    const sums = (await failedSignIns(app)).slice(21)
    const hour = `from ${from} in the hour from 2031-05-04T03:00:00.000Z`
    expect(sums.map(({ auditable_code, field_change }) => [auditable_code, field_change]).sort()).toEqual([
      [from, [{ field: 'further_failures', old: null, new: `1 ${hour}` }]],
      [email, [{ field: 'further_failures', old: null, new: `2 ${hour}` }]],
    ])
  })

  full.test(
    'a database that does not answer is told within ten seconds, to however many log in',
    { timeout: 30_000 },
    async () => {
      const app = await startAppForTest()
      const locked = await app.database.pool.connect()
      try {
        await locked.query('begin; lock table throttle_events')
        const took = await seconds(async () => {
          const all = await Promise.all(
            Array.from({ length: 9 }, () => logIn('fmb.admin', { from: network(), app })),
          )
          for (const reply of all) {
            expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
            expect(reply.json().message).toMatch(/^The database cannot be reached at the moment/)
          }
        })
        expect(took).toBeLessThan(10)
      } finally {
        await locked.query('rollback')
        locked.release()
      }
      // the database is not tried again for a moment
      await expect
        .poll(async () => (await logIn('fmb.admin', { from: network(), force: true, app })).statusCode, {
          timeout: 10_000,
        })
        .toBe(200)
    },
  )

  test('[S-110] a burst of guesses gets no more than five tries', async () => {
    const from = network()
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => logIn('fmb.approver', { password: 'guess', from })),
    )
    const count = (status: number) => replies.filter((reply) => reply.statusCode === status).length
    expect([count(422), count(429)]).toEqual([5, 7])
  })

  test('[S-132] once more than eight /64 of a /48 have failed, the /48 counts as one network', async () => {
    const [one, other, third] = [await somebody(), await somebody(), await somebody()]
    const part = (number: number) => `2001:db8:7:${number.toString(16)}::1`
    const guess = (number: number, name = one) => logIn(name, { password: 'no', from: part(number) })
    for (let number = 1; number <= 8; number += 1) expect((await guess(number)).statusCode).toBe(422)
    expect((await logIn(one, { from: part(0x100) })).statusCode, 'eight are neighbours').toBe(200)

    expect((await guess(9)).statusCode).toBe(422)
    const held = await logIn(one, { from: part(0x101), force: true })
    expect([held.statusCode, held.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect((await logIn(other, { from: part(0x101) })).statusCode).toBe(200)
    expect((await logIn(one, { from: '2001:db8:8:1::1', force: true })).statusCode).toBe(200)

    // guesses that arrive together from as many networks are checked one after another as well
    const burst = await Promise.all(Array.from({ length: 12 }, (_, number) => guess(0x200 + number, third)))
    expect(burst.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  })

  /** Sends wrong passwords for one address, each from a new network, until it counts as guessed. */
  async function guessFromEverywhere(app: TestApp, email: string): Promise<void> {
    const guess = (number: number) =>
      call('/login', { email, password: 'guess' }, { from: `198.18.7.${number}`, app })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, number) => guess(number)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(422))
  }

  /** The last wrong password for this address of as many as make it guessed; those before it are only stored. */
  async function guessedAt(app: TestApp, email: string, now: Date): Promise<void> {
    const at = now.toISOString()
    const events = Array.from({ length: 19 }, (_, number) => ({
      kind: 'login_failed',
      email,
      network_address: `198.18.7.${number}`,
      at,
    }))
    await app.db.insertInto('throttle_events').values(events).execute()
    const last = await call('/login', { email, password: 'guess' }, { from: '198.18.7.19', app })
    expect(last.statusCode).toBe(422)
  }

  test('[S-132] an account guessed from many networks: its tries wait, its owner and administrators are mailed', async () => {
    const app = await startAppForTest()
    const start = new Date()
    const [email, nobody] = [demoEmail('laguna.encoder'), 'nobody@bureau.example']
    expect((await logIn('laguna.encoder', { from: '203.0.113.40', app })).statusCode).toBe(200)
    await guessFromEverywhere(app, email)
    await guessedAt(app, nobody, start)

    const mails = await deliveredMails(app)
    const addressees = mails.map(({ to }) => to?.[0]?.address).sort()
    const resetters = ['fmb.admin', 'fmb.super', 'laguna.admin', 'laguna.encoder', 'r4a.admin'].map(demoEmail)
    expect(addressees).toEqual(resetters)
    expect(mails.find(({ to }) => to?.[0]?.address === email)?.subject).toBe('Failed logins to your account')
    expect(mails.find(({ to }) => to?.[0]?.address === demoEmail('fmb.admin'))?.subject).toBe(
      'Failed logins: Isabel Muñoz',
    )

    // an address without an account waits as long; a login from a usual network does not wait
    const wrong = (address: string) => () =>
      call('/login', { email: address, password: 'no' }, { from: network(), app })
    for (const least of [1, 2]) {
      const [known, unknown] = await Promise.all([seconds(wrong(email)), seconds(wrong(nobody))])
      for (const took of [known, unknown]) expect(took).toBeGreaterThan(least - 0.05)
      // how long each waits follows from this number alone
      expect([await triesOf(app, email), await triesOf(app, nobody)]).toEqual([least, least])
    }
    const usual = await seconds(async () => {
      const reply = await logIn('laguna.encoder', { from: '203.0.113.40', force: true, app })
      expect(reply.statusCode).toBe(200)
    })
    expect(usual).toBeLessThan(1)

    // an hour later there is no wait; the next day it is mailed again
    const later = new Date(start.getTime() + 61 * MINUTE)
    app.setNow(later)
    expect(await seconds(wrong(email))).toBeLessThan(1)
    await guessedAt(app, email, later)
    expect(await deliveredMails(app)).toHaveLength(resetters.length)
    const nextDay = new Date(later.getTime() + 24 * 60 * MINUTE)
    app.setNow(nextDay)
    await guessedAt(app, email, nextDay)
    expect(await deliveredMails(app)).toHaveLength(resetters.length * 2)
  })

  test('[S-132] tries that wait cannot use up the connections, and a new password ends the waiting', async () => {
    const name = await somebody()
    await guessFromEverywhere(t, demoEmail(name))
    // a wait of a second at most, so that the test is short
    const reset = () =>
      t.db.updateTable('guessed_addresses').set({ tries: 0 }).where('email', '=', demoEmail(name)).execute()
    const tries: ReturnType<typeof logIn>[] = []
    for (let number = 0; number < 14; number += 1) {
      await reset()
      tries.push(logIn(name, { from: `198.18.8.${number}`, force: true }))
      await expect.poll(async () => (await triesOf(t, demoEmail(name))) > 0).toBe(true)
    }
    const replies = await Promise.all(tries)
    const codes = replies.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(9)
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const reply of refused) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)

    await unlockAccount(t.services, demoEmail(name))
    const took = await seconds(() => logIn(name, { from: '198.18.9.1', force: true }))
    expect(took).toBeLessThan(1)
  })

  const triesOf = async (app: TestApp, email: string): Promise<number> =>
    (
      await app.db
        .selectFrom('guessed_addresses')
        .select('tries')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.tries ?? 0

  /** how many logins are between database and hash at once */
  const TRIES_AT_ONCE = 8

  /** Logs people in while so many /64 of one /48 and so many IPv4 addresses fail without a pause. */
  async function signInDuringFlood(counts: { parts: number; addresses: number; people: number }) {
    const app = await startAppForTest()
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', await app.userId('fmb.admin'))
      .executeTakeFirstOrThrow()
    const names = Array.from({ length: counts.people }, (_, number) => `away.${number}`)
    for (const name of names) await aPerson(app, name, { role: 'FMB Approver' })
    await app.db.updateTable('users').set({ password_hash }).where('password_hash', 'is', null).execute()

    const sources = [
      ...Array.from({ length: counts.parts }, (_, number) => `2001:db8:66:${number.toString(16)}::1`),
      ...Array.from(
        { length: counts.addresses },
        (_, number) => `198.18.${number >> 7}.${(number & 127) + 1}`,
      ),
    ]
    // on a busy machine everything takes longer
    const alone = () => seconds(() => logIn('fmb.super', { from: '192.0.2.200', force: true, app }))
    const before = await alone()
    let isOver = false
    let floodAnswered = 0
    const flood = sources.map(async (from, number) => {
      while (!isOver) {
        await logIn(`stranger.${number}.${Math.random()}`, { password: 'no', from, app })
        floodAnswered += 1
      }
    })
    let [slowest, answeredFirst] = [0, 0]
    const codes = await Promise.all(
      names.map(async (name, number) => {
        let code = 0
        const took = await seconds(async () => {
          // from a network without failures in this process
          code = (await logIn(name, { from: `192.0.2.${number + 1}`, app })).statusCode
        })
        slowest = Math.max(slowest, took)
        answeredFirst = floodAnswered
        return code
      }),
    )
    isOver = true
    await Promise.all(flood)
    const one = Math.max(before, await alone())
    console.log(
      `${names.length} people during a flood of ${sources.length} networks: slowest ${slowest.toFixed(1)} s, one alone ${one.toFixed(2)} s, ${answeredFirst} of the flood answered before the last of them`,
    )
    expect(codes).toEqual(Array(names.length).fill(200))
    // at most one flood request per login in the queue; besides, eight had started before and eight run beside the last
    expect(answeredFirst).toBeLessThanOrEqual(names.length + 2 * TRIES_AT_ONCE)
    expect(slowest).toBeLessThan(Math.max(3, one * names.length))
  }

  test('[S-132] a flood from many networks neither refuses nor delays who has not failed', async () => {
    await signInDuringFlood({ parts: 10, addresses: 10, people: 3 })
  })

  full.test(
    '[S-132] 260 /64 and 300 IPv4 addresses fail without a pause: 40 of 40 people elsewhere log in within 3 s',
    { timeout: 120_000 },
    async () => {
      await signInDuringFlood({ parts: 260, addresses: 0, people: 40 })
      await signInDuringFlood({ parts: 0, addresses: 300, people: 40 })
    },
  )

  test('the right password gives the tries back', async () => {
    const from = network()
    for (let round = 0; round < 4; round++) await logIn('fmb.admin', { password: 'no', from })
    expect((await logIn('fmb.admin', { from })).statusCode).toBe(200)
    for (let round = 0; round < 4; round++) {
      expect((await logIn('fmb.admin', { password: 'no', from })).statusCode).toBe(422)
    }
  })

  test('a deactivated account is told so, but only with its password', async () => {
    expect((await logIn('left.encoder', { password: 'no' })).json().errors).toEqual({ email: [NEUTRAL] })
    const reply = await logIn('left.encoder')
    expect(reply.statusCode).toBe(403)
    expect(reply.json().message).toBe('Your account has been deactivated. Please contact your administrator.')
    expect(await auditOf(demoEmail('left.encoder'))).toEqual(['Login Failed', 'Login Failed'])
    expect(await sessionsOf('left.encoder')).toEqual([])
  })

  test('[AUTH-16, AUTH-45] a live session elsewhere: 409 after the password, and force takes over', async () => {
    const first = await tokenOf('zds.encoder')
    expect((await logIn('zds.encoder', { password: 'no' })).statusCode).toBe(422)

    const refused = await logIn('zds.encoder')
    expect(refused.statusCode).toBe(409)
    expect(refused.json().code).toBe('already_signed_in')
    expect(await isAlive(first)).toBe(true)

    const second = await tokenOf('zds.encoder', { force: true })
    expect(await isAlive(second)).toBe(true)
    expect((await call('/my-profile', undefined, { token: first })).statusCode).toBe(401)
    expect(await auditOf(demoEmail('zds.encoder'))).toEqual(['Login', 'Login Failed', 'Forced Login'])
  })

  test('two sign-ins at the same moment leave one session and one winner', async () => {
    for (let round = 0; round < 5; round++) {
      await t.db
        .deleteFrom('sessions')
        .where('user_id', '=', await t.userId('zds.approver'))
        .execute()
      const replies = await Promise.all([logIn('zds.approver'), logIn('zds.approver')])
      expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 409])
      expect(await sessionsOf('zds.approver')).toHaveLength(1)
    }
    const forced = await Promise.all([1, 2, 3].map(() => tokenOf('zds.approver')))
    expect(await sessionsOf('zds.approver')).toHaveLength(1)
    const alive = await Promise.all(forced.map((token) => isAlive(token)))
    expect(alive.filter(Boolean)).toHaveLength(1)
  })

  test('a deactivated role leaves the five fixed permissions', async () => {
    const role = await aRole(t, {
      name: 'For a while',
      access_level: 'FMB',
      permissions: ['site_map_access'],
    })
    const name = await somebody()
    await t.db
      .updateTable('users')
      .set({ role_id: role })
      .where('id', '=', await t.userId(name))
      .execute()
    const token = await tokenOf(name)
    const permissions = async () => (await call('/validate-token', undefined, { token })).json().permissions
    expect(await permissions()).toContain('site_map_access')
    await t.db.updateTable('roles').set({ status: 'Deactivated' }).where('id', '=', role).execute()
    expect(await permissions()).toEqual([...FIXED_PERMISSIONS])
    expect((await logIn(name, { force: true })).json().permissions).toEqual([...FIXED_PERMISSIONS])
  })
})

describe('logout', () => {
  test('[AUTH-46] revokes the presented token, writes the event, and always answers 200', async () => {
    const token = await tokenOf('ncr.encoder')
    const reply = await call('/logout', {}, { token })
    expect(reply.statusCode).toBe(200)
    expect(await isAlive(token)).toBe(false)
    expect(await auditOf(demoEmail('ncr.encoder'))).toEqual(['Login', 'Logout'])

    expect((await call('/logout', {}, { token })).statusCode).toBe(200)
    expect((await call('/logout', {})).statusCode).toBe(200)
    expect(await auditOf(demoEmail('ncr.encoder'))).toEqual(['Login', 'Logout'])
  })

  test('two logouts at once both succeed', async () => {
    const token = await tokenOf('ncr.encoder')
    const replies = await Promise.all([call('/logout', {}, { token }), call('/logout', {}, { token })])
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
  })
})

describe('forgotten password', () => {
  const NEXT = 'Acacia-Dapdap-2044?'
  const forgot = (email: string, app: Asked = t) =>
    call('/forgot-password', { email }, { app, from: network() })

  async function linkFor(name: string) {
    await forgot(demoEmail(name))
    const link = linkIn((await mailsTo(name)).at(-1))
    return { link, email: link.searchParams.get('email'), token: link.searchParams.get('token') }
  }

  const reset = (email: unknown, token: unknown, password = NEXT, password_confirmation = password) =>
    call('/reset-password', { email, token, password, password_confirmation })

  test('[AUTH-47, AUTH-52] mails a link to the account; anybody else gets the same reply and no mail', async () => {
    const name = await somebody()
    const before = (await deliveredMails(t)).length
    const replies = [
      await forgot(demoEmail(name).replace('somebody', 'Somebody')),
      await forgot('nobody@bureau.example'),
      await forgot(demoEmail('left.encoder')),
    ]
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200])
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)

    const mails = (await deliveredMails(t)).slice(before)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual([expect.objectContaining({ address: demoEmail(name) })])
    const link = linkIn(mails[0])
    expect(link.origin + link.pathname).toBe('http://localhost:4000/reset-password')
    expect(link.searchParams.get('email')).toBe(demoEmail(name))
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
    expect(await auditOf(demoEmail(name))).toEqual(['Password Reset Requested'])
    expect(await auditOf(demoEmail('left.encoder'))).not.toContain('Password Reset Requested')
    const links = await t.db
      .selectFrom('password_links')
      .select('user_id')
      .where('user_id', 'in', [await t.userId(name), await t.userId('left.encoder')])
      .execute()
    expect(links).toEqual([{ user_id: await t.userId(name) }])
  })

  test('[S-111] asking leaves the same behind for every address; only the queue looks who has an account', async () => {
    const app = await startAppForTest()
    const addresses = [demoEmail('laguna.encoder'), demoEmail('left.encoder'), 'nobody@bureau.example']
    for (const address of addresses) expect((await forgot(address, app)).statusCode).toBe(200)
    const { rows } = await sql<{ email: string }>`
      select payload ->> 'email' as email from graphile_worker._private_jobs`.execute(app.db)
    expect(rows.map(({ email }) => email).sort()).toEqual(addresses.sort())
    for (const table of ['password_links', 'throttle_events'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await auditOf(demoEmail('laguna.encoder'), app)).toEqual([])
    expect(await deliveredMails(app)).toHaveLength(1)
  })

  test('[S-111] a new link voids nothing; three live at once, and a password that is set voids them all', async () => {
    const name = await somebody()
    const start = Date.now()
    const after = (minutes: number) => t.setNow(new Date(start + minutes * MINUTE))
    const links = [await linkFor(name)]
    after(2)
    links.push(await linkFor(name))
    after(4)
    links.push(await linkFor(name))
    expect(new Set(links.map(({ token }) => token)).size).toBe(3)
    after(6)
    await forgot(demoEmail(name))
    expect(await mailsTo(name)).toHaveLength(3)
    // one has expired, so there is room for another
    after(61)
    links.push(await linkFor(name))
    expect(await mailsTo(name)).toHaveLength(4)

    const [first, second, ...others] = links
    expect((await reset(first?.email, first?.token)).statusCode).toBe(422)
    expect((await reset(second?.email, second?.token)).statusCode).toBe(200)
    for (const { email, token } of [second, ...others].flatMap((link) => link ?? []))
      expect((await reset(email, token, 'Yakal-Kamagong-77*')).json().message).toBe('Invalid Email or Token.')
    expect((await logIn(name, { password: NEXT })).statusCode).toBe(200)
  })

  test('[S-111] an account gets five mails a day', async () => {
    const name = await somebody()
    const start = Date.now()
    const mailsAfter = async (minutes: number) => {
      t.setNow(new Date(start + minutes * MINUTE))
      await forgot(demoEmail(name))
      return (await mailsTo(name)).length
    }
    const counts: number[] = []
    for (let asked = 0; asked < 7; asked += 1) counts.push(await mailsAfter(asked * 61))
    expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5])
    expect(await mailsAfter(24 * 60 - 1)).toBe(5)
    await cleanUpSessions(t.services)
    expect(await mailsAfter(24 * 60)).toBe(6)
  })

  test('[S-111] whoever asks for the mail of an invited person takes nothing from the invitation', async () => {
    const start = Date.now()
    const admin = await t.as(await somebody('FMB Administrator'))
    const email = 'bago.tao@bureau.example'
    const invited = await admin.post('/users', {
      first_name: 'Bago',
      last_name: 'Tao',
      sex: 'Male',
      email,
      access_level: 'FMB',
      region_id: null,
      penro: null,
      role_id: await roleId(t, 'FMB Approver'),
    })
    expect(invited.statusCode, invited.body).toBe(200)
    const invitation = linkIn((await mailsTo('bago.tao')).at(-1)).searchParams
    await forgot(email)
    expect(await mailsTo('bago.tao')).toHaveLength(2)
    t.setNow(new Date(start + 71 * 60 * MINUTE))
    expect((await reset(email, invitation.get('token'))).statusCode).toBe(200)
    expect((await logIn('bago.tao', { password: NEXT })).statusCode).toBe(200)
  })

  test('[S-111] at most one mail per address and minute, also when asked at once', async () => {
    const name = await somebody()
    await Promise.all([1, 2, 3, 4].map(() => forgot(demoEmail(name))))
    expect(await mailsTo(name)).toHaveLength(1)
    await forgot(demoEmail(name).toUpperCase())
    expect(await mailsTo(name)).toHaveLength(1)
    t.setNow(new Date(Date.now() + 61_000))
    await forgot(demoEmail(name))
    expect(await mailsTo(name)).toHaveLength(2)
  })

  full.test('[S-111] instances on one database count the mails together', async () => {
    const first = await startAppForTest()
    const second = await anotherInstance(first)
    await Promise.all([first, second, first, second].map((app) => forgot(demoEmail('fmb.super'), app)))
    await forgot(demoEmail('fmb.super'), second)
    expect(await deliveredMails(first)).toHaveLength(1)
  })

  test('[AUTH-22] no address: told under the field', async () => {
    const reply = await call('/forgot-password', { email: 'abc' })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ email: ['Please enter a valid email.'] })
  })

  test('of a token and of a link the fingerprint is stored, and nothing that would open an account', async () => {
    const name = await somebody()
    const token = await tokenOf(name)
    const link = await linkFor(name)
    const sessions = await sessionsOf(name)
    const links = await t.db
      .selectFrom('password_links')
      .selectAll()
      .where('user_id', '=', await t.userId(name))
      .execute()
    const printOf = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(sessions.map(({ token_hash }) => token_hash.toString('hex'))).toEqual([printOf(token)])
    expect(links.map(({ token_hash }) => token_hash.toString('hex'))).toEqual([printOf(link.token ?? '')])
  })

  test('[AUTH-48] the link sets the password once; mismatch and a used token are refused', async () => {
    const name = await somebody()
    const old = await tokenOf(name)
    const { email, token } = await linkFor(name)

    const mismatch = await reset(email, token, NEXT, 'Other-Words-2044?')
    expect(mismatch.statusCode).toBe(422)
    expect(mismatch.json().errors).toEqual({ password_confirmation: ['Passwords do not match'] })

    const done = await reset(email, token)
    expect(done.statusCode).toBe(200)
    expect(await isAlive(old)).toBe(false)
    expect((await logIn(name)).statusCode).toBe(422)
    expect((await logIn(name, { password: NEXT })).statusCode).toBe(200)

    const again = await reset(email, token)
    expect(again.statusCode).toBe(422)
    expect(again.json().message).toBe('Invalid Email or Token.')
    expect(await auditOf(demoEmail(name))).toEqual([
      'Login',
      'Password Reset Requested',
      'Password Reset',
      'Login Failed',
      'Login',
    ])
  })

  test('[AUTH-39, AUTH-48] expired, unknown, mismatched and deactivated all fail with the same words', async () => {
    const name = await somebody()
    const first = await linkFor(name)
    const minute = (number: number) => t.setNow(new Date(Date.now() + number * MINUTE))
    minute(2)
    const second = await linkFor(name)
    const expectInvalid = async (email: unknown, token: unknown) => {
      const reply = await reset(email, token)
      expect([reply.statusCode, reply.json().message]).toEqual([422, 'Invalid Email or Token.'])
    }
    await expectInvalid(second.email, 'x'.repeat(43))
    await expectInvalid(demoEmail('quezon.encoder'), second.token)
    await expectInvalid('', '')
    minute(61)
    await expectInvalid(first.email, first.token)
    minute(63)
    await expectInvalid(second.email, second.token)
    minute(61)
    await t.db.updateTable('users').set({ status: 'Deactivated' }).where('email', '=', second.email).execute()
    await expectInvalid(second.email, second.token)
    // a weak password does not reveal that the link is valid
    const weak = await reset(second.email, second.token, 'short')
    expect([weak.statusCode, weak.json().message]).toEqual([422, 'Invalid Email or Token.'])
    await t.db.updateTable('users').set({ status: 'Activated' }).where('email', '=', second.email).execute()
    // a change of status ends what was mailed before it
    await expectInvalid(second.email, second.token)
    const third = await linkFor(name)
    expect((await reset(third.email, third.token)).statusCode).toBe(200)
  })

  test('a change of the password voids the link that was mailed before', async () => {
    const name = await somebody()
    const { email, token } = await linkFor(name)
    const change = { email, old_password: DEMO_PASSWORD, password: NEXT, password_confirmation: NEXT }
    const changed = await call('/change-password', change, { token: await tokenOf(name) })
    expect(changed.statusCode).toBe(200)
    const late = await reset(email, token, 'Yakal-Kamagong-77*')
    expect([late.statusCode, late.json().message]).toEqual([422, 'Invalid Email or Token.'])
    expect((await logIn(name, { password: NEXT })).statusCode).toBe(200)
  })

  test('[AUTH-36] only a Very Strong password is taken, and the link stays good meanwhile', async () => {
    const { email, token } = await linkFor(await somebody())
    for (const weak of [
      'short1!A',
      'alllowercase1!',
      'NoDigitsAtAll!!',
      'NoSpecial12345',
      'Welcome-Bayani-31!',
    ]) {
      const reply = await reset(email, token, weak)
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors.password).toHaveLength(1)
    }
    expect((await reset(email, token)).statusCode).toBe(200)
  })

  test('one link used twice at the same moment sets one password', async () => {
    const name = await somebody()
    const { email, token } = await linkFor(name)
    const replies = await Promise.all([reset(email, token, NEXT), reset(email, token, 'Molave-Tindalo-77%')])
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422])
    expect((await auditOf(demoEmail(name))).filter((event) => event === 'Password Reset')).toHaveLength(1)
  })

  full.test('a reset lifts the wait of too many failures', async () => {
    const name = await somebody()
    const from = '203.0.113.50'
    for (let round = 0; round < 6; round++) await logIn(name, { password: 'no', from })
    const { email, token } = await linkFor(name)
    await reset(email, token)
    expect((await logIn(name, { password: NEXT, from })).statusCode).toBe(200)
  })
})

describe('change password', () => {
  const NEXT = 'Kamagong-Yakal-88*'
  const body = (name: string, more: object = {}) => ({
    email: demoEmail(name),
    old_password: DEMO_PASSWORD,
    password: NEXT,
    password_confirmation: NEXT,
    ...more,
  })
  const same = (password: string) => ({ password, password_confirmation: password })

  test('[AUTH-49] takes email, old and new password; ends every session of the account', async () => {
    const token = await tokenOf('quezon.approver')
    const reply = await call('/change-password', body('quezon.approver'), { token })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().message).toBe('Change Password Successful')
    expect(await isAlive(token)).toBe(false)
    expect(await sessionsOf('quezon.approver')).toEqual([])
    expect((await logIn('quezon.approver')).statusCode).toBe(422)
    expect((await logIn('quezon.approver', { password: NEXT })).statusCode).toBe(200)
    expect(await auditOf(demoEmail('quezon.approver'))).toEqual([
      'Login',
      'Password Changed',
      'Login Failed',
      'Login',
    ])
  })

  test('[AUTH-30, AUTH-43, AUTH-49] each refusal stands under its field and changes nothing', async () => {
    const token = await tokenOf('ncr.approver')
    const refused = async (more: object, errors: object) => {
      const reply = await call('/change-password', body('ncr.approver', more), { token, from: network() })
      expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
    }
    await refused({ old_password: 'Wrong-Wrong-2031!' }, { old_password: ['The old password is incorrect.'] })
    await refused(same(DEMO_PASSWORD), {
      password: ['New password cannot be the same as the current password.'],
    })
    await refused({ password_confirmation: 'x' }, { password_confirmation: ['Passwords do not match'] })
    await refused(same('tooshort'), {
      password: [
        'Password is missing: at least 12 characters, at least one upper case letter, at least one special character, at least one number.',
      ],
    })
    await refused(
      { email: demoEmail('ncr.encoder') },
      { email: ['This is not the email address of your account.'] },
    )
    expect(await isAlive(token)).toBe(true)
    // a wrong old password is a guess
    expect(await auditOf(demoEmail('ncr.approver'))).toEqual(['Login', 'Login Failed'])
  })

  test('[S-134] what can be guessed is refused with its reason, here and with a link', async () => {
    const app = await startAppForTest({ settings: { BUREAU_NAME: 'Kagawaran ng Kabundukan' } })
    const { email, token: link } = await linkOf(app, 'ncr.approver')
    const token = await tokenOf('ncr.approver', { app })
    const own = { email, old_password: DEMO_PASSWORD }
    await app.db.updateTable('users').set({ middle_name: 'Dimaguiba' }).where('email', '=', email).execute()
    const name = (await call('/my-profile', undefined, { token, app })).json().user.last_name as string
    for (const [weak, reason] of [
      ['Welcome12345!', /^Password is a very common word or password/],
      ['P@ssw0rd-2031', /^Password is a very common word or password/],
      ['Aaaaaaaaaa1!', /^Password repeats the same characters/],
      ['D1maguiba-Dagat-2031', /^Password contains "dimaguiba", which is part of your name/],
      [`${name}-Dagat-2031!`, /, which is part of your name\./],
      ['Ncr.Approver-2031!', /, which is part of your email address\./],
      ['Kabundukan-2031!x', /^Password contains "kabundukan", which is a word of the bureau/],
      ['Safeguards-2031!x', /^Password contains "safeguards", which is a word of the bureau/],
    ] as const) {
      const given = { password: weak, password_confirmation: weak }
      const changed = await call('/change-password', { ...own, ...given }, { token, app, from: network() })
      const linked = await call('/reset-password', { email, token: link, ...given }, { app })
      for (const reply of [changed, linked])
        expect([weak, reply.statusCode, reply.json().errors]).toEqual([
          weak,
          422,
          { password: [expect.stringMatching(reason)] },
        ])
    }
    const done = await call('/change-password', { ...own, ...same(NEXT) }, { token, app })
    expect(done.statusCode).toBe(200)
  })

  async function linkOf(app: TestApp, name: string) {
    await call('/forgot-password', { email: demoEmail(name) }, { app, from: network() })
    const { searchParams } = linkIn((await deliveredMails(app)).at(-1))
    return { email: searchParams.get('email') ?? '', token: searchParams.get('token') }
  }

  test('[AUTH-30] the same password typed in another way is the same', async () => {
    const token = await tokenOf('ncr.approver')
    const wide = DEMO_PASSWORD.replace('!', '\uff01')
    const reply = await call('/change-password', body('ncr.approver', same(wide)), { token, from: network() })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { password: ['New password cannot be the same as the current password.'] },
    ])
  })

  test('[AUTH-37] Strong is enough here', async () => {
    const token = await tokenOf('ncr.approver')
    const reply = await call('/change-password', body('ncr.approver', same('Welcome-Bayani-31!')), { token })
    expect(reply.statusCode).toBe(200)
  })

  test('needs a session, and guesses of the old password run out', async () => {
    expect((await call('/change-password', body('r4a.admin'))).statusCode).toBe(401)
    const token = await tokenOf('r4a.admin')
    const from = network()
    const guess = () =>
      call('/change-password', body('r4a.admin', { old_password: 'guess' }), { token, from })
    for (let round = 0; round < 5; round++) expect((await guess()).statusCode).toBe(422)
    expect((await guess()).statusCode).toBe(429)
  })
})

describe('the own account', () => {
  test('[AUTH-50] validate-token returns user and permissions, or 401', async () => {
    const token = await tokenOf('r4a.approver')
    const reply = await call('/validate-token', undefined, { token })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().user).toMatchObject({
      email: demoEmail('r4a.approver'),
      province_id: null,
      office_id: null,
    })
    expect(reply.json().permissions).toEqual(
      expect.arrayContaining([...FIXED_PERMISSIONS, 'site_maps_approval']),
    )
    expect([...reply.json().permissions].sort()).toEqual(permissionsOf('Region Approver'))
    expect(reply.json().actor).toMatchObject({
      access_level: 'Region',
      role: 'Region Approver',
      hierarchy_role: 3,
    })

    for (const bad of ['x', 'x'.repeat(43), `${token}x`]) {
      expect((await call('/validate-token', undefined, { token: bad })).statusCode).toBe(401)
    }
    expect((await call('/validate-token')).statusCode).toBe(401)
  })

  test('[AUTH-51] my-profile returns the own user', async () => {
    const token = await tokenOf('laguna.admin')
    const reply = await call('/my-profile', undefined, { token })
    expect(reply.statusCode).toBe(200)
    expect(Object.keys(reply.json())).toEqual(['user'])
    expect(reply.json().user).toMatchObject({
      first_name: 'Gloria',
      last_name: 'Peñaflor',
      penro: 'PENRO Laguna',
    })
    expect((await call('/my-profile')).statusCode).toBe(401)
  })
})

describe('the life of a session', () => {
  const start = new Date('2031-05-04T00:00:00Z')
  const at = (minutes: number, app = t) => app.setNow(new Date(start.getTime() + minutes * MINUTE))

  test('dies 60 minutes after its last use, and then no longer stands in the way of a login', async () => {
    const name = await somebody()
    at(0)
    const token = await tokenOf(name)
    at(59)
    expect(await isAlive(token)).toBe(true)
    at(118)
    expect(await isAlive(token)).toBe(true)
    at(178)
    expect(await isAlive(token)).toBe(false)
    expect((await logIn(name)).statusCode).toBe(200)
    expect(await auditOf(demoEmail(name))).toEqual(['Login', 'Session Expired', 'Login'])
  })

  test('dies 12 hours after issue however much it is used', async () => {
    at(0)
    const token = await tokenOf(await somebody())
    for (let minutes = 50; minutes < 720; minutes += 50) {
      at(minutes)
      expect(await isAlive(token)).toBe(true)
    }
    at(720)
    expect(await isAlive(token)).toBe(false)
  })

  test('dies at once with the account', async () => {
    const name = await somebody()
    const token = await tokenOf(name)
    await t.db
      .updateTable('users')
      .set({ status: 'Deactivated' })
      .where('email', '=', demoEmail(name))
      .execute()
    expect(await isAlive(token)).toBe(false)
    expect((await call('/logout', {}, { token })).statusCode).toBe(200)
  })

  test('the clean-up removes dead sessions with a line in the log, and only those', async () => {
    const app = await startAppForTest()
    at(0, app)
    await tokenOf('laguna.encoder', { app })
    await logIn('fmb.admin', { password: 'no', app })
    at(40, app)
    const live = await tokenOf('quezon.encoder', { app })
    at(61, app)
    await cleanUpSessions(app.services)
    await cleanUpSessions(app.services)

    expect(await sessionsOf('laguna.encoder', app)).toEqual([])
    expect(await isAlive(live, app)).toBe(true)
    expect(await auditOf(demoEmail('laguna.encoder'), app)).toEqual(['Login', 'Session Expired'])
    expect(await auditOf(demoEmail('quezon.encoder'), app)).toEqual(['Login'])
    expect(await app.db.selectFrom('throttle_events').selectAll().execute()).toEqual([])
  })
})

describe('the first administrator', () => {
  async function emptyBureau(settings: Record<string, string>) {
    const app = await startAppForTest({ settings })
    await app.db.deleteFrom('users').execute()
    return app
  }

  test('is made once for ADMIN_EMAIL and sets the password with the mailed link', async () => {
    const app = await emptyBureau({ ADMIN_EMAIL: 'chief@bureau.example' })
    const links = await Promise.all([
      ensureFirstAdministrator(app.services),
      ensureFirstAdministrator(app.services),
    ])
    const made = links.filter((link) => link !== null)
    expect(made).toHaveLength(1)
    expect(await ensureFirstAdministrator(app.services)).toBeNull()

    const mails = await deliveredMails(app)
    expect(mails.map((mail) => linkIn(mail).href)).toEqual([new URL(made[0] ?? '').href])
    const { searchParams } = new URL(made[0] ?? '')
    const password = 'Tindalo-Ipil-2051#'
    const email = searchParams.get('email')
    expect((await call('/login', { email, password }, { app })).statusCode).toBe(422)
    app.setNow(new Date(Date.now() + 71 * 60 * MINUTE))
    const set = { email, token: searchParams.get('token'), password, password_confirmation: password }
    expect((await call('/reset-password', set, { app })).statusCode).toBe(200)
    const reply = await call('/login', { email, password }, { app })
    expect(reply.json().user).toMatchObject({
      role: 'FMB Super Administrator',
      hierarchy_role: 1,
      access_level: 'FMB',
    })
    expect((await auditOf('chief@bureau.example', app))[0]).toBe('Created')
  })

  test('without an ADMIN_EMAIL the start says so, and nobody is made', async () => {
    const app = await emptyBureau({})
    await expect(ensureFirstAdministrator(app.services)).rejects.toThrow(AppError)
    await expect(ensureFirstAdministrator(app.services)).rejects.toThrow(/^ADMIN_EMAIL must be set/)
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('is never made beside people who are there', async () => {
    expect(await ensureFirstAdministrator(t.services)).toBeNull()
  })
})
