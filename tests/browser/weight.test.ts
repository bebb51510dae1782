import type { CDPSession, Page } from 'playwright-core'
import { expect, onTestFinished, vi } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { withDemo } from '../support/browser/demo.ts'
import { full } from '../support/full.ts'

/** What a person waits and pays for on a bad line: bytes with their headers, requests, seconds. */

const { test } = full

vi.setConfig({ testTimeout: 120_000 })

const KILOBYTE = 1000
/** the line of a provincial office */
const BAD_LINE = { bits: 400_000, latency: 400 }

/** what has come over the line: what the browser has already is not in it */
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
  const urls = new Map<string, string>()
  let load: Load = { bytes: 0, requests: [] }
  line.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return
    load.bytes += encodedDataLength
    load.requests.push(urls.get(requestId) ?? '')
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

/** milliseconds from one key to the next of a fast typist */
const KEY_MS = 60

const typeIn = async (page: Page, name: string) => {
  await page
    .getByLabel('Email address', { exact: true })
    .pressSequentially(demoEmail(name), { delay: KEY_MS })
  await page.getByLabel('Password', { exact: true }).pressSequentially(DEMO_PASSWORD, { delay: KEY_MS })
}
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).click()

test('log in, dashboard and a new profile weigh what a bad line carries', async () => {
  const { page, line } = await newBrowser()
  const load = meter(line)
  await page.goto(`${demo.product.url}/login`, { waitUntil: 'networkidle' })
  expectLoad('Log in', load(), { kilobytes: 95, requests: 11 })

  // what the page prepares while the password is typed counts
  await typeIn(page, 'laguna.encoder')
  await logIn(page)
  await greeting(page).waitFor()
  await page.waitForLoadState('networkidle')
  expectLoad('Dashboard, from the first key of the log in', load(), { kilobytes: 270, requests: 26 })

  await page.goto(`${demo.product.url}/sitemap/add`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1, name: 'Add profile' }).waitFor()
  // its map has 17 KB of lines and towns
  expectLoad('Add profile, after the dashboard, with its map', load(), { kilobytes: 118, requests: 20 })
})

test('the heading of the dashboard is there five seconds after signing in on a line of 400 kbit/s', async () => {
  const { page, line } = await newBrowser()
  const bytes = BAD_LINE.bits / 8
  const conditions = { offline: false, downloadThroughput: bytes, uploadThroughput: bytes }
  await line.send('Network.emulateNetworkConditions', { ...conditions, latency: BAD_LINE.latency })
  await page.goto(`${demo.product.url}/login`, { waitUntil: 'networkidle' })
  await typeIn(page, 'fmb.approver')
  const started = performance.now()
  await logIn(page)
  await greeting(page).waitFor()
  const seconds = (performance.now() - started) / 1000
  console.info(`From the button to the heading of the dashboard: ${seconds.toFixed(2)} s`)
  expect(seconds).toBeLessThan(5)
})
