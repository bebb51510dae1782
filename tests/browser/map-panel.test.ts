import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { focused, hasFocus } from '../support/browser/on-screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

/** The panel of the map in the form of a profile, whose boundary overlaps others among many neighbours. */
describe('the map in the form of a profile', () => {
  const bureau = withSharedDemo()
  beforeEach(() => bureau.startAfresh())

  /** A boundary that lies over two sites of Laguna, moved a little from the first of them and made larger. */
  const overlapping = async (): Promise<Buffer> => {
    const { geometry } = await bureau.db
      .selectFrom('site_boundaries')
      .innerJoin('site_profiles', 'site_profiles.id', 'site_boundaries.site_profile_id')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select('site_boundaries.geometry')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_profiles.site_status', '=', 'Approved')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
    const [ring = []] = (geometry as unknown as BoundaryGeometry).coordinates[0] ?? []
    const [lon = 0, lat = 0] = ring[0] ?? []
    const wide = ring.map(([x, y]) => `${lon + (x - lon) * 4},${lat + (y - lat) * 4}`)
    return Buffer.from(
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${wide.join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
    )
  }

  const map = (page: Page) => page.getByRole('region', { name: 'Map of the uploaded boundary' })
  const file = (page: Page) => page.getByLabel('Location Map')
  const next = (page: Page) => page.getByLabel('Name of Partner/Implementer')
  const warned = (page: Page) => page.getByRole('alert').filter({ hasText: 'Please check the boundary' })

  const open = async (size: typeof DESK): Promise<Page> => {
    const page = await bureau.as('laguna.encoder')
    await page.setViewportSize(size)
    await page.goto('/sitemap/add')
    await file(page).setInputFiles({
      name: 'wide.kml',
      mimeType: 'application/vnd.google-earth.kml+xml',
      buffer: await overlapping(),
    })
    await warned(page).waitFor()
    return page
  }

  test('is a few stops of the Tab key: the shapes are one, with arrows between them, and the lists fold', async () => {
    const page = await open({ width: 1366, height: 768 })
    // those in view, of which something is drawn
    const shapes = map(page).locator('path[role="img"]:not([d="M0 0"])')
    await map(page)
      .getByRole('img', { name: /^Neighbouring site/ })
      .nth(7)
      .waitFor()
    const near = page.getByText(/^Other sites within about 10 km: \d+$/)
    await near.waitFor()

    await file(page).focus()
    const stops: string[] = []
    while (!(await hasFocus(next(page)))) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
      expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(14)
    }
    expect(stops.filter((name) => /^(Site boundary|Neighbouring site|Overlap)/.test(name))).toHaveLength(1)
    // the warnings are read before the map, and stay in view while the panel moves below them
    expect(stops.findIndex((name) => name.startsWith('SITES-'))).toBeLessThan(
      stops.indexOf('Map of the uploaded boundary'),
    )
    await page.evaluate(() => window.scrollTo(0, 0))
    await map(page).hover()
    await page.mouse.wheel(0, 2000)
    await expect.poll(async () => (await map(page).boundingBox())?.y).toBeLessThan(0)
    const seen = (await warned(page).boundingBox()) ?? { y: -1, height: 0 }
    expect(seen.y).toBeGreaterThanOrEqual(0)
    expect(seen.y + seen.height).toBeLessThan(768)

    await page.getByRole('img', { name: /^Site boundary/ }).focus()
    await page.getByText('The arrow keys lead from shape to shape.').waitFor()
    const met = new Set<string>()
    const count = await shapes.count()
    for (let presses = 0; presses < count; presses += 1) {
      met.add(await focused(page))
      await page.keyboard.press('ArrowRight')
    }
    expect(await focused(page)).toMatch(/^Site boundary/)
    expect(met.size).toBeGreaterThan(4)
    await page.keyboard.press('ArrowLeft')
    const last = await focused(page)
    expect(last).not.toMatch(/^Site boundary/)
    // a part that is hidden takes its shapes out of the round, and the map has a stop as before
    await page.getByRole('checkbox', { name: 'Neighbouring sites' }).uncheck()
    await expect.poll(() => shapes.count()).toBeLessThan(count)
    expect(await map(page).locator('[role="img"][tabindex="0"]').count()).toBe(1)
    await near.click()
    await expect.poll(() => page.getByRole('link', { name: /^SITES-/ }).count()).toBeGreaterThan(6)
  })

  test('is one line on a phone, with its warnings above, so that the next field is near', async () => {
    const page = await open(PHONE)
    const line = page.getByText(/^Map: wide\.kml, [\d,.]+ ha, \d+ warnings$/)
    await line.waitFor()
    expect(await map(page).count()).toBe(0)
    const bottom = await page
      .locator('[data-field="map_kml_id"]')
      .evaluate((one) => one.getBoundingClientRect().bottom)
    const top = (await next(page).boundingBox())?.y ?? Number.NaN
    console.info(`from the file of the map to the next field: ${Math.round(top - bottom)} px`)
    expect(top - bottom).toBeLessThanOrEqual(PHONE.height)
    // the first warning and the number of the others
    expect(await warned(page).getByRole('listitem').and(page.locator(':visible')).count()).toBe(1)
    const more = warned(page).getByText(/^and \d+ more$/)
    await more.click()
    await expect
      .poll(() => warned(page).getByRole('listitem').and(page.locator(':visible')).count())
      .toBeGreaterThan(1)
    await line.click()
    await map(page)
      .getByRole('img', { name: /^Site boundary/ })
      .waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test('without a file is one line on a phone too', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.setViewportSize(PHONE)
    await page.goto('/sitemap/add')
    // the office of an encoder is in a province
    await page.getByText('Map of Laguna', { exact: true }).click()
    await page.getByRole('region', { name: 'Map of Laguna' }).waitFor()
  })
})
