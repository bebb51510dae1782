import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { COUNTRY_CREDIT } from '../../web/places/country.ts'
import { withDemo } from '../support/browser/demo.ts'
import { full } from '../support/full.ts'
import { tinyPmtiles } from '../support/records/tiny-pmtiles.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-base-map-'))
const file = path.join(folder, 'country.pmtiles')
afterAll(() => rmSync(folder, { recursive: true }))

const CREDIT = 'Protomaps'
/** Protomaps' tile is all forest */
const write = () =>
  writeFileSync(file, tinyPmtiles({ attribution: '<a href="https://protomaps.com">Protomaps</a>' }))

const map = (page: Page) => page.getByRole('region', { name: /^Map of / })

/** Scrolls to the map, which takes the place of its placeholder as soon as it is near. */
const seeMap = (page: Page) =>
  expect
    .poll(() =>
      map(page)
        .scrollIntoViewIfNeeded()
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true)

/** The colour in the middle of a drawn tile and that which the style sheet wants for this part of the ground. */
const ground = (page: Page, part: string) =>
  map(page).evaluate((place, name) => {
    const canvas = place.querySelector<HTMLCanvasElement>('canvas.leaflet-tile')
    const wanted = document.createElement('canvas').getContext('2d')
    const drawn = canvas && canvas.width > 0 ? canvas.getContext('2d') : null
    if (!canvas || !drawn || !wanted) return null
    wanted.fillStyle = getComputedStyle(place).getPropertyValue(`--map-${name}`).trim()
    wanted.fillRect(0, 0, 1, 1)
    // a quarter into the tile, where no name is
    const [x, y] = [canvas.width / 4, canvas.height / 4]
    const colour = [...drawn.getImageData(x, y, 1, 1).data].join()
    return colour === [...wanted.getImageData(0, 0, 1, 1).data].join() ? 'as wanted' : colour
  }, part)

describe('a bureau with a base map', () => {
  write()
  const bureau = withDemo({ env: { BASEMAP_FILE: file } })

  full.test('has it under its maps, read in parts from its own address, with its credit', async () => {
    const page = await bureau.as('laguna.encoder')
    const asked: { status: number; range: string | undefined }[] = []
    page.on('response', (reply) => {
      if (reply.url().endsWith('.pmtiles'))
        asked.push({ status: reply.status(), range: reply.request().headers().range })
    })
    const country: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/assets/country-')) country.push(request.url())
    })
    const faults: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    const reply = await page.goto('/sitemap/add')
    expect(reply?.headers()['content-security-policy']).toContain("connect-src 'self';")
    await seeMap(page)
    await page.getByText(CREDIT, { exact: true }).waitFor()
    await expect.poll(() => ground(page, 'forest')).toBe('as wanted')
    expect(asked.length).toBeGreaterThan(1)
    for (const { status, range } of asked)
      expect([status, range]).toEqual([206, expect.stringMatching(/^bytes=\d+-\d+$/)])
    // the outlines are lines over it, and the file names the places
    const fills = await map(page)
      .locator('.leaflet-outlines-pane path')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fill))])
    expect(fills).toEqual(['none'])
    expect(country).toEqual([])
    expect(await page.getByText(COUNTRY_CREDIT).count()).toBe(0)
    expect(faults).toEqual([])
  })

  full.test('draws it in two system colours where colours are forced', async () => {
    const page = await bureau.as('laguna.encoder')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/sitemap/add')
    await seeMap(page)
    await expect.poll(() => ground(page, 'forest')).toBe('as wanted')
    const name = await map(page).evaluate((place) =>
      getComputedStyle(place).getPropertyValue('--map-forest').trim(),
    )
    expect(name).toBe('Canvas')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  full.test(
    'has maps without ground once the file is broken, and with it again once it is right',
    async () => {
      const page = await bureau.as('laguna.encoder')
      writeFileSync(file, tinyPmtiles().subarray(0, 200))
      await page.goto('/sitemap/add')
      await seeMap(page)
      await map(page).locator('.leaflet-outlines-pane path').first().waitFor()
      await expect.poll(() => page.getByText(CREDIT).count()).toBe(0)
      await expect.poll(() => map(page).locator('canvas').count()).toBe(0)
      write()
      await page.goto('/sitemap/add')
      await seeMap(page)
      await page.getByText(CREDIT, { exact: true }).waitFor()
    },
  )
})

full.describe('a bureau without one', () => {
  const bureau = withDemo()

  test('loads neither the engine nor a part of a file', async () => {
    const page = await bureau.as('laguna.encoder')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/sitemap/add', { waitUntil: 'networkidle' })
    await seeMap(page)
    await map(page).locator('.leaflet-outlines-pane path').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(loaded.filter((url) => /base-map|pmtiles/.test(url))).toEqual([])
    await expect.poll(() => page.getByText('OpenStreetMap').count()).toBe(0)
  })
})

full.describe('a bureau with tiles', () => {
  const tiles = 'https://tiles.bureau.example'
  write()
  const env = {
    TILES_URL: `${tiles}/{z}/{x}/{y}.png`,
    BASEMAP_FILE: file,
    MAP_CREDIT: 'Survey of the bureau',
  }
  const bureau = withDemo({ env })

  test('has those instead, seen through the outlines', async () => {
    const page = await bureau.as('laguna.encoder')
    const asked: string[] = []
    await page.route(`${tiles}/**`, (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    await page.goto('/sitemap/add')
    await seeMap(page)
    await expect.poll(() => asked.length).toBeGreaterThan(3)
    await expect.poll(() => map(page).locator('canvas').count()).toBe(0)
    await page.getByText('Survey of the bureau', { exact: true }).waitFor()
    await expect
      .poll(() =>
        map(page)
          .locator('.leaflet-outlines-pane path')
          .first()
          .evaluate((one) => getComputedStyle(one).fill),
      )
      .toBe('none')
  })
})
