import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { COUNTRY_CREDIT } from '../../web/places/country.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { full } from '../support/full.ts'

const COUNTRY = /\/assets\/country-[\w-]+\.js$/
/** issue 58: what the lines and towns may weigh as they are sent */
const MOST_BYTES = 60_000

type Label = { text: string; left: number; right: number; top: number; bottom: number }

/** What is written on the map and seen. */
const labelsOf = (page: Page, which: string) =>
  page.locator(which).evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one).visibility === 'visible')
      .map((one): Label => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return { text: one.textContent ?? '', left, right, top, bottom }
      }),
  )

const overlaps = (labels: readonly Label[]) =>
  labels.flatMap((a, index) =>
    labels
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} and ${b.text}`),
  )

describe('the towns on the maps of staff', () => {
  const bureau = withSharedDemo()
  beforeEach(() => bureau.startAfresh())

  full.test(
    'are named by zoom, and no name covers another on a desk or a phone; lines and towns come with the map alone',
    async () => {
      const { id, code } = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('site_boundaries', 'site_boundaries.site_profile_id', 'site_profiles.id')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select(['site_profiles.id', 'site_profiles.code'])
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.site_status', '=', 'Approved')
        .orderBy('site_profiles.id')
        .executeTakeFirstOrThrow()
      const page = await bureau.as('laguna.encoder')
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto('/sitemap', { waitUntil: 'networkidle' })
      expect(asked.filter((url) => COUNTRY.test(url))).toEqual([])

      const map = page.getByRole('region', { name: `Map of the boundary of ${code}` })
      // it says the new scale once the zoom has ended
      const scale = () => map.locator('.leaflet-control-scale-line').innerText()
      const towns = () => labelsOf(page, '.leaflet-towns-pane span')
      for (const size of [{ width: 1366, height: 768 }, PHONE]) {
        await page.setViewportSize(size)
        await page.goto(`/sitemap/view/${id}`)
        // it takes the place of its placeholder as soon as it is near
        await expect
          .poll(() =>
            map.scrollIntoViewIfNeeded().then(
              () => true,
              () => false,
            ),
          )
          .toBe(true)
        await page.getByText(COUNTRY_CREDIT).waitFor()
        const seen: string[][] = []
        for (const steps of [2, 4]) {
          for (let step = 0; step < steps; step += 1) {
            const before = await scale()
            await map.getByRole('button', { name: 'Zoom out' }).click()
            await expect.poll(scale).not.toBe(before)
          }
          const named = await towns()
          seen.push(named.map(({ text }) => text))
          expect(overlaps([...named, ...(await labelsOf(page, '.leaflet-tooltip'))])).toEqual([])
          await picture(page, `map-towns-${size.width}-${steps}`)
        }
        expect(seen[0]).toContain('Nagcarlan')
        expect(seen[1]).toContain('Manila')
        expect(seen[1]).not.toContain('Nagcarlan')
      }
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
      expect(
        await map
          .locator('.leaflet-towns-pane span')
          .first()
          .evaluate((name) => getComputedStyle(name).color === getComputedStyle(name).backgroundColor),
      ).toBe(false)
      await picture(page, 'map-towns-forced')
      await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })

      const url = asked.find((one) => COUNTRY.test(one)) ?? ''
      const reply = await fetch(url, { headers: { 'accept-encoding': 'br' } })
      expect(reply.headers.get('content-encoding')).toBe('br')
      expect(reply.headers.get('cache-control')).toContain('immutable')
      expect(Number(reply.headers.get('content-length'))).toBeLessThanOrEqual(MOST_BYTES)
      expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(1000)
    },
  )
})
