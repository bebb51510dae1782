import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'
import { findChromium, hasSharedMemory } from './chromium.ts'
import { listenTo } from './open-pages.ts'

let running: Promise<Browser> | null = null

/** A real Chromium, one for all files of a worker, with which it ends; what its pages say is kept for a test that fails. */
export async function takeBrowser(): Promise<Browser> {
  const before = await running?.catch(() => null)
  if (before?.isConnected()) return before
  running = chromium.launch({
    ...findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
    // memory that pages share lies in memory: files instead cost a fifth of the kernel's time
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  })
  const browser = await running
  browser.on('context', (context) => context.on('page', listenTo))
  return browser
}

/** Closes whatever a file has opened; the browser stays for the next one. */
export async function leaveBrowser(): Promise<void> {
  const browser = await running?.catch(() => null)
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Where screen readers jump to: not WCAG itself, yet two of a kind without names lead nowhere. */
const LANDMARKS = [
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
]
const WITH_LANDMARKS = Object.fromEntries(LANDMARKS.map((rule) => [rule, { enabled: true }]))

const arePale = (cells: Element[]) => cells.some((cell) => getComputedStyle(cell).opacity !== '1')

export type Judged = {
  /** this part alone, as a selector */
  part?: string
  /** these rules alone; all of WCAG 2.0 to 2.2, A and AA, and the landmarks otherwise */
  rules?: readonly string[]
}

/** Fails with the nodes when the page, or this part of it, breaks WCAG once all that moves is at rest. */
export async function expectAccessible(page: Page, { part, rules }: Judged = {}): Promise<void> {
  // rows that are about to be replaced are pale on purpose
  await expect
    .poll(() => page.locator('table[aria-busy="true"] td').evaluateAll(arePale), { message: page.url() })
    .toBe(false)
  // half faded in, every text is too pale
  await atRest(page)
  // a page that has read the rules once keeps them; a frame in it may be new
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  // without frames of other origins the older way finds the same in half the time
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules ? {} : { rules: WITH_LANDMARKS }) })
  if (rules) axe.withRules([...rules])
  else axe.withTags(TAGS)
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found, page.url()).toEqual([])
}
