import type { Page } from 'playwright-core'
import { openAs, sessionOf } from '../product/session.ts'
import { type Demo, withDemo, withSharedDemo } from './demo.ts'
import { handOverPage, type Size } from './browser-pool.ts'

export type DemoPages = Pick<Demo, 'product' | 'browser' | 'stranger'> & {
  /** opens a page of this person in a separate browser, at this address or at home; closed when the test ends */
  as: (name: string, address?: string, viewport?: Size) => Promise<Page>
  /** signs this person in on the page, at this address or at home */
  handTo: (page: Page, name: string, address?: string) => Promise<void>
}

/** The demo bureau for tests of one screen, whose pages open at `home`; shared with other files unless it has options. */
export function openDemoPages(home: string, options?: Parameters<typeof withDemo>[0]): DemoPages {
  const demo = options === undefined ? withSharedDemo() : withDemo(options)
  return {
    get product() {
      return demo.product
    },
    get browser() {
      return demo.browser
    },
    stranger: demo.stranger,
    as: (name, address = home, viewport) => openAs(demo.browser, demo.product, name, address, viewport),
    handTo: async (page, name, address = home) => {
      await handOverPage(page, await sessionOf(demo.product, name))
      await page.goto(address)
    },
  }
}
