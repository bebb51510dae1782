import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { findChromium } from './chromium.ts'
import { listenTo } from './open-pages.ts'

/** A real Chromium; what its pages say is kept for a test that fails. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  })
  browser.on('context', (context) => context.on('page', listenTo))
  return browser
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the nodes when the page as it stands, or this part of it, breaks WCAG 2.0 to 2.2, A or AA. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // without frames of other origins the older way finds the same in half the time
  const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode()
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found, page.url()).toEqual([])
}
