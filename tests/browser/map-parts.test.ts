import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible, leaveBrowser, takeBrowser } from '../support/browser/browser.ts'
import { DESK } from '../support/browser/browser-pool.ts'
import { type PiecesServer, startPieces } from '../support/browser/pieces-server.ts'
import { full } from '../support/full.ts'

let server: PiecesServer
let page: Page

beforeAll(async () => {
  const [browser, started] = await Promise.all([takeBrowser(), startPieces()])
  server = started
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(10_000)
})
afterAll(async () => {
  await leaveBrowser()
  await server?.stop()
})
beforeEach(async () => {
  await page.setViewportSize(DESK)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('about:blank')
  await page.goto(`${server.url}#map`)
  await map()
    .getByRole('img', { name: /^Site boundary/ })
    .waitFor()
})

const map = () => page.getByRole('region', { name: 'Map of the site' })
const drawn = (name: RegExp | string) => map().getByRole('img', { name })
const box = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Shown on the map' }).getByRole('checkbox', { name })
const PARTS = [
  ['Neighbouring sites', 'Neighbouring site SITES-1, Samahan'],
  [/^Ancestral domains, according to NCIP/, 'Layer 1: <b>Tagbanua</b> & Co'],
  [/^Protected areas, according to DENR/, 'Layer 2: Mount Banahaw'],
  [/^Land in both/, /^12\.40 ha in Ancestral domains: CADT 17, <b>Tagbanua<\/b> & Co$/],
  [/^Where photographs/, 'Photograph seedlings.jpg, 3.2.1: 340 m outside the boundary'],
] as const

full.test(
  'each part of the map is hidden and shown again by its box, with the keyboard alone, and the map stays where it is',
  async () => {
    // overlaps with other sites are always drawn, and named without a box
    const legend = page.getByRole('group', { name: 'Shown on the map' })
    await legend.getByText('Overlap with another site').waitFor()
    await drawn('Overlap with another site').waitFor()
    // land has its name on the map, and each sign has the pattern of what it names
    await map().locator('.leaflet-tooltip:visible', { hasText: 'Mount Banahaw' }).first().waitFor()
    for (const [label, shape] of [
      ['Overlap with another site', 'Overlap with another site'],
      ['Land in both', /^12\.40 ha in Ancestral domains/],
    ] as const) {
      const looks = (element: SVGElement | HTMLElement) => {
        const { fill, stroke } = getComputedStyle(element)
        return [fill.replace(/^.*#/, '#').replace(/["')]/g, ''), stroke]
      }
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors })
        const sign = legend.locator('p, label', { hasText: label }).locator('svg rect')
        expect(await sign.evaluate(looks)).toEqual(await drawn(shape).evaluate(looks))
      }
    }
    await page.emulateMedia({ forcedColors: 'none' })
    /** on the map: the page itself may scroll */
    const place = async () => {
      const [box, frame] = await Promise.all([drawn(/^Site boundary/).boundingBox(), map().boundingBox()])
      return box && frame && { x: box.x - frame.x, y: box.y - frame.y, width: box.width }
    }
    const start = (await place())?.width ?? 0
    await map().getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(async () => (await place())?.width).toBeLessThan(start * 0.8)
    await expect.poll(() => map().locator('.leaflet-zoom-anim').count()).toBe(0)
    const before = await place()
    await box(PARTS[0][0]).focus()
    for (const [name, shape] of PARTS) {
      await expect.poll(() => box(name).evaluate((element) => document.activeElement === element)).toBe(true)
      await expect.poll(() => drawn(shape).count()).toBe(1)
      await page.keyboard.press('Space')
      await expect.poll(() => drawn(shape).count()).toBe(0)
      await page.keyboard.press('Space')
      await expect.poll(() => drawn(shape).count()).toBe(1)
      await page.keyboard.press('Tab')
    }
    expect(await place()).toEqual(before)
  },
)

test('everything on it is in tables as well, and names are text', async () => {
  await page.getByText('The map as tables: 3 features, 1 shared part, 1 photo point').click()
  const rows = async (name: string) =>
    (await page.getByRole('table', { name }).getByRole('row').allInnerTexts()).map((row) =>
      row.split(/\s*\t\s*/),
    )
  expect(await rows('Land in both the boundary and a layer')).toEqual([
    ['Layer', 'Feature', 'Hectares', 'Share of the site'],
    ['Ancestral domains', 'CADT 17, <b>Tagbanua</b> & Co', '12.40', '3 %'],
  ])
  expect(await rows('Features of layers on the map')).toEqual([
    ['Layer', 'Code', 'Name'],
    ['Ancestral domains', 'CADT 17', '<b>Tagbanua</b> & Co'],
    ['Ancestral domains', 'No code', 'No name'],
    ['Protected areas', 'PA 3', 'Mount Banahaw'],
  ])
  expect(await rows('Where photographs say that they were taken')).toEqual([
    ['Photograph', 'Indicator', 'Place', 'Time of the camera'],
    ['seedlings.jpg', '3.2.1', '340 m outside the boundary', '2026-03-01 14:05'],
  ])
  await page.getByText('More features lie around than the map and this table show.').waitFor()
  await drawn('Layer 1: <b>Tagbanua</b> & Co').hover({ position: { x: 40, y: 4 }, force: true })
  await page.locator('.leaflet-tooltip', { hasText: '<b>Tagbanua</b> & Co' }).first().waitFor()
  expect(await page.locator('.leaflet-tooltip b').count()).toBe(0)
})

full.test('on a phone, on paper and for a screen reader', async () => {
  await page.getByText(/^The map as tables/).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true)
  await box('Neighbouring sites').click()
  await page.emulateMedia({ media: 'print' })
  // the boxes are the legend: a name for what is drawn, none for what is hidden
  const legend = page.getByRole('group', { name: 'Shown on the map' })
  await legend.getByText('Protected areas, according to DENR, 1 May 2025').waitFor()
  await expect.poll(() => legend.getByText('Neighbouring sites').isVisible()).toBe(false)
  await expect.poll(() => legend.getByRole('checkbox').and(page.locator(':visible')).count()).toBe(0)
})
