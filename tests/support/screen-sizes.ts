import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'
import { expectAccessible } from './browser.ts'
import { DESK, PHONE } from './seats.ts'

/** a desk of 1280 pixels at 200 % zoom */
const ZOOMED = { width: 640, height: 450 }

const expectNoSidewaysScroll = (page: Page, at: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${page.url()} at ${at}`,
    })
    .toBeLessThanOrEqual(0)

/** The page as it stands, on a desk, zoomed to 200 % and on a phone: no sideways scroll, no broken WCAG rule. */
export async function expectGoodAtEverySize(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED)
  await expectNoSidewaysScroll(page, '200 % zoom')
  await page.setViewportSize(PHONE)
  await atRest(page)
  await expectNoSidewaysScroll(page, '360 px')
  await expectAccessible(page)
  await page.setViewportSize(DESK)
  await atRest(page)
  await expectNoSidewaysScroll(page, '1280 px')
  await expectAccessible(page)
}

/** The open dialogs alone, on a phone and on a desk: the page behind them has been looked at without them. */
export async function expectGoodDialog(page: Page): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await atRest(page)
    await expectNoSidewaysScroll(page, `${size.width} px`)
    await expectAccessible(page, { part: '[role="dialog"]' })
  }
}
