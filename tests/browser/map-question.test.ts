import type { Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { BOUNDARY_QUESTIONS, NOT_ANSWERED } from '../../shared/land/crs.ts'
import { expectNoFaults } from '../support/browser/browser.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button, hasFocus, tabTo, watch } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { full } from '../support/full.ts'
import { surveyZip, walkAndTrack } from '../support/records/other-maps.ts'

describe('a map in another format than KML', () => {
  const bureau = withDemo()
  beforeEach(() => bureau.startAfresh())

  const map = (page: Page) => page.getByLabel('Location Map')
  const question = (page: Page, kind: keyof typeof BOUNDARY_QUESTIONS) =>
    page.getByRole('alert').filter({ hasText: BOUNDARY_QUESTIONS[kind] })
  const drawn = (page: Page) => page.getByRole('region', { name: 'Map of the uploaded boundary' })
  const open = async (size?: typeof PHONE) => {
    const page = await bureau.as('laguna.encoder')
    if (size) await page.setViewportSize(size)
    await page.goto('/sitemap/add')
    await map(page).waitFor({ state: 'attached' })
    return page
  }

  full.test(
    'a zipped Shapefile that names no coordinate system asks for it under the field, on a phone and by keyboard, and is drawn once it is answered',
    async () => {
      const page = await open(PHONE)
      const checks = watch(page, 'POST', /\/api\/sites\/boundary$/)
      await map(page).setInputFiles({
        name: 'survey.zip',
        mimeType: 'application/zip',
        buffer: surveyZip(),
      })
      await question(page, 'crs').waitFor()
      expect(checks, 'nothing is drawn of a map that asks').toHaveLength(0)
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await wide()).toBeLessThanOrEqual(PHONE.width)
      await map(page).scrollIntoViewIfNeeded()
      await picture(page, 'map-question')
      await expectNoFaults(page, { part: '[data-field="map_kml_id"]' })

      // a form with an open question is not sent
      await button(page, 'Add Profile').click()
      const error = page.locator('[data-field="map_kml_id"] .mantine-InputWrapper-error')
      await error.filter({ hasText: BOUNDARY_QUESTIONS.crs }).waitFor()

      const system = page.getByLabel('Coordinate system')
      await map(page).focus()
      await page.keyboard.press('Tab')
      expect(await hasFocus(system)).toBe(true)
      await tabTo(button(page, 'Read the boundary'))
      await page.keyboard.press('Enter')
      await page.getByText('Choose a coordinate system.', { exact: true }).waitFor()
      // metres that are no degrees: the question stays
      await system.selectOption('WGS 84, degrees')
      await button(page, 'Read the boundary').click()
      await page.getByText('Choose a coordinate system.', { exact: true }).waitFor({ state: 'hidden' })
      await question(page, 'crs').waitFor()

      await system.selectOption('PRS92, Philippine zone III (121° E)')
      await tabTo(button(page, 'Read the boundary'))
      await page.keyboard.press('Enter')
      await page.getByText(/^Map: survey\.zip, 100\.0\d ha, /).click()
      await drawn(page).waitFor()
      await question(page, 'crs').waitFor({ state: 'hidden' })
      await error.waitFor({ state: 'hidden' })
      await page
        .getByText(/\b100\.0\d ha\b/)
        .first()
        .waitFor()

      // a wrong answer is seen on the map and corrected
      await button(page, 'Change the coordinate system').click()
      await system.selectOption('PRS92, Philippine zone IV (123° E)')
      await button(page, 'Read the boundary').click()
      await page.getByText('Read in the coordinate system PRS92, Philippine zone IV (123° E).').waitFor()
      await expect.poll(() => checks.length).toBeGreaterThan(1)
      expect(await wide()).toBeLessThanOrEqual(PHONE.width)
    },
  )

  full.test(
    'open tracks are drawn and asked about one by one; the walk to the site is left out',
    async () => {
      const page = await open()
      await map(page).setInputFiles({
        name: 'walk.gpx',
        mimeType: 'application/gpx+xml',
        buffer: Buffer.from(walkAndTrack({ lon: 121.42, lat: 14.1 })),
      })
      await question(page, 'close').waitFor()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        button(page, 'Choose another file').click(),
      ])
      await chooser.setFiles([])
      await page.getByRole('img', { name: 'The tracks of the file, numbered 1, 2' }).waitFor()
      await button(page, 'Read the boundary').click()
      await page.getByText(NOT_ANSWERED.close).waitFor()
      const about = (title: RegExp) => page.getByRole('radiogroup', { name: title })
      await about(/^Track 1, .*close this path\?/)
        .getByLabel('No, leave it out')
        .check()
      await about(/^Track 2, .*close this path\?/)
        .getByLabel('Yes, join its ends')
        .check()
      await picture(page, 'map-question-tracks')
      await expectNoFaults(page, { part: '[data-field="map_kml_id"]' })
      await button(page, 'Read the boundary').click()
      await drawn(page).waitFor()
      await question(page, 'close').waitFor({ state: 'hidden' })
      await page
        .getByText(/\b119\.\d\d ha\b/)
        .first()
        .waitFor()
      await page.getByText('Closed: Track 2, Track 2. Left out: Track 1, Track 1.').waitFor()
      await button(page, 'Change the answer').click()
      await about(/^Track 1, /).waitFor()
    },
  )
})
