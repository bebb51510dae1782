import type { CDPSession, Page } from 'playwright-core'
import { expect, onTestFinished, vi } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { withDemo } from '../support/browser/demo.ts'
import { full } from '../support/full.ts'
import { sessionOf } from '../support/product/session.ts'

/** What a person waits and pays for on a bad line: bytes with their headers, requests, seconds. */

const { test } = full

vi.setConfig({ testTimeout: 120_000 })

const KILOBYTE = 1000
/** the line of a provincial office */
const BAD_LINE = { bits: 400_000, latency: 400 }

type Load = { bytes: number; requests: string[] }

const demo = withDemo()

/** A browser that has never been here, with the desk's window. */
async function newBrowser() {
  const context = await demo.browser.newContext({ viewport: { width: 1366, height: 768 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  return { page, line }
}

/** Counts what comes over the line from here on; each call returns it and begins anew. */
function meter(line: CDPSession) {
  let load: Load = { bytes: 0, requests: [] }
  line.on('Network.requestWillBeSent', ({ request }) => load.requests.push(request.url))
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    load.bytes += encodedDataLength
  })
  return () => {
    const taken = load
    load = { bytes: 0, requests: [] }
    return taken
  }
}

function expectLoad(name: string, { bytes, requests }: Load, most: { kilobytes: number; requests?: number }) {
  console.info(`${name}: ${(bytes / KILOBYTE).toFixed(1)} KB in ${requests.length} requests`)
  expect(bytes, `${name}: bytes`).toBeGreaterThan(KILOBYTE)
  expect(bytes, `${name}: bytes`).toBeLessThanOrEqual(most.kilobytes * KILOBYTE)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most.requests ?? Number.POSITIVE_INFINITY)
}

const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: /^Good day, / })

const signIn = async (page: Page, name: string) => {
  await page.getByLabel('Email address', { exact: true }).fill(demoEmail(name))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('log in, dashboard and a new profile weigh what a bad line carries', async () => {
  const guest = await newBrowser()
  const ofLogin = meter(guest.line)
  await guest.page.goto(`${demo.product.url}/login`, { waitUntil: 'networkidle' })
  expectLoad('Log in', ofLogin(), { kilobytes: 95, requests: 12 })

  const token = await sessionOf(demo.product, 'laguna.encoder')
  const staff = await newBrowser()
  await staff.page.addInitScript((own) => localStorage.setItem('token', own), token)
  const load = meter(staff.line)
  await staff.page.goto(`${demo.product.url}/dashboard`, { waitUntil: 'networkidle' })
  await greeting(staff.page).waitFor()
  expectLoad('Dashboard', load(), { kilobytes: 270, requests: 25 })
  await staff.page.goto(`${demo.product.url}/sitemap/add`, { waitUntil: 'networkidle' })
  await staff.page.getByRole('heading', { level: 1, name: 'Add profile' }).waitFor()
  expectLoad('Add profile, after the dashboard', load(), { kilobytes: 100 })
})

test('the heading of the dashboard is there five seconds after signing in on a line of 400 kbit/s', async () => {
  const { page, line } = await newBrowser()
  const bytes = BAD_LINE.bits / 8
  const conditions = { offline: false, downloadThroughput: bytes, uploadThroughput: bytes }
  await line.send('Network.emulateNetworkConditions', { ...conditions, latency: BAD_LINE.latency })
  await page.goto(`${demo.product.url}/login`, { waitUntil: 'networkidle' })
  const started = performance.now()
  await signIn(page, 'fmb.approver')
  await greeting(page).waitFor()
  const seconds = (performance.now() - started) / 1000
  console.info(`From the first field to the heading of the dashboard: ${seconds.toFixed(2)} s`)
  expect(seconds).toBeLessThan(5)
})
