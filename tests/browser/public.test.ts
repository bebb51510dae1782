import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Grade } from '../../shared/activities/grades.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { ask, openAs } from '../support/product/session.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

describe('the public pages', () => {
  const demo = withSharedDemo()
  let page: Page
  let faults: string[]

  beforeEach(async () => {
    faults = []
    page = await demo.stranger()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text())
    })
  })
  afterEach(() => expect(faults).toEqual([]))

  const open = (address: string) => page.goto(demo.product.url + address)
  const rows = () => page.locator('tbody tr')
  const status = () => page.getByRole('status').filter({ hasText: 'Showing' }).textContent()
  const settled = (text: RegExp) => expect.poll(status, { timeout: 10_000 }).toMatch(text)
  const ready = () => page.getByRole('checkbox', { name: 'Show Table' }).waitFor()

  full.test(
    'public, sign-in and staff pages have one typeface, one header and footer, and one way to help',
    async () => {
      const looksOf = async (one: Page) => {
        await one.locator('footer a, footer button').first().waitFor()
        await one.evaluate(() => document.fonts.ready)
        return one.evaluate(() => {
          const found = (selector: string) => {
            const part = document.querySelector(selector)
            if (!part) throw new Error(`There is no ${selector} here.`)
            return part
          }
          const paint = (selector: string) => {
            const { fontFamily, fontSize, color, backgroundColor, borderTopColor } = getComputedStyle(
              found(selector),
            )
            return { fontFamily, fontSize, color, backgroundColor, borderTopColor }
          }
          const height = (selector: string) => found(selector).getBoundingClientRect().height
          const help = found('footer li > *')
          return {
            page: paint('body'),
            heading: getComputedStyle(found('h1')).fontFamily,
            // the tabs of the staff are below the bar
            header: { ...paint('header'), height: height('header > div') },
            mark: { ...paint('header a'), height: height('header a svg') },
            footer: { ...paint('footer'), height: height('footer') },
            help: { ...paint('footer li > *'), words: help.textContent, to: help.getAttribute('href') },
          }
        })
      }
      await open('/site/approved')
      await ready()
      const ofPublic = await looksOf(page)
      expect(ofPublic.page.fontFamily).toMatch(/^"Public Sans Variable"/)
      expect(ofPublic.heading).toBe(ofPublic.page.fontFamily)
      expect(ofPublic.help.words).toBe('Helpdesk')
      await open('/login')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => looksOf(page)).toEqual(ofPublic)
      const staff = await openAs(demo.browser, demo.product, 'laguna.encoder', '/sitemap')
      await staff.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => looksOf(staff)).toEqual(ofPublic)
    },
  )

  full.test('shows list and site within 3 seconds on a line of 400 kbit/s', async () => {
    await open('/site/approved')
    const site = await rows().getByRole('link').first().getAttribute('href')
    for (const address of ['/site/approved', site ?? '']) {
      // a first visit: nothing of the product is on the phone yet
      const phone = await demo.browser.newContext({ viewport: { width: 360, height: 740 } })
      const slow = await phone.newPage()
      const line = await phone.newCDPSession(slow)
      await line.send('Network.enable')
      const bytes = 400_000 / 8
      const conditions = { offline: false, latency: 200, downloadThroughput: bytes, uploadThroughput: bytes }
      await line.send('Network.emulateNetworkConditions', conditions)
      const started = performance.now()
      await slow.goto(demo.product.url + address, { waitUntil: 'commit' })
      await slow
        .locator(address === site ? 'main h2' : 'tbody tr')
        .first()
        .waitFor()
      const seconds = (performance.now() - started) / 1000
      console.info(`${address} at 400 kbit/s: ${seconds.toFixed(2)} s`)
      expect(seconds).toBeLessThan(3)
      await phone.close()
    }
  })

  test('works without scripts: filter, pages, sorting and the map are links and a form, and a site is opened and left [PUBLIC-01] [PUBLIC-02] [PUBLIC-06] [PUBLIC-07]', async () => {
    const context = await demo.browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${demo.product.url}/site/approved`)
    await expect.poll(() => plain.locator('tbody tr').count()).toBe(10)
    await plain.getByLabel('Page 2').click()
    await expect.poll(() => new URL(plain.url()).searchParams.get('page')).toBe('2')
    await plain.getByLabel('Region', { exact: true }).selectOption({ value: '6' })
    await plain.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => new URL(plain.url()).searchParams.get('region_id')).toBe('6')
    await expect
      .poll(async () => new Set(await plain.locator('tbody tr td:first-child').allTextContents()))
      .toEqual(new Set(['Region IV-A (CALABARZON)']))
    await plain.getByRole('link', { name: /^Region IX .*approved SITES$/ }).click()
    await expect.poll(() => new URL(plain.url()).searchParams.get('region_id')).toBe('13')

    // a site, its eight grades and the way back to its region, on a phone
    await plain.setViewportSize(PHONE)
    const link = plain.getByRole('cell').getByRole('link').first()
    const partner = await link.innerText()
    await link.click()
    await plain.getByRole('heading', { level: 1, name: partner }).waitFor()
    const grades = plain.getByRole('listitem').filter({
      has: plain.getByRole('heading', { name: /^Principle \d: / }),
      hasText: /(Very Compliant|Somewhat Compliant|Not Compliant|Not Applicable)\./,
    })
    await expect.poll(() => grades.count()).toBe(8)
    await expect
      .poll(() => plain.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await plain.getByRole('link', { name: 'Back to REDD+ SITES' }).click()
    await plain.waitForURL('**/site/approved?region_id=13')
    await context.close()
  })

  full.test(
    'as of a day the list says so in title, heading, address and files, with and without scripts',
    async () => {
      const [{ day, listed } = { day: '', listed: 0 }] = await ask<{ day: string; listed: number }>(
        demo.product,
        `select to_char(min(since) + interval '40 days', 'YYYY-MM-DD') as day,
         count(*) filter (where since < min_since + interval '40 days')::int as listed
       from (select since, min(since) over () as min_since from approved_site_history) as history`,
      )
      const context = await demo.browser.newContext({ javaScriptEnabled: false })
      const plain = await context.newPage()
      await plain.goto(`${demo.product.url}/site/approved`)
      const now = await plain.getByRole('status').filter({ hasText: 'Showing' }).textContent()
      await plain.getByLabel('As of').fill(day)
      await plain.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => new URL(plain.url()).searchParams.get('as_of')).toBe(day)
      await expect.poll(() => plain.title()).toMatch(/^REDD\+ SITES as of [A-Z][a-z]{2} \d{2}, \d{4}$/)
      await expect
        .poll(() => plain.getByRole('heading', { level: 1 }).textContent())
        .toBe(await plain.title())
      await expect
        .poll(() => plain.getByRole('status').filter({ hasText: 'Showing' }).textContent())
        .not.toBe(now)
      expect(listed).toBeGreaterThan(0)
      const files = await plain
        .getByRole('link', { name: /^(CSV|GeoJSON)$/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      expect(files.every((href) => href?.includes(`as_of=${day}`))).toBe(true)
      await plain.getByRole('link', { name: 'Show it as it is now' }).click()
      await expect.poll(() => new URL(plain.url()).search).toBe('')
      await plain.goto(`${demo.product.url}/site/approved?as_of=2026-02-30`)
      await expect.poll(() => plain.title()).toBe('REDD+ SITES')
      await context.close()

      await open(`/site/approved?as_of=${day}`)
      await ready()
      if (FULL) await expectGoodAtEverySize(page)
      // without a date, the button leads to the list as it is now
      await page.getByLabel('As of').fill('')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('as_of') ?? '').toBe('')
      await page.getByRole('heading', { level: 1, name: 'REDD+ SITES', exact: true }).waitFor()
      await expect
        .poll(() => rows().first().innerText())
        .toMatch(/Approved [A-Z][a-z]{2} \d{2}, \d{4}, .* ago/)
    },
  )

  full.test(
    'offers the rows it shows as CSV and GeoJSON, with and without scripts, on a phone too',
    async () => {
      await open('/site/approved?region_id=6')
      await ready()
      await settled(/^Showing: \d+ of/)
      const shown = Number(/^Showing: (\d+)/.exec((await status()) ?? '')?.[1])
      const link = page.getByRole('link', { name: 'CSV', exact: true })
      const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
      expect(saved.suggestedFilename()).toMatch(/^Approved_SITES_\d{8}\.csv$/)
      const lines = readFileSync(await saved.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      expect(lines).toHaveLength(shown + 1)

      const context = await demo.browser.newContext({ viewport: PHONE, javaScriptEnabled: false })
      const plain = await context.newPage()
      await plain.goto(`${demo.product.url}/site/approved?region_id=6`)
      const other = plain.getByRole('link', { name: 'GeoJSON' })
      const [file] = await Promise.all([plain.waitForEvent('download'), other.click()])
      const { features } = JSON.parse(readFileSync(await file.path(), 'utf8'))
      expect(features).toHaveLength(shown)
      expect(features[0].properties.region).toBe('Region IV-A (CALABARZON)')
      const box = await other.boundingBox()
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(24)
      await context.close()
    },
  )

  full.test('searches half a second after the typing and starts again at page 1 [SHELL-36]', async () => {
    await page.clock.install()
    await open('/site/approved?page=2')
    await ready()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/datatable')) asked.push(request.url())
    })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await page.getByLabel('Search').pressSequentially('Quezon')
    await page.clock.runFor(499)
    expect(asked).toHaveLength(0)
    await page.clock.runFor(1)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.resume()
    const query = new URL(asked[0] ?? '').searchParams
    expect([query.get('search'), query.get('page')]).toEqual(['Quezon', '1'])
    await expect.poll(() => rows().locator('td:nth-child(2)').allTextContents()).not.toContain('Laguna')
    await page.clock.runFor(5_000)
    expect(asked).toHaveLength(1)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('Quezon')
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('Quezon')
  })

  full.test(
    'filters by grade, under the label the public reads, and by region [PUBLIC-10] [SHELL-32]',
    async () => {
      await open('/site/approved')
      await ready()
      await page.getByLabel('Grade', { exact: true }).selectOption('Compliant')
      await settled(/^Showing: (\d+) of (?!\1 )\d+ entries$/)
      await expect.poll(() => new URL(page.url()).searchParams.get('principle_grade')).toBe('Very Compliant')
      for (const row of await rows().all())
        await expect.poll(() => row.getByText(/: Very Compliant$/).count()).toBeGreaterThan(0)
      const asked = page.waitForRequest((request) => request.url().includes('/datatable'))
      await page.getByLabel('Region', { exact: true }).selectOption('6')
      expect(new URL((await asked).url()).searchParams.get('region_id')).toBe('6')
      const regions = async () => [...new Set(await rows().locator('td:first-child').allTextContents())]
      await expect.poll(regions).toEqual(['Region IV-A (CALABARZON)'])
    },
  )

  test('shows eight numbered badges with words, or that there are none yet [SHELL-31] [PUBLIC-11]', async () => {
    await open('/site/approved?length=40')
    await ready()
    const graded = rows().filter({
      has: page.getByRole('list', { name: 'Compliance grade per principle' }),
    })
    const badges = graded.first().getByRole('listitem')
    await expect.poll(() => badges.count()).toBe(8)
    // the badge of each principle shows its number and grade
    for (const row of (await graded.all()).slice(0, 5)) {
      const [stored] = await ask<Record<string, Grade>>(
        demo.product,
        `select site_activities.* from site_activities join site_profiles on site_profiles.id = site_profile_id
         where code = $1 and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'
         order by site_activities.approved_at desc, site_activities.id desc limit 1`,
        [await row.locator('td').last().textContent()],
      )
      const words = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => {
        const grade = stored?.[`principle_number_${number}`]
        return `${number}Principle ${number}: ${grade}`
      })
      await expect.poll(() => row.getByRole('listitem').allTextContents()).toEqual(words)
    }
    const colours = {
      'Very Compliant': 'rgb(27, 110, 51)',
      'Somewhat Compliant': 'rgb(242, 192, 55)',
      'Not Compliant': 'rgb(176, 37, 37)',
      'Not Applicable': 'rgb(107, 116, 110)',
    }
    for (const [title, colour] of Object.entries(colours)) {
      const badge = rows().locator(`li[title="${title}"] > span`).first()
      await expect
        .poll(() => badge.evaluate((node) => getComputedStyle(node).backgroundColor), { message: title })
        .toBe(colour)
    }
    const without = rows().filter({ hasText: 'No site activities yet' })
    await expect.poll(() => without.count()).toBeGreaterThan(0)
    await expect.poll(() => without.first().getByRole('link').count()).toBe(0)
    await expect.poll(() => graded.count()).toBe((await rows().count()) - (await without.count()))
  })

  test('[SHELL-01] [SHELL-02] [SHELL-30] the table has a grading column and no add button; "Show Table" hides it for this session; the header leads staff to log in', async () => {
    await open('/site/approved')
    await ready()
    await page.getByRole('contentinfo').getByText('2025 Forest Management Bureau').waitFor()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Compliance Grade' }).count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    await page.getByLabel('Show Table').uncheck()
    await page.getByRole('table').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('table').waitFor({ state: 'detached' })
    await page.getByLabel('Show Table').check()
    await page.getByRole('table').waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
  })

  test('a row opens its site, and the way back keeps region, search, grade and page [PUBLIC-06] [PUBLIC-07]', async () => {
    const list = '/site/approved?region_id=6&principle_grade=Very+Compliant&search=a&length=20'
    await open(list)
    await ready()
    const row = rows()
      .filter({ has: page.getByRole('link') })
      .first()
    const partner = await row.getByRole('link').textContent()
    await row.locator('td').first().click()
    await page.getByRole('heading', { level: 1, name: partner ?? '' }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await page.getByText('Criteria and outcome indicators').first().click()
    await page.getByText('1.1.1', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to REDD+ SITES' }).click()
    await page.waitForURL(`**${list}`)
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('a')
  })

  /** The address of the first site whose picture has neighbours. */
  const siteWithNeighbours = async (): Promise<string> => {
    const sites = await ask<{ id: number }>(
      demo.product,
      'select site_activity_id as id from approved_sites where site_activity_id is not null order by id',
    )
    for (const { id } of sites) {
      const page = await (await fetch(`${demo.product.url}/site/approved/${id}`)).text()
      const [figure = ''] = /<figure[^]*?<\/figure>/.exec(page) ?? []
      if (/<li[^]*<a /.test(figure)) return `/site/approved/${id}`
    }
    throw new Error('No site has a neighbour.')
  }

  test('a site shows where it is without scripts: a drawn picture on every screen, in forced colours and on paper', async () => {
    const context = await demo.browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const plain = await context.newPage()
    await plain.goto(demo.product.url + (await siteWithNeighbours()))
    const map = plain.getByRole('img', { name: /^Map of SITES-[\w-]+: [\d,.]+ hectares, (in|[\d.]+ km) / })
    /** the share of the picture in the colour of a boundary, and in its 20 % on the ground */
    const leaf = async () => {
      const { data, info } = await sharp(await map.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const pixels = info.width * info.height
      const near = ([r, g, b]: readonly number[]) => {
        let count = 0
        for (let at = 0; at < data.length; at += 3)
          if ([r, g, b].every((part = 0, index) => Math.abs(part - (data[at + index] ?? 0)) < 12)) count += 1
        return count / pixels
      }
      return { line: near([27, 94, 32]), inside: near([202, 217, 202]) }
    }
    const media = [
      { media: 'screen', forcedColors: 'none' },
      { media: 'screen', forcedColors: 'active' },
      { media: 'print', forcedColors: 'none' },
    ] as const
    for (const size of [PHONE, { width: 1366, height: 768 }]) {
      await plain.setViewportSize(size)
      for (const one of media) {
        await plain.emulateMedia(one)
        await map.scrollIntoViewIfNeeded()
        const { line, inside } = await leaf()
        expect(line, JSON.stringify({ size, one })).toBeGreaterThan(0.002)
        expect(inside, JSON.stringify({ size, one })).toBeGreaterThan(0.03)
      }
    }
    await plain.emulateMedia({ media: 'screen', forcedColors: 'none' })
    // a neighbour by its number in the picture leads to its own page
    const neighbour = plain.getByRole('figure').getByRole('listitem').getByRole('link').first()
    const code = await neighbour.innerText()
    await neighbour.click()
    await plain.getByText(`REDD+ site ${code}`).waitFor()
  })

  full.test('a list that cannot be loaded says so and offers another try', async () => {
    const context = await demo.browser.newContext()
    const lost = await context.newPage()
    await lost.goto(`${demo.product.url}/site/approved`)
    await lost.getByRole('checkbox', { name: 'Show Table' }).waitFor()
    await lost.route('**/datatable**', (route) => route.abort())
    await lost.getByLabel('Page 2').click()
    await lost.getByRole('alert').getByText('An unexpected error occurred').waitFor()
    if (FULL) await expectGoodAtEverySize(lost)
    await lost.unroute('**/datatable**')
    await lost.getByRole('link', { name: 'Try again' }).click()
    await lost.waitForURL('**/site/approved?page=2')
    await expect.poll(() => lost.getByRole('alert').count()).toBe(0)
    await context.close()
  })
})
