import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { API_KEY, withServer } from '../support/product/app.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import { full } from '../support/full.ts'
import { aPersonWithPassword, firstStep, secondStep, stepToken } from '../support/records/second-step.ts'

/**
 * A Monday morning at eight: everybody logs in with password and app, at once or within 20 seconds; and what the time of a
 * reply tells of an account.
 */

const FEW = 25
const MANY = 250
const ROUNDS = 5
/** the offices from which they log in */
const NETWORKS = 20

const t = withServer()
let url: string
beforeAll(async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/api`
})

async function post(path: string, body: object, from: string) {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })
  return {
    status: reply.status,
    body: (await reply.json()) as { token?: string; second_step?: { token: string } },
  }
}

/** Logs in with password and, where it is asked, a code; returns the last reply. */
async function logInFrom(from: string, name: string, code: () => string | Promise<string>) {
  const first = await post('/login', { email: demoEmail(name), password: DEMO_PASSWORD }, from)
  const { token } = first.body.second_step ?? {}
  return token === undefined ? first : post('/login/second-step', { token, code: await code() }, from)
}

/** Logs in as this person with password and code; returns the status of the last reply. */
async function logIn(number: number): Promise<number> {
  const name = `storm.${number}`
  return (await logInFrom(`10.9.0.${(number % NETWORKS) + 1}`, name, () => codeOf(t, name))).status
}

/** Milliseconds until each of these people is logged in, all at once. */
async function storm(from: number, count: number): Promise<number> {
  const start = performance.now()
  const statuses = await Promise.all(Array.from({ length: count }, (_, index) => logIn(from + index)))
  expect(statuses).toEqual(Array.from({ length: count }, () => 200))
  return performance.now() - start
}

const median = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

const p95 = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

/** How many times as long MANY people need as FEW, all of them without a login before. */
async function measureStorm(first: number): Promise<number> {
  const last = first + FEW * (ROUNDS + 1) + MANY
  for (let number = first; number < last; number += 1) {
    await aPersonWithPassword(t, `storm.${number}`)
    await withApp(t, `storm.${number}`)
  }
  await storm(first, FEW)
  const few: number[] = []
  const stormOfFew = async (round: number) => few.push(await storm(first + FEW * round, FEW))
  // before and after, because other work on the machine comes and goes
  for (const round of [1, 2]) await stormOfFew(round)
  const many = await storm(last - MANY, MANY)
  for (const round of [3, 4, 5]) await stormOfFew(round)
  console.log(
    `Logins with password and app at once: ${FEW} in ${median(few).toFixed(0)} ms (${few.map((ms) => ms.toFixed(0)).join(', ')}), ` +
      `${MANY} in ${many.toFixed(0)} ms, ${(many / median(few)).toFixed(1)} times`,
  )
  return many / median(few)
}

full.test(
  '250 people who log in with password and app at once need at most 12 times as long as 25',
  { timeout: 480_000 },
  async () => {
    let times = await measureStorm(0)
    // measured again where other work on the machine slowed the 250 and not the 25
    for (const again of [1, 2]) if (times >= 12) times = Math.min(times, await measureStorm(again * 1000))
    expect(times).toBeLessThan(12)
  },
)

/** within so long they come, on a machine that is not busy with others */
const MORNING_MS = 20_000
/** logins one by one, by which a busy machine is known */
const ONE_BY_ONE = 20
/** all of the bureau behind one address: the most that the counts of one network can meet */
const HOUSE = '10.12.0.1'
/** as long as a list is read in quiet, each time */
const QUIET_MS = 3_000
/** a person reads on so soon after a reply */
const READ_EVERY_MS = 50

async function read(path: string, token: string | null | undefined): Promise<unknown> {
  const reply = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': API_KEY, authorization: `Bearer ${token}` },
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

/** Milliseconds of each reading of a list, one after the other until the promise is settled. */
async function readListsBeside(token: string | null, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const start = performance.now()
    await read('/users/datatable?length=40', token)
    times.push(performance.now() - start)
    await sleep(READ_EVERY_MS)
  }
  return times
}

/** A person who comes at eight, and what the app shows; without an app no code is asked. */
type Early = { name: string; code: () => string }

let early = 0

async function earlyPeople(count: number, { hasApp }: { hasApp: boolean }): Promise<Early[]> {
  const people: Early[] = []
  while (people.length < count) {
    early += 1
    const name = `early.${early}`
    await aPersonWithPassword(t, name)
    people.push({ name, code: hasApp ? await withApp(t, name) : () => 'no app' })
  }
  return people
}

/** Logs each person in at any moment within so long; returns the replies, and the milliseconds from that moment on. */
function comeWithin(span: number, people: Early[]) {
  const start = performance.now()
  const logins = people.map(async ({ name, code }) => {
    const begins = Math.random() * span
    await sleep(begins)
    const { status, body } = await logInFrom(HOUSE, name, code)
    return { name, status, token: body.token, took: performance.now() - start - begins }
  })
  return Promise.all(logins)
}

/**
 * Milliseconds within which they come: as long as they would need one by one, where other work keeps the machine so busy
 * that this is longer. A machine that cannot do the work would be measured otherwise, and not the product.
 */
async function spanOf(people: Early[]): Promise<number> {
  const each: number[] = []
  for (const one of people) {
    const [login] = await comeWithin(0, [one])
    each.push(login?.took ?? Number.NaN)
  }
  return Math.max(MORNING_MS, median(each) * MANY)
}

const figures = (times: number[]): string =>
  `${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms (${times.length})`

/** How many times as long a login with app takes as one without, and a list beside those with app as in quiet. */
async function measureMornings(): Promise<{ logins: number; lists: number }> {
  const span = await spanOf(await earlyPeople(ONE_BY_ONE, { hasApp: true }))
  const plain = await earlyPeople(MANY, { hasApp: false })
  const withApps = await earlyPeople(MANY, { hasApp: true })
  const { token } = await t.as('fmb.admin')
  const measure = async (people: Early[]) => {
    const logins = comeWithin((span * people.length) / MANY, people)
    const lists = await readListsBeside(token, logins)
    const ended = await logins
    for (const { name, status, token: own } of ended) {
      expect(status, name).toBe(200)
      expect(await read('/my-profile', own)).toMatchObject({ user: { email: demoEmail(name) } })
    }
    return { lists, logins: ended.map(({ took }) => took) }
  }
  const readQuietly = () => readListsBeside(token, sleep(QUIET_MS))
  await readQuietly()
  // half before and half after, because other work on the machine comes and goes
  const quiet = await readQuietly()
  const without = (await measure(plain.slice(0, MANY / 2))).logins
  const morning = await measure(withApps)
  without.push(...(await measure(plain.slice(MANY / 2))).logins)
  quiet.push(...(await readQuietly()))
  console.log(
    `${MANY} logins within ${(span / 1000).toFixed(0)} s: without app ${figures(without)}, with app ${figures(morning.logins)}; ` +
      `a list in quiet ${figures(quiet)}, beside those with app ${figures(morning.lists)}`,
  )
  return { logins: p95(morning.logins) / p95(without), lists: median(morning.lists) / median(quiet) }
}

full.test(
  '250 people who come within 20 s are all in with password and app, and take at most 3 times as long as without, a list beside them 3 times itself',
  { timeout: 600_000 },
  async () => {
    const isSlow = ({ logins, lists }: { logins: number; lists: number }) => logins >= 3 || lists >= 3
    let times = await measureMornings()
    // measured again where other work on the machine slowed one part and not the other
    for (let again = 0; again < 4 && isSlow(times); again += 1) times = await measureMornings()
    expect(times.logins).toBeLessThan(3)
    expect(times.lists).toBeLessThan(3)
  },
)

/**
 * Measures each kind of account in turn. Returns how far the medians of the kinds lie apart, as the highest over the
 * lowest, and how far the two halves of one kind do, which is noise; prints them.
 */
async function compareTimes(
  what: string,
  kinds: Record<string, (round: number) => Promise<unknown>>,
  rounds: number,
): Promise<{ apart: number; noise: number }> {
  const times = Object.entries(kinds).map(([kind, work]) => ({ kind, work, each: [] as number[] }))
  for (let round = 0; round < rounds; round += 1)
    for (const { work, each } of round % 2 === 0 ? times : times.toReversed()) {
      const start = performance.now()
      await work(round)
      each.push(performance.now() - start)
    }
  const apartOf = (medians: number[]) => Math.max(...medians) / Math.min(...medians)
  const medians = times.map(({ each }) => median(each))
  const noise = Math.max(
    ...times.map(({ each }) =>
      apartOf([0, 1].map((half) => median(each.filter((_, at) => at % 2 === half)))),
    ),
  )
  const apart = apartOf(medians)
  console.log(
    `${what}, medians of ${rounds}: ${times.map(({ kind }, at) => `${kind} ${medians[at]?.toFixed(2)} ms`).join(', ')}; ` +
      `${apart.toFixed(3)} times apart, noise ${noise.toFixed(3)}`,
  )
  return { apart, noise }
}

/** Within noise, with a twentieth where there is none. */
const expectWithinNoise = ({ apart, noise }: { apart: number; noise: number }) =>
  expect(apart).toBeLessThan(1 + 2 * (noise - 1) + 0.05)

full.test(
  'the time of a refused login tells neither whether there is an account nor whether it has a second factor',
  { timeout: 120_000 },
  async () => {
    // so many tries of one address are not slowed down
    const EACH = 15
    const ACCOUNTS = 8
    for (let number = 0; number < ACCOUNTS; number += 1) {
      await aPersonWithPassword(t, `plain.${number}`)
      await aPersonWithPassword(t, `factor.${number}`)
      await withApp(t, `factor.${number}`)
    }
    let tries = 0
    const refused = (kind: string) => async (round: number) => {
      const from = `10.10.${Math.floor(++tries / 250)}.${(tries % 250) + 1}`
      const name = `${kind}.${round % ACCOUNTS}`
      const reply = await firstStep(t, name, { from, password: 'Wrong-Wrong-2031!' })
      expect(reply.statusCode).toBe(422)
    }
    const times = await compareTimes(
      'Refused logins',
      { unknown: refused('nobody'), 'without factor': refused('plain'), 'with factor': refused('factor') },
      EACH * ACCOUNTS,
    )
    expectWithinNoise(times)
  },
)

full.test(
  'the time of a wrong code does not tell whether the account has an app',
  { timeout: 120_000 },
  async () => {
    const EACH = 4
    const ACCOUNTS = 25
    const tokens = new Map<string, string>()
    for (let number = 0; number < ACCOUNTS; number += 1)
      for (const kind of ['app', 'reset']) {
        const name = `${kind}.${number}`
        await aPersonWithPassword(t, name)
        if (kind === 'app') await withApp(t, name)
        else
          await t.db
            .updateTable('users')
            .set({ factor_reset_at: new Date().toISOString() })
            .where('id', '=', await t.userId(name))
            .execute()
        tokens.set(name, await stepToken(t, name))
      }
    const wrong = (kind: string) => async (round: number) => {
      const name = `${kind}.${round % ACCOUNTS}`
      const from = `10.11.${round % ACCOUNTS}.1`
      const reply = await secondStep(t, { token: tokens.get(name), code: '000000' }, { from })
      expect(reply.statusCode).toBe(422)
    }
    const times = await compareTimes(
      'Wrong codes',
      { 'with an app': wrong('app'), 'without a factor after a reset': wrong('reset') },
      EACH * ACCOUNTS,
    )
    expectWithinNoise(times)
  },
)
