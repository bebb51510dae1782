import type { Browser, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { leaveBrowser, takeBrowser } from './browser.ts'
import { type Product, startProduct } from '../product/product.ts'
import { handOver, type Size, sitDown } from './seats.ts'
import { openAs, sessionOf } from '../product/session.ts'

export type Desk = {
  /** the product of these tests, while they run */
  readonly product: Product
  readonly browser: Browser
  /** a page of this person in a browser of its own, closed when the test ends */
  as: (name: string, address?: string, viewport?: Size) => Promise<Page>
  /** this page, now of this person and at this address */
  handTo: (page: Page, name: string, address?: string) => Promise<void>
  /** an empty page of somebody who is not signed in, closed when the test ends */
  stranger: (viewport?: Size) => Promise<Page>
}

/** Starts the product and a browser before the tests that follow and ends both after them; pages open at `home`. */
export function openDesk(home: string, options: Parameters<typeof startProduct>[0] = {}): Desk {
  let started: { product: Product; browser: Browser } | null = null
  const now = () => {
    if (!started) throw new Error('The product is started before the first test, not earlier.')
    return started
  }
  beforeAll(async () => {
    const [product, browser] = await Promise.all([startProduct(options), takeBrowser()])
    started = { product, browser }
    return async () => {
      await leaveBrowser()
      await product.stop()
    }
  })
  return {
    get product() {
      return now().product
    },
    get browser() {
      return now().browser
    },
    as: (name, address = home, viewport) => openAs(now().browser, now().product, name, address, viewport),
    handTo: async (page, name, address = home) => {
      await handOver(page, await sessionOf(now().product, name))
      await page.goto(address)
    },
    stranger: (viewport) => sitDown(now().browser, { url: now().product.url, token: null }, viewport),
  }
}
