import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

export type Size = { width: number; height: number }
export const DESK: Size = { width: 1280, height: 900 }
export const PHONE: Size = { width: 360, height: 780 }

type Seat = {
  /** where the product is; addresses may be given as its paths */
  url: string
  /** of a live session; null for somebody who is not signed in */
  token: string | null
}

/** Browsers that nobody uses now: they still have the files of the pages, and nothing of the person before. */
const free = new WeakMap<Browser, BrowserContext[]>()

/** Browsers whose clock is ours for good. */
const withOwnClock = new WeakSet<BrowserContext>()

/** Takes the clock of this person's browser over; nobody else gets that browser afterwards. */
export async function holdClock(page: Page, options?: { time: number }): Promise<void> {
  withOwnClock.add(page.context())
  await page.clock.install(options)
}

/**
 * A browser of one's own without a page. A warm one is taken where there is one: a new one reads and compiles the whole
 * application again, which takes five times as long.
 */
export async function takeSeat(browser: Browser, { url, token }: Seat): Promise<BrowserContext> {
  const localStorage = token ? [{ name: 'token', value: token }] : []
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] }
  const warm = free.get(browser)?.pop()
  if (!warm) return browser.newContext({ viewport: DESK, baseURL: url, storageState })
  await warm.setStorageState(storageState)
  return warm
}

/** Gives a browser to whoever comes next; one that was closed meanwhile is no more. */
export async function leaveSeat(browser: Browser, context: BrowserContext): Promise<void> {
  if (context.isClosed()) return
  if (withOwnClock.has(context)) return context.close()
  await Promise.all(context.pages().map((page) => page.close()))
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearPermissions()
  free.set(browser, [...(free.get(browser) ?? []), context])
}

/** An empty page in a browser of one's own; the test's end closes it. */
export async function sitDown(browser: Browser, seat: Seat, viewport = DESK): Promise<Page> {
  const context = await takeSeat(browser, seat)
  onTestFinished(() => leaveSeat(browser, context))
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  page.setDefaultTimeout(20_000)
  return page
}
