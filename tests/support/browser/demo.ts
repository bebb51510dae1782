import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'
import { connect, type Database } from '../../../server/database/db.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import { databaseOf } from '../product/product-database.ts'
import { type Product, startProduct } from '../product/product.ts'
import { sessionOf } from '../product/session.ts'
import { folderOfWorker } from '../product/worker-folder.ts'
import { FULL } from '../full.ts'
import { leaveBrowser, takeBrowser } from './browser.ts'
import {
  handOverPage,
  keepBrowsersOf,
  releaseContext,
  openPage,
  type Size,
  openFreshPage,
  releasePage,
  takeBrowserContext,
} from './browser-pool.ts'

export type Demo = {
  /** the running product */
  readonly product: Product
  readonly browser: Browser
  /** the product's own database, to read the demo bureau and to add people */
  readonly db: Database['kysely']
  /** opens an empty page of this person, signed in; closed when the test ends */
  as: (name: string) => Promise<Page>
  /** opens an empty page that is signed out; closed when the test ends */
  stranger: (viewport?: Size) => Promise<Page>
  /** signs this person in on the page, which is empty then */
  handTo: (page: Page, name: string) => Promise<void>
  /** frees the page before the test ends, so that the next person can reuse it */
  leave: (page: Page) => Promise<void>
  /** ends the session of this person, as the server's time limit would */
  endSession: (name: string) => Promise<void>
  /** frees the browsers of all people and removes every unfinished form */
  startAfresh: () => Promise<void>
}

type Options = Parameters<typeof startProduct>[0]
type StartedDemo = { product: Product; browser: Browser; database: Database }

const connectTo = ({ dataDir }: Product) =>
  connect({ ...databaseOf(dataDir).connection, max: 2 }, () => undefined)

async function start(options: Options): Promise<StartedDemo> {
  folderOfWorker()
  const [product, browser] = await Promise.all([startProduct(options), takeBrowser()])
  return { product, browser, database: connectTo(product) }
}

/**
 * Runs the built product with its demo bureau for the tests that follow, with a browser for each person. A browser that
 * is free when a test ends is reused in the next one.
 */
export function withDemo(options: Options | (() => Promise<Options>) = {}): Demo {
  return demoOf(
    async () => start(typeof options === 'function' ? await options() : options),
    async ({ product, database }) => {
      await leaveBrowser()
      await database.close()
      await product.stop()
    },
  )
}

/** the product that files of this worker share, with the connection to its database */
let shared: Promise<Omit<StartedDemo, 'browser'>> | null = null

async function startShared(): Promise<Omit<StartedDemo, 'browser'>> {
  // nobody stops it: it ends with the folder of its worker
  const product = await startProduct({ dataDir: mkdtempSync(path.join(folderOfWorker(), 'shared-')) })
  keepBrowsersOf(product.url)
  return { product, database: connectTo(product) }
}

/** Returns the shared product, started by the first file that asks for it. */
async function takeShared(): Promise<StartedDemo> {
  const before = await shared?.catch(() => null)
  // one that has ended was stopped by a failed test, or by its own fault
  if (!before || before.product.child.exitCode !== null) shared = startShared()
  const [running, browser] = await Promise.all([shared as NonNullable<typeof shared>, takeBrowser()])
  return { ...running, browser }
}

/**
 * The same, shared with other files: in the short run all files of a worker that ask for it use one product, and the pages
 * of one are warm for the next. What a test writes must be in a place of its own (places.ts), so that no other sees it;
 * sessions and unfinished forms end with the file. In the full run each file has a product of its own.
 */
export function withSharedDemo(): Demo {
  if (FULL) return withDemo()
  return demoOf(takeShared, async ({ database }) => {
    await leaveBrowser()
    await endSittings(database)
  })
}

/** Removes all sessions and unfinished forms; pages that are open must have been freed. */
async function endSittings({ kysely }: Database): Promise<void> {
  await kysely.deleteFrom('sessions').execute()
  // the lock waits for a form that is being saved, which is deleted with the others
  await kysely.transaction().execute(async (change) => {
    await sql`lock table form_drafts in exclusive mode`.execute(change)
    await change.deleteFrom('form_drafts').execute()
  })
}

function demoOf(take: () => Promise<StartedDemo>, leave: (started: StartedDemo) => Promise<void>): Demo {
  let started: StartedDemo | null = null
  const now = () => {
    if (!started) throw new Error('The product is started before the first test, not earlier.')
    return started
  }
  beforeAll(async () => {
    const taken = await take()
    started = taken
    return () => leave(taken)
  })

  /** by the people of the current test */
  const browsers = new Map<string, Promise<BrowserContext>>()
  /** Removes this browser from its person, who gets another one. */
  const forget = async (context: BrowserContext) => {
    for (const [name, own] of browsers) if ((await own.catch(() => null)) === context) browsers.delete(name)
  }
  const takeOwnSeat = async (name: string) => {
    const { product, browser } = now()
    const context = await takeBrowserContext(browser, {
      url: product.url,
      token: await sessionOf(product, name),
    })
    onTestFinished(async () => {
      await forget(context)
      await releaseContext(browser, context)
    })
    return context
  }
  return {
    get product() {
      return now().product
    },
    get browser() {
      return now().browser
    },
    get db() {
      return now().database.kysely
    },
    as: async (name) => {
      const own = browsers.get(name) ?? takeOwnSeat(name)
      browsers.set(name, own)
      return openPage(await own)
    },
    stranger: (viewport) => openFreshPage(now().browser, { url: now().product.url, token: null }, viewport),
    handTo: async (page, name) => {
      await forget(page.context())
      browsers.set(name, Promise.resolve(page.context()))
      await handOverPage(page, await sessionOf(now().product, name))
    },
    leave: async (page) => {
      if ((await releasePage(now().browser, page)) === 'free') await forget(page.context())
    },
    endSession: async (name) => {
      browsers.delete(name)
      const { kysely: db } = now().database
      const person = db.selectFrom('users').select('id').where('email', '=', demoEmail(name))
      await db.deleteFrom('sessions').where('user_id', '=', person).execute()
    },
    startAfresh: async () => {
      const { browser, database } = now()
      const all = await Promise.all(browsers.values())
      browsers.clear()
      // a closing page sends its unfinished form, perhaps after the deletion: without a session it is rejected
      await database.kysely.deleteFrom('sessions').execute()
      await Promise.all(all.map((context) => releaseContext(browser, context)))
      await endSittings(database)
    },
  }
}
