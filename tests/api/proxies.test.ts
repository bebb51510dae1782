import { expect, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { API_KEY, startAppForTest } from '../support/product/app.ts'

/** Logs in through a proxy at this address from a browser at another; returns the address in the log. */
async function keptAddress(settings: Record<string, string>, proxy: string, browser: string) {
  const { app, db } = await startAppForTest({ settings })
  const reply = await app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: proxy,
    headers: { 'x-api-key': API_KEY, 'x-forwarded-for': browser },
    payload: { email: demoEmail('fmb.admin'), password: DEMO_PASSWORD, force: true },
  })
  expect(reply.statusCode).toBe(200)
  const { network_address } = await db
    .selectFrom('audit_logs')
    .select('network_address')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return network_address
}

test('the word of a proxy counts when it stands beside the product or is named, and only then', async () => {
  const named = { TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' }
  expect(await keptAddress({}, '127.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(await keptAddress(named, '127.0.0.1', '198.51.100.7')).toBe('198.51.100.7')
  expect(await keptAddress(named, '10.1.2.3', '198.51.100.7')).toBe('198.51.100.7')
  expect(await keptAddress({}, '10.1.2.3', '198.51.100.7')).toBe('10.1.2.3')
  expect(await keptAddress(named, '192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
})

test('what a proxy passes on is kept only when it is an address', async () => {
  expect(await keptAddress({}, '127.0.0.1', '<script>alert(1)</script>')).toBe('127.0.0.1')
  expect(await keptAddress({}, '127.0.0.1', "198.51.100.7, ' or 1=1")).toBe('127.0.0.1')
  expect(await keptAddress({}, '127.0.0.1', '2001:db8::7')).toBe('2001:db8::7')
  expect(await keptAddress({}, '127.0.0.1', '203.0.113.9, 198.51.100.7:51234')).toBe('198.51.100.7')
  expect(await keptAddress({}, '127.0.0.1', '[2001:db8::7]:443')).toBe('2001:db8::7')
})
