import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForAnimations } from './wait-for-animations.ts'
import { expectNoFaults, readyForAxe } from './browser.ts'
import { expectFocusInSight } from './focus-in-sight.ts'
import { changedElements, rememberStyles } from './changed-styles.ts'
import { DESK, PHONE, type Size } from './browser-pool.ts'

/** a screen of 1280 pixels at 200 % zoom */
const ZOOMED = { width: 640, height: 450 }
/** the lowest screen in use, for pages with a bar fixed to the edge; its width needs no separate check */
const LAPTOP = { width: 1366, height: 768 }
const DIALOGS = ':is([role="dialog"], dialog[open])'
/** on the part to check */
const PART_RULES = 'data-judged'

/**
 * What the width alone can break in an element that looks as it did on a desk: its target size, and whether what now
 * scrolls can be reached by keyboard. Names, roles and contrast do not change.
 */
const RULES_OF_WIDTH = ['target-size', 'scrollable-region-focusable']

const expectNoSidewaysScroll = (page: Page, at: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${page.url()} at ${at}`,
    })
    .toBeLessThanOrEqual(0)

/** The help link is the first link in the footer of every page, signed in or not (WCAG 3.2.6). */
async function expectHelpFirst(page: Page): Promise<void> {
  const first = await page.evaluate(() => {
    const isOurs = document.querySelector('nav[aria-label="Main"]') !== null
    return isOurs ? (document.querySelector('body footer a')?.textContent ?? 'no link') : null
  })
  if (first !== null) expect(first, page.url()).toBe('Helpdesk')
}

/** Skips a size that the page already has, which would cause a new layout. */
async function setSize(page: Page, { width, height }: Size): Promise<void> {
  const now = page.viewportSize()
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
}

/** Every rule on a desk. */
async function expectGoodOnDesk(page: Page, part?: string): Promise<void> {
  await setSize(page, DESK)
  await readyForAxe(page)
  await expectNoFaults(page, part === undefined ? {} : { part })
  await expectNoSidewaysScroll(page, `${DESK.width} px`)
  await expectFocusInSight(page)
  await rememberStyles(page, part)
}

/** On a phone, after the desk: the rules of the width, and every rule for what looks different here. */
async function expectGoodOnPhone(page: Page, part?: string): Promise<void> {
  await setSize(page, PHONE)
  await readyForAxe(page)
  await expectNoFaults(page, { ...(part === undefined ? {} : { part }), rules: RULES_OF_WIDTH })
  await expectNoSidewaysScroll(page, `${PHONE.width} px`)
  await expectFocusInSight(page)
  const onlyHere = await changedElements(page, part)
  if (onlyHere) await expectNoFaults(page, { part: onlyHere })
  await setSize(page, DESK)
  await waitForAnimations(page)
}

/** Zoomed, with a low window: no sideways scroll, and no focused element behind a bar. */
async function expectGoodZoomed(page: Page): Promise<void> {
  await setSize(page, ZOOMED)
  await expectNoSidewaysScroll(page, '200 % zoom')
  await expectFocusInSight(page)
}

/**
 * Checks the page on a desk, zoomed to 200 % and on a phone: no sideways scroll, no broken WCAG rule, help in its
 * place.
 */
export async function expectGoodAtEverySize(page: Page): Promise<void> {
  await expectGoodOnDesk(page)
  await expectGoodZoomed(page)
  await expectHelpFirst(page)
  await expectGoodOnPhone(page)
}

/** Checks the page on a low laptop: no sideways scroll, and no focused element behind a bar. */
export async function expectGoodOnLaptop(page: Page): Promise<void> {
  await page.setViewportSize(LAPTOP)
  await waitForAnimations(page)
  await expectNoSidewaysScroll(page, `${LAPTOP.width} × ${LAPTOP.height} px`)
  await expectFocusInSight(page)
  await page.setViewportSize(DESK)
}

async function expectGoodWithin(page: Page, part: string): Promise<void> {
  await expectGoodOnDesk(page, part)
  await expectGoodZoomed(page)
  await expectGoodOnPhone(page, part)
}

/** Checks this part at every size, where the page around it has been checked in another state. */
export async function expectGoodPart(part: Locator): Promise<void> {
  await part.evaluate((one, mark) => one.setAttribute(mark, ''), PART_RULES)
  await expectGoodWithin(part.page(), `[${PART_RULES}]`)
  await part.evaluate((one, mark) => one.removeAttribute(mark), PART_RULES)
}

/** Checks the open dialogs at every size, where the page behind them has been checked. */
export const expectGoodDialog = (page: Page): Promise<void> => expectGoodWithin(page, DIALOGS)
