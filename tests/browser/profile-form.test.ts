import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { watch } from '../support/browser/on-screen.ts'
import { realFiles } from '../support/records/real-files.ts'
import { holdClock } from '../support/browser/seats.ts'
import { sizedFile } from '../support/records/sized-file.ts'
import { full } from '../support/full.ts'
/** 100 by 100 metres near Los Baños: a map that fitted it closely would go nearer than 15 */
const SMALL_SITE = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>
  121.2000,14.1300,0 121.2009,14.1300,0 121.2009,14.1309,0 121.2000,14.1309,0 121.2000,14.1300,0
</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`

/** How far down the world a latitude is drawn, from 0 at the top to 1, and back: the projection of every web map. */
const downOf = (latitude: number) => (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2
const latitudeOf = (down: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI

/** The middle and the zoom of a drawn map, as its lines of latitude and longitude say. */
async function viewOf(map: Locator) {
  await map
    .getByText(/^\d+(\.\d+)?°$/)
    .first()
    .waitFor()
  const { width, height, marks } = await map.evaluate((element) => {
    const frame = element.getBoundingClientRect()
    const labels = [...element.querySelectorAll('.leaflet-marker-icon')].map((label) => {
      const { left, top } = label.getBoundingClientRect()
      return { degrees: Number.parseFloat(label.textContent), x: left - frame.left, y: top - frame.top }
    })
    return { width: frame.width, height: frame.height, marks: labels }
  })
  // the Philippines lie between 4 and 22 degrees north and 114 and 128 degrees east
  const [parallel] = marks.filter(({ degrees }) => degrees < 90)
  const meridians = marks.filter(({ degrees }) => degrees > 90)
  const [west, east] = [meridians[0], meridians.at(-1)]
  if (!parallel || !west || !east || west === east) throw new Error('The map has too few lines.')
  const world = ((east.x - west.x) / (east.degrees - west.degrees)) * 360
  return {
    zoom: Math.log2(world / 256),
    latitude: latitudeOf(downOf(parallel.degrees) + (height / 2 - parallel.y) / world),
    longitude: west.degrees + ((width / 2 - west.x) / world) * 360,
  }
}

describe('the form of a profile', () => {
  const bureau = withDemo()
  let agreement: string
  beforeAll(async () => {
    ;({ agreement } = realFiles())
  })
  // what one test leaves half typed is not offered to the next
  // not after a test: one that failed is pictured first
  beforeEach(() => bureau.startAfresh())

  const field = (page: Page, label: string) => page.getByLabel(label)
  const agreementOf = (page: Page) => page.getByLabel('Agreement').last()
  const open = async (name: string) => {
    const page = await bureau.as(name)
    await page.goto('/sitemap/add')
    return page
  }

  full.test(
    'a map begins in the middle of the country at 6.5 and moves to the chosen province and municipality without a maps key [CONSTANTS-08] [S-124]',
    async () => {
      // the one default role whose region is free
      const page = await open('fmb.super')
      const country = await viewOf(page.getByRole('region', { name: 'Map of the chosen region' }))
      expect(country.zoom).toBeCloseTo(6.5, 1)
      expect(country.latitude).toBeCloseTo(12.88, 1)
      expect(country.longitude).toBeCloseTo(121.77, 1)

      const shows = async (name: string, zoom: number, latitude: number, longitude: number) => {
        const map = page.getByRole('region', { name: `Map of ${name}`, exact: true })
        await expect
          .poll(async () => {
            const view = await viewOf(map)
            return [view.zoom, view.latitude, view.longitude]
          })
          .toEqual([expect.closeTo(zoom, 1), expect.closeTo(latitude, 1), expect.closeTo(longitude, 1)])
        await map.getByRole('img', { name, exact: true }).waitFor()
      }
      await field(page, 'Select a Region').selectOption({ label: 'Region IV-A (CALABARZON)' })
      await field(page, 'Select a Province').selectOption({ label: 'Quezon' })
      await shows('Quezon', 9, 13.763, 122.325)
      await field(page, 'Select a Municipality').selectOption({ label: 'Pagbilao' })
      await page.getByText('The map shows Quezon; where Pagbilao lies in it is not known here.').waitFor()
      await field(page, 'Select a Municipality').selectOption({ label: 'City of Lucena' })
      await shows('City of Lucena', 11, 13.924, 121.576)
      await expect.poll(() => page.getByText(/is not known here/).count()).toBe(0)
    },
  )

  full.test(
    'a map goes no nearer to a site than 15; a boundary names what was checked in it and what could not be [CONSTANTS-08] [S-125]',
    async () => {
      const page = await open('laguna.encoder')
      await field(page, 'Location Map').setInputFiles({
        ...{ name: 'small.kml', mimeType: 'application/vnd.google-earth.kml+xml' },
        buffer: Buffer.from(SMALL_SITE),
      })
      const site = page.getByRole('region', { name: 'Map of the uploaded boundary' })
      await page.getByText(/^Fingerprint/).waitFor()
      await expect.poll(async () => (await viewOf(site)).zoom).toBeCloseTo(15, 1)
      const { latitude, longitude } = await viewOf(site)
      expect([latitude, longitude]).toEqual([expect.closeTo(14.13, 2), expect.closeTo(121.2, 2)])

      const checked = page.getByRole('listitem')
      await checked.filter({ hasText: 'Country: inside the Philippines' }).waitFor()
      await checked.filter({ hasText: 'Overlaps: with no other site' }).waitFor()
      await page.getByText('Not checked:', { exact: true }).waitFor()
      await checked.filter({ hasText: 'Municipality: not chosen yet' }).waitFor()
      await checked.filter({ hasText: 'Declared area: not entered yet' }).waitFor()
    },
  )

  full.test(
    'what is missing is said under its own field, and only some arrangements ask which [PROFILES-28] [PROFILES-34]',
    async () => {
      const page = await open('fmb.super')
      const region = field(page, 'Select a Region')
      await region.getByRole('option', { name: /NCR/ }).waitFor({ state: 'attached' })
      /** the words that a screen reader adds to this field */
      const under = (label: string) =>
        field(page, label).evaluate((one) =>
          (one.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
        )
      const add = page.locator('#main').getByRole('button', { name: 'Add Profile', exact: true })
      await add.click()
      await expect.poll(() => under('Select a Region')).toBe('Region is required.')
      await expect.poll(() => under('Select a Municipality')).toBe('Municipality is required.')
      await region.selectOption({ label: 'Region IV-A (CALABARZON)' })
      await add.click()
      await expect.poll(() => under('Select a Province')).toBe('Province is required.')
      await expect.poll(() => under('Select a Region')).toBe('')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

      // only Tenure and Others ask which
      const detail = page.getByLabel('Please specify')
      for (const [arrangement, asked] of [
        ['Tenure', 1],
        ['MOA/MOU', 0],
        ['Others', 1],
      ] as const) {
        await page.getByRole('radio', { name: arrangement, exact: true }).check()
        await expect.poll(() => detail.count(), { message: arrangement }).toBe(asked)
      }
    },
  )

  full.test(
    'the region of a PENRO user is fixed, to the one of the own user record [PROFILES-08]',
    async () => {
      const regions = [
        ['laguna.encoder', 'Region IV-A (CALABARZON)'],
        ['zds.encoder', 'Region IX (Zamboanga Peninsula)'],
      ] as const
      for (const [name, shown] of regions) {
        const page = await open(name)
        const region = field(page, 'Select a Region')
        await expect.poll(() => region.locator('option:checked').innerText()).toBe(shown)
        await expect.poll(() => region.isDisabled(), { message: name }).toBe(true)
        await expect.poll(() => field(page, 'Select a Province').isEnabled(), { message: name }).toBe(true)
        await bureau.leave(page)
      }
    },
  )

  test('the years to choose from run down from this year in Manila, and from 2050 [PROFILES-37]', async () => {
    const page = await bureau.as('laguna.encoder')
    await holdClock(page)
    await page.clock.setFixedTime(new Date('2030-12-31T16:00:00Z'))
    await page.goto('/sitemap/add')
    await field(page, 'Project Year End').waitFor()
    for (const [label, first, last] of [
      ['Year Implemented', 2031, 1970],
      ['Project Year Start', 2031, 2000],
      ['Project Year End', 2050, 1970],
    ] as const) {
      const [, ...years] = await field(page, label).locator('option').allInnerTexts()
      const all = Array.from({ length: first - last + 1 }, (_, index) => `${first - index}`)
      expect(years, label).toEqual(all)
    }
  })

  test('an agreement or a map that is none or too large is refused before it is sent; one whose upload failed is taken at another try [FILES-01] [FILES-09] [FILES-10] [FILES-11]', async () => {
    const page = await open('laguna.encoder')
    const sent = watch(page, 'POST', /\/api\/file\/\w+\/uploads$/)
    const tooLarge = page.getByText('File size exceeds the maximum limit of 50MB.', { exact: true })
    for (const [index, { into, wrong, large, kind }] of [
      { into: agreementOf(page), wrong: 'moa.docx', large: 'moa.pdf', kind: 'pdf' },
      { into: field(page, 'Location Map'), wrong: 'site.shp', large: 'site.kml', kind: 'kml' },
    ].entries()) {
      await into.setInputFiles({
        name: wrong,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('x'),
      })
      const wrongType = page.getByText(
        `Only ${kind} files are allowed. Please upload a valid .${kind} file.`,
        { exact: true },
      )
      await wrongType.waitFor()
      await into.setInputFiles(sizedFile(large, 52_428_801))
      await wrongType.waitFor({ state: 'hidden' })
      await expect.poll(() => tooLarge.count()).toBe(index + 1)
    }
    const invalid = page.getByText('Please upload a valid PDF file.', { exact: true })
    await agreementOf(page).setInputFiles({
      ...{ name: 'moa.pdf', mimeType: 'image/png' },
      buffer: readFileSync(agreement),
    })
    await invalid.waitFor()
    expect(sent).toHaveLength(0)

    const failed = page.getByText('An error occurred while uploading the pdf/kml file.', { exact: true })
    await page.route('**/api/file/pdf/uploads', (route) => route.fulfill({ status: 500, body: '' }))
    await agreementOf(page).setInputFiles(agreement)
    await failed.waitFor()
    await page.unroute('**/api/file/pdf/uploads')
    await agreementOf(page).setInputFiles({
      ...{ name: 'moa.pdf', mimeType: 'application/pdf' },
      buffer: readFileSync(agreement),
    })
    await page.getByText(/^Fingerprint/).waitFor()
    await expect.poll(async () => [await invalid.count(), await failed.count()]).toEqual([0, 0])

    // what is said of a replacement cannot be taken for what is said of the file that stays
    await agreementOf(page).setInputFiles({
      ...{ name: 'other.docx', mimeType: 'application/octet-stream' },
      buffer: Buffer.from('x'),
    })
    const told =
      'other.docx was not accepted. Only pdf files are allowed. Please upload a valid .pdf file. The form keeps moa.pdf.'
    await page.getByText(told, { exact: true }).waitFor()
    // the one that failed and the one that was taken
    expect(sent).toHaveLength(2)
  })
})
