import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo, withSharedDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { runFirst } from '../support/browser/browser-pool.ts'
import { FULL, full } from '../support/full.ts'

const OUTSIDE = 'https://www.google.com/**'
const FRAME = { name: /^Map of / }

const policyOf = async (page: Page) => {
  const reply = await page.goto('/sitemap/add')
  const policy = reply?.headers()['content-security-policy'] ?? ''
  await page.getByLabel('Select a Municipality').waitFor()
  return policy
}

/** Replaces the maps service by a short page; returns the addresses of the requested frames. */
async function serveMaps(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(OUTSIDE, (route) => {
    if (route.request().resourceType() === 'document') asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>A map of elsewhere</p>' })
  })
  return asked
}

const choose = async (page: Page, province: string, municipality: string) => {
  await page.getByLabel('Select a Province').selectOption({ label: province })
  await page.getByLabel('Select a Municipality').selectOption({ label: municipality })
}
const frame = (page: Page) => page.locator('iframe')
const address = (page: Page) => frame(page).getAttribute('src')

describe('a deployment with a key of the embedded maps service', () => {
  const bureau = withDemo({ env: { MAPS_KEY: 'browser-key-of-the-bureau' } })

  full.test('shows its map of the place [PROFILES-13]', async () => {
    const page = await bureau.as('laguna.encoder')
    const asked = await serveMaps(page)
    await runFirst(page, () => localStorage.setItem('maps_key', 'browser-key-of-the-bureau'))
    expect(await policyOf(page)).toMatch(/frame-src [^;]*https:\/\/www\.google\.com/)
    await expect
      .poll(() => address(page))
      .toContain('/maps/embed/v1/place?key=browser-key-of-the-bureau&q=Philippines')
    await choose(page, 'Laguna', 'Pangil')
    await expect.poll(() => address(page)).toContain('q=Pangil%2C%20Laguna%2C%20Philippines')
    await page.getByTitle('Map of Pangil, Laguna, Philippines').waitFor()
    // the built-in map stays, because only it draws the boundary
    await page.getByRole('region', FRAME).waitFor()
    await expect.poll(() => asked.some((url) => url.includes('Pangil'))).toBe(true)
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test('without a line to it shows no frame, and only the log tells [PROFILES-15]', async () => {
    const page = await bureau.as('zds.encoder')
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route(OUTSIDE, (route) => route.abort('internetdisconnected'))
    await page.goto('/sitemap/add')
    await expect.poll(() => logged.some((line) => /embedded map could not be reached/.test(line))).toBe(true)
    await page.getByRole('region', FRAME).waitFor()
    await expect.poll(() => frame(page).count()).toBe(0)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})

describe('a deployment without a key', () => {
  const bureau = withSharedDemo()

  test('shows the built-in map alone, asks nobody outside and may not [PROFILES-14]', async () => {
    const page = await bureau.as('laguna.encoder')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // a browser that has never stored a key, which the specification answers with the search page
    await runFirst(page, () => localStorage.removeItem('maps_key'))
    expect(await policyOf(page)).not.toContain('google')
    await page.getByRole('region', FRAME).waitFor()
    await choose(page, 'Laguna', 'Pangil')
    await expect.poll(() => frame(page).count()).toBe(0)
    const { origin } = new URL(page.url())
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== origin)).toEqual([])
  })
})
