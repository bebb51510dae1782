import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import type { TestApp } from '../support/product/app.ts'
import { aPerson } from '../support/records/people.ts'
import { full } from '../support/full.ts'

/**
 * A Monday morning: fifty people sign in at the same moment, while another works with the user list. The password hash
 * is slow on purpose; it must not make the other requests wait.
 */

const SIGN_INS = 50
/** enough reads of the list for a 95th percentile that is not the slowest */
const BURSTS = 3
const running = vi.hoisted(() => ({ now: 0, most: 0, all: 0 }))

// the real hash, counted
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      running.all += 1
      running.now += 1
      running.most = Math.max(running.most, running.now)
      try {
        return await work(...args)
      } finally {
        running.now -= 1
      }
    }
  return { ...real, verify: counted(real.verify), hash: counted(real.hash) }
})

let t: TestApp
let url: string
let token: string | null
let api_key: string

beforeAll(async () => {
  // test files of one worker share modules: the server is loaded again, with the counted hash
  vi.resetModules()
  const { API_KEY, startApp } = await import('../support/product/app.ts')
  api_key = API_KEY
  t = await startApp()
  const { password_hash } = await t.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', await t.userId('fmb.admin'))
    .executeTakeFirstOrThrow()
  for (let number = 0; number < SIGN_INS; number += 1)
    await aPerson(t, `morning.${number}`, { role: 'FMB Approver' })
  await t.db.updateTable('users').set({ password_hash }).where('password_hash', 'is', null).execute()
  token = (await t.as('fmb.admin')).token
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/api`
})
afterAll(() => t.close())

async function readList(): Promise<number> {
  const start = performance.now()
  const reply = await fetch(`${url}/users/datatable?length=40`, {
    headers: { 'x-api-key': api_key, authorization: `Bearer ${token}` },
  })
  const { data } = (await reply.json()) as { data: unknown[] }
  expect([reply.status, data.length]).toEqual([200, 40])
  return performance.now() - start
}

async function signIn(number: number): Promise<number> {
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail(`morning.${number}`), password: DEMO_PASSWORD, force: true }),
  })
  await reply.arrayBuffer()
  return reply.status
}

const p95 = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY

async function readUntil(isOver: (times: number[]) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times)) times.push(await readList())
  return times
}

full.test(
  'fifty sign-ins at once run two hashes at a time, and the user list stays answered',
  {
    timeout: 60_000,
  },
  async () => {
    const atLeast = (count: number) => (times: number[]) => times.length >= count
    await readUntil(atLeast(50))
    const alone = await readUntil(atLeast(200))

    const during: number[] = []
    const spans: number[] = []
    for (let burst = 0; burst < BURSTS; burst += 1) {
      let isOver = false
      const start = performance.now()
      const signIns = Promise.all(Array.from({ length: SIGN_INS }, (_, number) => signIn(number)))
      const ended = signIns.finally(() => {
        isOver = true
      })
      during.push(...(await readUntil(() => isOver)))
      expect(await ended).toEqual(Array.from({ length: SIGN_INS }, () => 200))
      spans.push(performance.now() - start)
    }

    const [slow, quick, span] = [p95(during), p95(alone), Math.min(...spans)]
    console.log(
      `User list p95: ${quick.toFixed(1)} ms alone (${alone.length} reads), ${slow.toFixed(1)} ms during bursts of ` +
        `${SIGN_INS} sign-ins of ${span.toFixed(0)} ms each (${during.length} reads), at most ${running.most} hashes at once`,
    )
    expect(running).toEqual({ now: 0, most: 2, all: SIGN_INS * BURSTS })
    expect(during.length).toBeGreaterThan(BURSTS * 4)
    // slower, because two hashes use two processors, but never as if the list had to wait for the logins
    expect(slow).toBeLessThan(Math.max(quick * 20, span / 3))
  },
)
