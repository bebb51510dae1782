import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { gradeField } from '../../shared/activities/grades.ts'
import type { DashboardRow } from '../../shared/dashboard/dashboard.schema.ts'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { withDemo, withSharedDemo } from '../support/browser/demo.ts'
import { acknowledgeMessage, button, field, optionsOf, watch } from '../support/browser/on-screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { DESK, holdClock } from '../support/browser/browser-pool.ts'
import { FULL, full } from '../support/full.ts'

const TABLE = /\/api\/reports\/datatable\/dashboard$/
const FIGURES = /\/api\/reports\/dashboard-figures$/
const EXPORT = /\/api\/reports\/export-dashboard$/

const queryOf = (request: Request | undefined) =>
  Object.fromEntries(new URL(request?.url() ?? 'http://none').searchParams)
const charts = (page: Page) => page.getByRole('group', { name: /^Chart: / })
const counted = (page: Page) => page.getByRole('status').filter({ hasText: /^Showing:/ })
const numbers = async (page: Page) => (await counted(page).textContent())?.match(/\d+/g)?.map(Number) ?? []
const rows = (page: Page) => page.getByRole('table', { name: 'Approved SITES', exact: true }).getByRole('row')
const values = (page: Page, names: string[]) =>
  Promise.all(names.map((name) => field(page, name).locator('option:checked').textContent()))
const enabled = (page: Page, names: string[]) =>
  Promise.all(names.map((name) => field(page, name).isEnabled()))

/** Waits until the table and the charts match the filters. */
async function settled(page: Page): Promise<void> {
  await counted(page).waitFor()
  // they load when they come near the window
  await page.getByRole('heading', { name: 'Overview' }).evaluate((one) => one.scrollIntoView())
  await charts(page).first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

describe('the dashboard', () => {
  const bureau = withSharedDemo()
  beforeEach(() => bureau.startAfresh())

  async function at(name: string, address = '/dashboard'): Promise<Page> {
    const page = await bureau.as(name)
    await page.goto(address)
    await settled(page)
    return page
  }

  async function expectMapFillsCard(page: Page, name: string): Promise<void> {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const card = page
        .getByRole('region')
        .filter({ has: page.locator('svg path[data-reach]') })
        .last()
      const parts = await card.evaluate((one) => {
        const { paddingLeft, paddingRight } = getComputedStyle(one)
        const box = (part: Element | null | undefined) => {
          const { width, height, top, bottom } = part?.getBoundingClientRect() ?? new DOMRect()
          return { width, height, top, bottom }
        }
        const map = one.querySelector('svg:has(path[data-reach])')
        const view = (map as SVGSVGElement).viewBox.baseVal
        return {
          inner: one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
          map: box(map),
          list: box(map?.parentElement?.querySelector('ul')),
          below: box(one.querySelector('button')),
          shape: view.width / view.height,
        }
      })
      const at = JSON.stringify({ name, page: width, ...parts })
      // drawn to its edges
      expect(parts.map.width / parts.map.height, at).toBeCloseTo(parts.shape, 1)
      expect(parts.map.width / parts.inner, at).toBeGreaterThan(width === 360 ? 0.98 : 0.6)
      // only a gap between the drawing and the button below
      const end = Math.max(parts.map.bottom, parts.list.bottom)
      expect(parts.below.top - end, at).toBeLessThan(0.15 * parts.map.height)
    }
    await page.setViewportSize(DESK)
  }

  full.test(
    'what waits comes first, only where something waits, and says how many there are in all',
    async () => {
      const page = await at('fmb.approver')
      const headings = () => page.getByRole('heading', { level: 2 }).allTextContents()
      await expect
        .poll(() => headings())
        .toEqual(['Waiting for review', 'Profiles to review', 'Activities to review', 'Overview'])
      const said = (name: string) =>
        page
          .getByRole('region', { name })
          .getByText(/^Showing: /)
          .textContent()
      const told = { sites: await said('Profiles to review'), activities: await said('Activities to review') }
      const list = page.getByRole('region', { name: 'Profiles to review' }).getByRole('listitem')
      await expect.poll(() => list.count()).toBe(5)
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /^SITES Approval( [\d,]+ waiting)?$/ })
        .click()
      for (const [name, words] of [
        ['Profiling of SITES', told.sites],
        ['SITES Activities', told.activities],
      ] as const) {
        const tab = page.getByRole('navigation', { name: 'Approval lists' }).getByRole('link', { name })
        await tab.getByText('waiting').waitFor()
        const waiting = /([\d,]+) waiting/.exec((await tab.textContent()) ?? '')?.[1] ?? ''
        expect(words).toMatch(new RegExp(`^Showing: [1-5] of ${waiting}$`))
      }

      await bureau.handTo(page, 'fmb.admin')
      await page.goto('/dashboard')
      await settled(page)
      await expect.poll(headings).toEqual(['Waiting for review', 'Overview'])
    },
  )

  test('[DASHBOARD-02] [DASHBOARD-07] [DASHBOARD-08] [DASHBOARD-10] [DASHBOARD-11] [DASHBOARD-13] FMB starts with National and chooses', async () => {
    const page = await at('fmb.approver')
    await expect
      .poll(() => values(page, ['Access Level', 'Category', 'Principle']))
      .toEqual(['National', 'All Category', 'All Principle'])
    await expect
      .poll(() => enabled(page, ['Access Level', 'Category', 'Principle']))
      .toEqual([true, true, true])
    await expect.poll(() => field(page, 'Region').count()).toBe(0)
    await expect.poll(() => field(page, 'PENRO').count()).toBe(0)
    const names = await field(page, 'Access Level').locator('option').allTextContents()
    expect(names).toEqual(['National', 'All PENRO under Region', 'Own Record'])

    await field(page, 'Access Level').selectOption('All PENRO under Region')
    await expect.poll(() => enabled(page, ['Region', 'PENRO'])).toEqual([true, true])
    await field(page, 'Region').selectOption('Region IV-A (CALABARZON)')
    await field(page, 'PENRO').locator('option', { hasText: 'Quezon' }).waitFor({ state: 'attached' })
    const asked = page.waitForRequest((one) => TABLE.test(new URL(one.url()).pathname))
    await field(page, 'PENRO').selectOption('Quezon')
    expect(queryOf(await asked)).toMatchObject({ accessLevel: 'PENRO', region_id: '6' })
    await settled(page)
    await rows(page).filter({ hasText: 'Quezon' }).first().waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Laguna' }).count()).toBe(0)

    // the address has the filters
    await page.reload()
    await settled(page)
    await expect
      .poll(() => values(page, ['Access Level', 'PENRO']))
      .toEqual(['All PENRO under Region', 'Quezon'])
  })

  full.test(
    '[DASHBOARD-12] [DASHBOARD-13] an encoder starts with own records, and reads how long what came back has waited, the longest first',
    async () => {
      const page = await at('laguna.encoder')
      await expect
        .poll(() => values(page, ['Access Level', 'Region', 'PENRO']))
        .toEqual(['Own Record', 'Region IV-A (CALABARZON)', 'Laguna'])
      await expect
        .poll(() => enabled(page, ['Access Level', 'Region', 'PENRO']))
        .toEqual([false, false, false])
      const [returned] = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.site_status', '=', 'Returned')
        .where('site_profiles.status', '=', 'Activated')
        .execute()
      await page
        .getByRole('region', { name: 'Profiles returned to you' })
        .getByText(new RegExp(`^Showing: [1-5] of ${returned?.count}$`))
        .waitFor()
      for (const name of [
        'Profiles returned to you',
        'Activities returned to you',
        'Activities to complete',
      ]) {
        const items = page.getByRole('region', { name }).getByRole('listitem')
        const notes = await items.allTextContents()
        expect(notes.length, name).toBeGreaterThan(0)
        const days = notes.map((note) => {
          const said =
            /(?:returned by \w+ on \w+ \d+, \d+,|begun) (?:(less than a day)|(\d+) days?) ago(?:, \d.*)?$/.exec(
              note,
            )
          return said?.[1] ? 0 : Number(said?.[2])
        })
        expect(days, notes.join('; ')).toEqual(days.toSorted((a, b) => b - a))
      }
      if (FULL) await expectGoodAtEverySize(page)
    },
  )

  test('what was returned to an encoder comes first, each with office, day and open points; "All" opens the list of these', async () => {
    const { id, code } = await bureau.db
      .updateTable('site_profiles')
      .set({ open_points: 2, returned_at: '2020-01-02T04:00:00Z' })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('site_profiles')
          .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
          .select((one) => one.fn.min('site_profiles.id').as('id'))
          .where('offices.name', '=', 'PENRO Laguna')
          .where('site_profiles.site_status', '=', 'Returned')
          .where('site_profiles.returned_by', 'is not', null)
          .where('site_profiles.status', '=', 'Activated'),
      )
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow()
    const page = await at('laguna.encoder')
    const first = page.getByRole('main').getByRole('region').first()
    await expect.poll(() => first.getByRole('heading').textContent()).toBe('Profiles returned to you')
    const item = first.getByRole('listitem').first()
    await expect.poll(() => item.textContent()).toContain(code)
    expect(await item.textContent()).toMatch(
      /PENRO Laguna: returned by \w+ on Jan 02, 2020, [\d,]+ days ago, 2 open points$/,
    )
    expect(await item.getByRole('link').getAttribute('href')).toBe(`/sitemap/edit/${id}`)
    const all = first.getByRole('link', { name: /^All \d+$/ })
    const count = Number((await all.textContent())?.slice(4))
    await all.click()
    await page.waitForURL(/\/sitemap\?.*record_status=Returned/)
    await expect.poll(() => page.getByText(/^Showing: /).textContent()).toContain(`Showing: ${count} of`)
    // an approver has nothing to correct
    await bureau.handTo(page, 'r4a.approver')
    await page.goto('/dashboard')
    await settled(page)
    await expect.poll(() => page.getByRole('region', { name: /returned to you/ }).count()).toBe(0)
  })

  full.test(
    '[DASHBOARD-14] [DASHBOARD-15] [DASHBOARD-16] Profiling of SITES locks the principle and hides the grades',
    async () => {
      const page = await at('fmb.approver')
      await expect
        .poll(() => optionsOf(page, 'Category'))
        .toEqual(['All Category', 'Profiling of SITES', 'Safeguard Activities'])
      await expect.poll(() => values(page, ['Principle'])).toEqual(['All Principle'])
      await expect
        .poll(() => optionsOf(page, 'Principle'))
        .toEqual(['Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'])
      await field(page, 'Principle').selectOption('Not Compliant')
      await field(page, 'Category').selectOption('Profiling of SITES')
      await expect.poll(() => enabled(page, ['Principle'])).toEqual([false])
      await expect.poll(() => values(page, ['Principle'])).toEqual(['All Principle'])
      const grade = page.getByRole('columnheader', { name: 'Compliance Grade' })
      await grade.waitFor({ state: 'detached' })
      await expect.poll(() => charts(page).count()).toBe(3)
      await field(page, 'Category').selectOption('All Category')
      await grade.waitFor()
      await expect.poll(() => enabled(page, ['Principle'])).toEqual([true])
    },
  )

  full.test(
    '[DASHBOARD-05] [DASHBOARD-06] [SHELL-31] the table has its five columns and comes by region',
    async () => {
      const page = await bureau.as('fmb.approver')
      const asked = watch(page, 'GET', TABLE)
      await page.goto('/dashboard')
      await settled(page)
      expect(queryOf(asked[0])).toMatchObject({
        'order[0][column]': 'region',
        'order[0][dir]': 'asc',
        page: '1',
      })
      const headers = rows(page).first().getByRole('columnheader')
      await expect
        .poll(() => headers.allTextContents())
        .toEqual(['Region', 'Province', 'Name of Partner', 'Compliance Grade', 'SITES Code'])
      const strips = page.getByRole('list', { name: 'Compliance grades of the eight principles' })
      await strips.first().waitFor()
      const reply = await asked[0]?.response()
      const data: DashboardRow[] = (await reply?.json())?.data ?? []
      const graded = data.flatMap(({ gradient }) => (typeof gradient === 'string' ? [] : [gradient]))
      expect(graded.length).toBeGreaterThan(0)
      for (const [index, gradient] of graded.entries()) {
        const badges = strips.nth(index).getByRole('img')
        await expect.poll(async () => (await badges.allTextContents()).join('')).toBe('12345678')
        await expect
          .poll(() => badges.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))))
          .toEqual(PRINCIPLE_NUMBERS.map((number) => `Principle ${number}: ${gradient[gradeField(number)]}`))
      }
    },
  )

  full.test(
    'a bar, a count and a cell of a table open the list with that number of rows and its filter, by mouse and by keys; Back has the dashboard with its filter',
    async () => {
      const page = await at('fmb.approver', '/dashboard?category=Safeguard%20Activities')
      const title = (name: string) => page.getByRole('heading', { level: 1, name })
      const filters = page.getByRole('group', { name: 'Filtered by' })
      const numberIn = async (link: Locator) =>
        Number(/^([\d,]+)/.exec((await link.getAttribute('aria-label')) ?? '')?.[1]?.replace(',', ''))
      /** Opens a link with `press`, and expects a list of its number with these filters; then goes back. */
      const leadsTo = async (link: Locator, press: () => Promise<void>, list: string, shown: string[]) => {
        const count = await numberIn(link)
        expect(count).toBeGreaterThan(0)
        // a real link, which a new tab opens too
        expect(await link.getAttribute('href')).toMatch(/^\/(dashboard|sites)\//)
        await press()
        await title(list).waitFor()
        await expect.poll(async () => (await numbers(page))[0]).toBe(count)
        for (const words of shown) await filters.getByText(words, { exact: true }).waitFor()
      }
      const back = async () => {
        await page.goBack()
        await settled(page)
        await expect.poll(() => values(page, ['Category'])).toEqual(['Safeguard Activities'])
      }
      const chart = page.getByRole('region', { name: /Very Compliant/ })

      // a bar, with the mouse
      const bar = chart.getByRole('link', { name: /, Very Compliant in Principle 3: open the list$/ })
      await leadsTo(bar, () => bar.click(), 'Approved SITES', [
        'Safeguard Activities',
        'Very Compliant in Principle 3',
      ])
      const [narrowed = 0] = await numbers(page)
      await filters.getByRole('button', { name: 'Very Compliant in Principle 3: remove this filter' }).click()
      await expect.poll(async () => (await numbers(page))[0]).toBeGreaterThan(narrowed)
      await back()

      // the same bar, from the keyboard, seen while it has the focus
      const other = chart.getByRole('link', { name: /, Very Compliant in Principle 4: open the list$/ })
      await other.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect.poll(() => other.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
      await leadsTo(other, () => page.keyboard.press('Enter'), 'Approved SITES', [
        'Very Compliant in Principle 4',
      ])
      await back()

      // a cell of the table below
      const places = page.getByRole('region', { name: /approved sites|have the most|has the most/i }).first()
      await button(page, 'Show as table').and(places.getByRole('button')).click()
      const cell = places.getByRole('table').getByRole('link').first()
      const words = /in (.*): open the list$/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1] ?? ''
      await leadsTo(cell, () => cell.click(), 'Approved SITES', [words])
      await back()

      // records in review, and a count of what waits at the person's own level, which is the queue
      const stage = page.getByRole('link', { name: /activit(y|ies) at PENRO: open the list$/ }).last()
      await leadsTo(stage, () => stage.click(), 'Open records', ['Activities', 'At PENRO'])
      await back()
      const own = page.getByRole('link', { name: /profiles? waiting for your decision: open the list$/ })
      await leadsTo(own, () => own.click(), 'SITES Approval', [])
      await back()
    },
  )

  full.test('on a phone what waits, and how long, comes before the filters and the charts', async () => {
    const page = await bureau.as('r4a.approver')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/dashboard')
    await settled(page)
    const waiting = page.getByRole('region', { name: 'Waiting for review' })
    const rowsOfLevels = waiting.getByRole('row')
    await expect
      .poll(() => rowsOfLevels.getByRole('rowheader').allTextContents())
      .toEqual(['At FMB', 'At Region', 'At PENRO', 'Returned to encoder'])
    expect(await rowsOfLevels.filter({ hasText: 'At Region' }).textContent()).toMatch(
      /\d+ days?$|than a day$/,
    )
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    expect(await top(waiting)).toBeLessThan(await top(page.getByRole('region', { name: 'Filters' })))
    const [card, table] = [await waiting.boundingBox(), await waiting.getByRole('table').boundingBox()]
    expect((table?.x ?? 0) + (table?.width ?? 999)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
    await page.setViewportSize(DESK)
  })

  full.test("a neighbour's record does not open from the table", async () => {
    const neighbour = await at('laguna.approver', '/dashboard?penro=0')
    const quezon = rows(neighbour).filter({ hasText: 'Quezon' }).first()
    await neighbour.getByRole('searchbox', { name: 'Search Approved SITES' }).fill('Quezon')
    await quezon.waitFor()
    await expect.poll(() => quezon.getByRole('link').count()).toBe(0)
  })

  test('[DASHBOARD-17] [CONSTANTS-02] a second after the last change table and pictures are asked for, once', async () => {
    // a stopped clock stays with the browser, so other tests do not use this person
    const page = await bureau.as('r9.approver')
    await holdClock(page)
    await page.goto('/dashboard')
    await settled(page)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    const [table, figures] = [watch(page, 'GET', TABLE), watch(page, 'GET', FIGURES)]

    await field(page, 'Category').selectOption('Safeguard Activities')
    await page.clock.runFor(600)
    await field(page, 'Principle').selectOption('Not Compliant')
    await page.clock.runFor(600)
    await field(page, 'Graded so at').selectOption('6 Benefit sharing')
    await page.clock.runFor(999)
    expect([table.length, figures.length]).toEqual([0, 0])
    await page.clock.runFor(1)
    await expect.poll(() => [table.length, figures.length]).toEqual([1, 1])
    for (const request of [table[0], figures[0]])
      expect(queryOf(request)).toMatchObject({
        category: 'Safeguard Activities',
        principle_grade: 'Not Compliant',
        principle_number: '6',
      })
    await page.clock.runFor(5000)
    expect([table.length, figures.length]).toEqual([1, 1])
  })

  test('[DASHBOARD-03] [DASHBOARD-09] [DASHBOARD-11] [DASHBOARD-13] [DASHBOARD-19] [DASHBOARD-20] [DASHBOARD-21] Region staff are locked to all PENRO of their region, and Download as CSV saves its rows', async () => {
    const page = await at('r4a.approver')
    await expect
      .poll(() => values(page, ['Access Level', 'Region', 'PENRO']))
      .toEqual(['All PENRO under Region', 'Region IV-A (CALABARZON)', 'All PENRO under Region'])
    await expect.poll(() => enabled(page, ['Access Level', 'Region', 'PENRO'])).toEqual([false, false, true])

    // what is loaded when it is seen moves the table
    await page.waitForLoadState('networkidle')
    const asked = watch(page, 'GET', EXPORT)
    const pdf = watch(page, 'GET', /export-dashboard-pdf/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download as CSV').click(),
    ])
    await acknowledgeMessage(
      page,
      'Download Report Successful',
      'The graph has been downloaded into csv format.',
    )
    expect(download.suggestedFilename()).toMatch(/^Dashboard_\d{8}_All_Category_Region_IV-A_CALABARZON\.csv$/)

    const text = readFileSync(await download.path(), 'utf8')
    const lines = text.trimEnd().split('\r\n')
    const [listed = 0] = await numbers(page)
    expect(lines).toHaveLength(listed + 1)
    expect(lines[0]).toBe('﻿Region,Province,Name of Partner,P1,P2,P3,P4,P5,P6,P7,P8,SITES Code')
    const query = queryOf(asked[0])
    expect(query).toMatchObject({ category: 'All Category', accessLevel: 'Region' })
    expect(query.site_profile_id?.split(',')).toHaveLength(listed)
    expect(query.site_activity_id?.split(',').length).toBeGreaterThan(0)
    expect(pdf).toEqual([])
  })

  test('[DASHBOARD-21] no script of the pages knows export-dashboard-pdf', () => {
    const folder = path.resolve('dist/web/assets')
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    const texts = scripts.map((name) => readFileSync(path.join(folder, name), 'utf8'))
    expect(texts.some((text) => text.includes('/reports/export-dashboard'))).toBe(true)
    expect(texts.filter((text) => text.includes('export-dashboard-pdf'))).toEqual([])
  })

  full.test('the map fills its card; on paper there are pictures and rows but nothing to press', async () => {
    const page = await at('fmb.approver')
    await expectMapFillsCard(page, 'fmb.approver')
    await page.emulateMedia({ media: 'print' })
    await charts(page).first().waitFor()
    for (const hidden of [
      button(page, 'Download as CSV'),
      button(page, 'Show as table').first(),
      page.getByRole('checkbox', { name: 'Show Table' }),
      page.getByRole('heading', { name: 'Profiles to review' }),
    ])
      await hidden.waitFor({ state: 'hidden' })
    const paper = await page.pdf({ format: 'A4' })
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  })

  full.test('each picture says what it shows and is announced as its table', async () => {
    const page = await at('fmb.approver')
    const tables = {
      'Sites by principle and grade': /most sites (are )?Very Compliant/,
      'Sites without evidence by principle': /evidence/,
      'Approved sites by region': /approved sites/,
      'Open records by stage of the review chain': /^Records wait (longest|equally long)/,
      'Final approvals by month': /final approvals in 12 months/,
    }
    await expect.poll(() => charts(page).count()).toBe(5)
    for (const [name, message] of Object.entries(tables)) {
      const picture = page.getByRole('region', { name: message })
      await picture.getByRole('group', { name: /^Chart: / }).waitFor()
      const table = picture.getByRole('table', { name, exact: true })
      await expect.poll(() => table.getByRole('row').count(), { message: name }).toBeGreaterThan(3)
      await expect
        .poll(() =>
          table.evaluate((one) => one.getBoundingClientRect().width < 2 || one.parentElement?.className),
        )
        .toBe('visually-hidden')
      await button(page, 'Show as table').and(picture.getByRole('button')).click()
      await expect
        .poll(async () => (await table.boundingBox())?.width, { message: name })
        .toBeGreaterThan(200)
    }
    const snapshot = await page.getByRole('region', { name: /^Records wait/ }).ariaSnapshot()
    // each part of the drawing is a link that says its number and what it opens
    expect(snapshot).toContain('group "Chart: Records wait ')
    expect(snapshot).toMatch(/link "\d+ profiles? at PENRO: open the list"/)
    expect(snapshot).not.toContain('img')
    expect(snapshot).toContain('table "Open records by stage of the review chain"')
    expect(snapshot).toContain('rowheader "At PENRO"')
  })

  full.test('who can correct records everywhere reads only of those that came back to them', async () => {
    const own = await bureau.db
      .selectFrom('site_profiles')
      .select(['site_profiles.id', 'site_profiles.code', 'site_profiles.submitted_by'])
      .where('site_profiles.site_status', '=', 'Returned')
      .where('site_profiles.status', '=', 'Activated')
      .orderBy('site_profiles.id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await at('fmb.super')
    const returnedToThem = page.getByRole('region', { name: /returned to you|to complete/ })
    await expect.poll(() => returnedToThem.count()).toBe(0)
    const submittedBy = (who: number | null) =>
      bureau.db.updateTable('site_profiles').set({ submitted_by: who }).where('id', '=', own.id).execute()
    const { id } = await bureau.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', demoEmail('fmb.super'))
      .executeTakeFirstOrThrow()
    await submittedBy(id)
    onTestFinished(async () => void (await submittedBy(own.submitted_by)))
    await page.reload()
    await expect.poll(() => returnedToThem.getByRole('listitem').count()).toBe(1)
    await returnedToThem.getByText(own.code).waitFor()
  })

  full.test('it is good at every size, with its tables open too, and the map fills its card', async () => {
    const page = await at('r4a.approver')
    await expectMapFillsCard(page, 'r4a.approver')
    if (FULL) await expectGoodAtEverySize(page)
    for (const toggle of await button(page, 'Show as table').all()) await toggle.click()
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test('a record on paper has its day and page numbers and nothing to press', async () => {
    const waiting = (table: 'site_profiles' | 'site_activities') =>
      bureau.db
        .selectFrom(table)
        .select('id')
        .where('site_status', '=', 'Submitted')
        .where('fmb_status', '=', 'Submitted')
        .limit(1)
        .executeTakeFirstOrThrow()
    const page = await bureau.as('fmb.approver')
    const decide = page.getByRole('button', { name: 'Approve', exact: true })
    const addresses = [
      `/sites/approval/view/${(await waiting('site_profiles')).id}`,
      `/sites/activity/approval/view/${(await waiting('site_activities')).id}`,
    ]
    for (const address of addresses) {
      await page.goto(address)
      await decide.first().waitFor()
      await page.emulateMedia({ media: 'print' })
      await page.getByText(/^Forest Management Bureau · REDD\+ Safeguards Information System$/).waitFor()
      // at the foot of every sheet: the code, the name, and when it was printed
      const foot = await page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'))
        return getComputedStyle(document.documentElement).getPropertyValue('--print-foot')
      })
      expect(foot).toMatch(
        /^"DEMONSTRATION · SITES-\S+ · .+ · Printed [A-Z][a-z]{2} \d{2}, \d{4} .*, Manila time"$/,
      )
      const pressed = page.locator('main').getByRole('button')
      await expect
        .poll(() => pressed.and(page.locator(':visible')).allTextContents(), { message: address })
        .toEqual([])
      await page.emulateMedia({ media: 'screen' })
    }
    const isNumbered = () =>
      page.evaluate(() =>
        [...document.styleSheets]
          .flatMap((sheet) => [...sheet.cssRules])
          .some(
            (rule) =>
              rule instanceof CSSPageRule &&
              rule.cssText.includes('counter(pages)') &&
              rule.cssText.includes('--print-foot'),
          ),
      )
    await expect.poll(isNumbered).toBe(true)
  })

  full.test('without an approved site it says what will be here', async () => {
    const page = await bureau.as('fmb.super')
    await page.goto('/dashboard?level=Own%20Record')
    await page.getByRole('heading', { name: 'Overview' }).evaluate((one) => one.scrollIntoView())
    await page.getByRole('heading', { name: 'There is no approved site you created yet' }).waitFor()
    await page.getByText('No data found. A site appears here once FMB has approved it.').waitFor()
    await expect.poll(() => button(page, 'Download as CSV').isDisabled()).toBe(true)
    await expect.poll(() => charts(page).count()).toBe(0)
  })
})

describe("[DASHBOARD-04] the bureau's own report in the place of the pictures", () => {
  let report: Server
  let origin: string
  const bureau = withDemo(async () => {
    report = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        '<!doctype html><html lang="en"><title>Report</title><p>The report of the bureau</p></html>',
      )
    })
    await new Promise<void>((done) => report.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(report.address() as AddressInfo).port}`
    return { env: { REPORT_FRAME_URL: `${origin}/view?report=7` } }
  })
  afterAll(() => new Promise((done) => report.close(done)))

  full.test(
    'receives principle, activity ids and profile ids, sandboxed, from its own origin only',
    async () => {
      const page = await bureau.as('fmb.approver')
      const policy = (await page.goto('/dashboard'))?.headers()['content-security-policy'] ?? ''
      const allowed = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
      expect(allowed).toContain(origin)
      expect(allowed).not.toContain('*')

      const frame = page.locator('iframe[title="Report on the chosen SITES"]')
      await frame.waitFor()
      await expect
        .poll(async () => (await frame.getAttribute('sandbox'))?.split(' '))
        .not.toContain('allow-top-navigation')
      const address = async () => new URL((await frame.getAttribute('src')) ?? origin)
      const first = await address()
      expect(first.origin + first.pathname).toBe(`${origin}/view`)
      expect(first.searchParams.get('report')).toBe('7')
      const ids = first.searchParams.get('site_profile_ids')?.split(',') ?? []
      await counted(page).waitFor()
      await expect.poll(() => counted(page).textContent()).toContain(`Showing: ${ids.length} of`)
      await page.frameLocator('iframe').getByText('The report of the bureau').waitFor()
      await expect.poll(() => charts(page).count()).toBe(0)

      await field(page, 'Principle').selectOption('Not Compliant')
      await expect.poll(async () => (await address()).searchParams.get('principle')).toBe('Not Compliant')
      await expect
        .poll(async () => (await address()).searchParams.get('site_profile_ids')?.split(',').length)
        .toBeLessThan(ids.length)
      expect((await address()).searchParams.get('site_activity_ids')).toMatch(/^\d+(,\d+)*$/)
      if (FULL) await expectGoodAtEverySize(page)
    },
  )
})
