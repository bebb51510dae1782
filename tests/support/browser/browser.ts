import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAnimations } from './wait-for-animations.ts'
import { findChromium } from './chromium.ts'
import { folderOfWorker } from '../product/worker-folder.ts'
import { closeContexts } from './browser-pool.ts'
import { recordPage } from './open-pages.ts'

let running: Promise<Browser> | null = null

/** Returns Chromium, one for all files of a worker; records what its pages log, for tests that fail. */
export async function takeBrowser(): Promise<Browser> {
  const before = await running?.catch(() => null)
  if (before?.isConnected()) return before
  folderOfWorker()
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
  })
  const browser = await running
  browser.on('context', (context) => context.on('page', recordPage))
  return browser
}

/** Closes what a file has opened; the browser and the pages of a shared product stay for the next file. */
export async function leaveBrowser(): Promise<void> {
  const browser = await running?.catch(() => null)
  if (browser) await closeContexts(browser)
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules about the landmarks of screen readers: not part of WCAG, but two unnamed ones of a kind are of no use. */
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

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const hasLowContrast = (cells: Element[]) => cells.some((cell) => getComputedStyle(cell).opacity !== '1')

/** Waits until nothing fades or slides, since half faded text has too little contrast. */
export async function readyForAxe(page: Page): Promise<void> {
  // rows that are about to be replaced are pale on purpose
  await expect
    .poll(() => page.locator('table[aria-busy="true"] td').evaluateAll(hasLowContrast), {
      message: page.url(),
    })
    .toBe(false)
  await waitForAnimations(page)
}

const FRAME_MS = 1_000

/** Loads axe into this frame; a document keeps it. */
async function readAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
}

/** The same for a frame within a page; a frame that shows a file answers late or never. */
async function tryAxe(frame: Frame): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, FRAME_MS)
  })
  await Promise.race([readAxe(frame).catch(() => undefined), late])
  clearTimeout(timer)
}

type Finding = {
  id: string
  nodes: { target: unknown[]; failureSummary?: string; any: { data?: { messageKey?: string } | null }[] }[]
}
type Axe = {
  run: (
    part: string | Document,
    options: object,
  ) => Promise<Record<'violations' | 'incomplete', readonly Finding[]>>
}

/** Runs in the page and returns what breaks the rules in this part, one line each. */
async function findFaults({
  part,
  options,
}: {
  part: string | undefined
  options: object
}): Promise<string[]> {
  const { axe } = window as unknown as { axe: Axe }
  // otherwise axe reads every style sheet again, for a rule about media
  const preload = document.querySelector('audio, video') !== null
  // a bar fixed to the edge covers nothing at the end of the page
  const from = window.scrollY
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  const { violations, incomplete } = await axe.run(part ?? document, { ...options, preload })
  window.scrollTo({ top: from, behavior: 'instant' })
  // axe leaves words in the colour of their ground undecided: they may be hidden on purpose; ours never are
  const invisible = incomplete.map(({ nodes, ...rule }) => ({
    ...rule,
    nodes: nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
  }))
  return [...violations, ...invisible].flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

type AxeOptions = {
  /** a selector; the whole page by default */
  part?: string
  /** only these rules; by default WCAG 2.0 to 2.2, A and AA, and the landmarks */
  rules?: readonly string[]
}

/** Fails with the elements of the page, or of this part, that break WCAG now. */
export async function expectNoFaults(page: Page, { part, rules }: AxeOptions = {}): Promise<void> {
  await readAxe(page.mainFrame())
  await Promise.all(page.frames().slice(1).map(tryAxe))
  const chosen = rules
    ? { runOnly: { type: 'rule', values: rules } }
    : { runOnly: { type: 'tag', values: TAGS }, rules: WITH_LANDMARKS }
  const options = { ...chosen, resultTypes: ['violations', 'incomplete'] }
  await expect.poll(() => page.evaluate(findFaults, { part, options }), { message: page.url() }).toEqual([])
}

/** The same once all animations have ended. */
export async function expectAccessible(page: Page, judged: AxeOptions = {}): Promise<void> {
  await readyForAxe(page)
  await expectNoFaults(page, judged)
}
