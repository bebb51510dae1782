import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { recordPage, stopRecordingPage } from './open-pages.ts'

export type Size = { width: number; height: number }
export const DESK: Size = { width: 1280, height: 900 }
export const PHONE: Size = { width: 360, height: 780 }

type Visitor = {
  /** where the product is; addresses may be given as its paths */
  url: string
  /** of a live session; null for someone who is not signed in */
  token: string | null
}

/** An address of the product that runs nothing: a page waits there, and its stores can be reached. */
const QUIET = '/favicon.ico'

/** Browsers that no one uses now, by the product they were used for. */
const freeBrowsers = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/** Pages of a browser that no one uses now. */
const idlePages = new WeakMap<BrowserContext, Page[]>()

const urlOf = new WeakMap<BrowserContext, string>()

/** What a test did to them cannot be undone. */
const spoiltPages = new WeakSet<Page | BrowserContext>()

/** Takes the clock of this person's browser over; no one else gets that browser afterwards. */
export async function holdClock(page: Page, options?: { time: number }): Promise<void> {
  spoiltPages.add(page.context())
  await page.clock.install(options)
}

/** Windows fade and slide here, as for most people; elsewhere no one waits for that, which draws a tenth less. */
export async function allowMotion(page: Page): Promise<Page> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return page
}

/** Runs this in the page before any script of its own, now and on every load; no one else gets that page afterwards. */
export async function runFirst(page: Page, script: () => void): Promise<void> {
  spoiltPages.add(page)
  await page.addInitScript(script)
}

/** What a browser keeps of the pages of a product, and nothing else. */
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
 * A browser of one's own. A warm one is taken where there is one, with its page: a new one starts a process, reads the
 * whole application again and compiles it, which takes four times as long.
 */
export async function takeBrowserContext(browser: Browser, { url, token }: Visitor): Promise<BrowserContext> {
  const seats = freeBrowsers.get(browser)?.get(url) ?? []
  let warm = seats.pop()
  // a product that had the same port before closed its own
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

/** Another user sits down at this page, which holds nothing of the person before: a browser of their own starts cold. */
export async function handOverPage(page: Page, token: string): Promise<void> {
  const context = page.context()
  await page.goto(urlOf.get(context) + QUIET)
  await context.clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(wipe, token)
}

/**
 * Runs in the page: nothing leaves it any more. A page that is left sends what was typed, which would be kept while the
 * next test begins. An address of elsewhere would end the process as well, with all that it has compiled.
 */
const stopSending = () => {
  window.fetch = () => new Promise(() => undefined)
  XMLHttpRequest.prototype.send = () => undefined
  navigator.sendBeacon = () => true
}

/** Makes the page as a new one is, or closes it where that cannot be. */
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
    // a product that a test has stopped, a page that hangs
    return page.close()
  }
  idlePages.set(context, [...(idlePages.get(context) ?? []), page])
}

/** A page in this browser until the test ends. */
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

/** Gives a browser to anyone who comes next; one that was closed meanwhile is no more. */
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

/** Leaves the page before the test ends and, unless another one is used there, its browser, for anyone who sits down next. */
export async function releasePage(browser: Browser, page: Page): Promise<'free' | 'used'> {
  const context = page.context()
  await leavePage(page)
  if (context.pages().some((other) => !idlePages.get(context)?.includes(other))) return 'used'
  await releaseContext(browser, context)
  return 'free'
}

/** An empty page in a browser of one's own; the test's end closes it. */
export async function openFreshPage(browser: Browser, seat: Visitor, viewport = DESK): Promise<Page> {
  const context = await takeBrowserContext(browser, seat)
  onTestFinished(() => releaseContext(browser, context))
  const page = await openPage(context)
  if (viewport !== DESK) await page.setViewportSize(viewport)
  return page
}
