import type { Browser, Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { openAs, type Size } from './session.ts'

export type Desk = {
  /** the product of these tests, while they run */
  readonly product: Product
  /** a page of this person in a browser of its own, closed when the test ends */
  as: (name: string, address?: string, viewport?: Size) => Promise<Page>
}

/** Starts the product and a browser before the tests that follow and ends both after them; pages open at `home`. */
export function openDesk(home: string): Desk {
  let started: { product: Product; browser: Browser } | null = null
  const now = () => {
    if (!started) throw new Error('The product is started before the first test, not earlier.')
    return started
  }
  beforeAll(async () => {
    const [product, browser] = await Promise.all([startProduct(), launchBrowser()])
    started = { product, browser }
    return async () => {
      await browser.close()
      await product.stop()
    }
  })
  return {
    get product() {
      return now().product
    },
    as: async (name, address = home, viewport) => {
      const { page, context } = await openAs(now().browser, now().product, name, address, viewport)
      onTestFinished(() => context.close())
      return page
    },
  }
}
