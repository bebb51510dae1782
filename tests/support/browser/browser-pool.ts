import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { recordPage, stopRecordingPage } from './open-pages.ts'

export type Size = { width: number; height: number }
export const DESK: Size = { width: 1280, height: 900 }
export const PHONE: Size = { width: 360, height: 780 }

type Visitor = {
  /** where the product is; addresses may be paths below it */
  url: string
  /** of a live session; null when signed out */
  token: string | null
}

/** An address of the product that runs no script: an idle page waits there, where its storage can still be reached. */
const QUIET = '/favicon.ico'

/** Unused browsers, by the product they were used for. */
const freeBrowsers = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/** Unused pages of a browser. */
const idlePages = new WeakMap<BrowserContext, Page[]>()

const urlOf = new WeakMap<BrowserContext, string>()

/** The products whose unused browsers stay for the next file. */
const kept = new Set<string>()

/** Keeps the unused browsers of this product from one file to the next. */
export const keepBrowsersOf = (url: string) => kept.add(url)

/** Closes the browsers of a file that has ended, all but the unused ones of products that are kept. */
export async function closeContexts(browser: Browser): Promise<void> {
  const stay = new Set([...kept].flatMap((url) => freeBrowsers.get(browser)?.get(url) ?? []))
  const used = browser.contexts().filter((context) => !stay.has(context))
  await Promise.all(used.map((context) => context.close()))
}

/** Pages and browsers changed by a test in a way that cannot be undone. */
const spoiltPages = new WeakSet<Page | BrowserContext>()

/** Controls the clock of this page's browser; that browser is not reused afterwards. */
export async function holdClock(page: Page, options?: { time: number }): Promise<void> {
  spoiltPages.add(page.context())
  await page.clock.install(options)
}

/**
 * Enables transitions on this page, as most users see them. Elsewhere they are off, which saves a tenth of the time.
 */
export async function allowMotion(page: Page): Promise<Page> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return page
}

/** Runs this script in the page before its own, now and on every load. The page is not reused afterwards. */
export async function runFirst(page: Page, script: () => void): Promise<void> {
  spoiltPages.add(page)
  await page.addInitScript(script)
}

/** Clears what a browser stores for the product. */
const wipe = async (token: string | null) => {
  const known = await indexedDB.databases()
  const remove = (name: string) =>
    new Promise<unknown>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = resolve
      request.onerror = () => reject(request.error)
    })
  await Promise.all(known.flatMap(({ name }) => (name ? [remove(name)] : [])))
  localStorage.clear()
  if (token !== null) localStorage.setItem('token', token)
}

/**
 * Returns a separate browser, reused with its page where one is free: a new one starts a process and loads and compiles
 * the whole application again, which takes four times as long.
 */
export async function takeBrowserContext(browser: Browser, { url, token }: Visitor): Promise<BrowserContext> {
  const seats = freeBrowsers.get(browser)?.get(url) ?? []
  let warm = seats.pop()
  // a former product on the same port closed its browsers
  while (warm?.isClosed()) warm = seats.pop()
  if (warm) {
    await warm.clearCookies()
    await idlePages.get(warm)?.[0]?.evaluate(wipe, token)
    return warm
  }
  const localStorage = token ? [{ name: 'token', value: token }] : []
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] }
  const context = await browser.newContext({
    viewport: DESK,
    baseURL: url,
    storageState,
    reducedMotion: 'reduce',
  })
  urlOf.set(context, url)
  return context
}

/** Signs another user in on this page and clears everything of the user before; quicker than a new browser. */
export async function handOverPage(page: Page, token: string): Promise<void> {
  const context = page.context()
  await page.goto(urlOf.get(context) + QUIET)
  await context.clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(wipe, token)
}

/**
 * Runs in the page and stops all requests. Leaving a page sends what was typed, which would be saved while the next
 * test begins. Going to another origin would stop that too, but would end the process and lose its compiled code.
 */
const stopSending = () => {
  window.fetch = () => new Promise(() => undefined)
  XMLHttpRequest.prototype.send = () => undefined
  navigator.sendBeacon = () => true
}

/** Resets the page for reuse, or closes it where that fails. */
async function leavePage(page: Page): Promise<void> {
  const context = page.context()
  if (page.isClosed() || idlePages.get(context)?.includes(page)) return
  await stopRecordingPage(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (spoiltPages.has(page) || spoiltPages.has(context)) return page.close()
  try {
    await page.mouse.move(0, 0)
    await page.emulateMedia({ media: null, reducedMotion: 'reduce' })
    await page.evaluate(stopSending)
    await context.setOffline(false)
    await page.goto(urlOf.get(context) + QUIET)
    await page.evaluate(() => sessionStorage.clear())
  } catch {
    // the product is stopped, or the page hangs
    return page.close()
  }
  idlePages.set(context, [...(idlePages.get(context) ?? []), page])
}

/** Opens a page in this browser until the test ends. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const waiting = idlePages.get(context)?.pop()
  const page = waiting ?? (await context.newPage())
  if (waiting) {
    recordPage(page)
    await page.setViewportSize(DESK)
  }
  onTestFinished(() => leavePage(page))
  page.setDefaultTimeout(20_000)
  return page
}

/** Makes a browser available for reuse, unless it is closed. */
export async function releaseContext(browser: Browser, context: BrowserContext): Promise<void> {
  const url = urlOf.get(context)
  if (context.isClosed() || (url && freeBrowsers.get(browser)?.get(url)?.includes(context))) return
  const stored = idlePages.get(context) ?? []
  if (spoiltPages.has(context) || stored.length === 0 || url === undefined) return context.close()
  const opened = context.pages().filter((page) => !stored.includes(page))
  await Promise.all(opened.map((page) => page.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  const byProduct = freeBrowsers.get(browser) ?? new Map<string, BrowserContext[]>()
  freeBrowsers.set(browser, byProduct)
  byProduct.set(url, [...(byProduct.get(url) ?? []), context])
}

/** Frees the page before the test ends, and its browser too unless another of its pages is in use. */
export async function releasePage(browser: Browser, page: Page): Promise<'free' | 'used'> {
  const context = page.context()
  await leavePage(page)
  if (context.pages().some((other) => !idlePages.get(context)?.includes(other))) return 'used'
  await releaseContext(browser, context)
  return 'free'
}

/** Opens an empty page in a separate browser until the test ends. */
export async function openFreshPage(browser: Browser, seat: Visitor, viewport = DESK): Promise<Page> {
  const context = await takeBrowserContext(browser, seat)
  onTestFinished(() => releaseContext(browser, context))
  const page = await openPage(context)
  if (viewport !== DESK) await page.setViewportSize(viewport)
  return page
}
