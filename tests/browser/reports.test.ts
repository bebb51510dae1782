import { readFileSync } from 'node:fs'
import { type CellObject, read } from '@e965/xlsx'
import type { Download, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { waitForAnimations } from '../support/browser/wait-for-animations.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import {
  acknowledgeMessage,
  button,
  cutChoices,
  failAt,
  field,
  hasFocus,
  optionsOf,
  watch,
  whileBlocked,
} from '../support/browser/on-screen.ts'
import { dialog, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { REPORT_HEADERS } from '../support/oracles/report-headers.ts'
import { type Size } from '../support/browser/browser-pool.ts'
import { ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const EXPORT = /\/reports\/export$/
const TITLE = 'REDD+ Safeguards Information System'
const PREVIEW = 'Report preview'

describe('reports', () => {
  const desk = openDemoPages('/report')

  const as = async (name: string, address?: string, viewport?: Size) => {
    const page = await desk.as(name, address, viewport)
    await title(page, 'Reports').waitFor()
    return page
  }
  const choose = async (page: Page, choices: Record<string, string>) => {
    for (const [label, option] of Object.entries(choices)) {
      await expect.poll(() => optionsOf(page, label)).toContain(option)
      await field(page, label).selectOption({ label: option })
    }
  }
  const NATIONAL = { 'Access Level': 'National', Category: 'All Category', Status: 'All Status' }
  const generate = async (page: Page) => {
    await button(page, 'Generate report').click()
    const window = dialog(page, PREVIEW)
    await window.getByText(/^Showing: \d/).waitFor()
    return window
  }
  /** Continues from the preview; returns the file once the dialog confirms it. */
  const exportFrom = async (page: Page): Promise<Download> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(dialog(page, PREVIEW), 'Continue').click(),
    ])
    await dialog(page, 'Export Report Successful').waitFor()
    return file
  }
  const shown = (page: Page, label: string) => field(page, label).locator('option:checked').textContent()

  describe('the filters', () => {
    test('[REPORTS-02] [REPORTS-03] [REPORTS-04] [REPORTS-05] [REPORTS-06] [REPORTS-09] [REPORTS-10] offer the words of the specification; region and PENRO come and go with the level, the principle with the category', async () => {
      const page = await as('fmb.admin')
      const visible = async () => [
        await field(page, 'Region').count(),
        await field(page, 'PENRO').count(),
        await field(page, 'Principle').count(),
      ]
      await expect.poll(() => visible()).toEqual([0, 0, 1])
      await expect.poll(() => optionsOf(page, 'Download as')).toEqual(['.csv', '.xls', '.xlsx'])
      await expect.poll(() => optionsOf(page, 'Access Level')).toEqual(['National', 'Region', 'PENRO'])
      await expect
        .poll(() => optionsOf(page, 'Category'))
        .toEqual(['All Category', 'Profiling of SITES', 'Safeguard Activities'])
      await expect
        .poll(() => optionsOf(page, 'Status'))
        .toEqual(['All Status', 'Total Approved', 'Total Returned', 'Total Submitted'])
      await expect
        .poll(() => optionsOf(page, 'Principle'))
        .toEqual(['All Principle', 'Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'])
      await choose(page, { 'Access Level': 'Region' })
      await expect.poll(() => visible()).toEqual([1, 0, 1])
      await choose(page, { 'Access Level': 'PENRO', Region: 'Region IV-A (CALABARZON)' })
      await expect.poll(() => visible()).toEqual([1, 1, 1])
      await expect
        .poll(() => optionsOf(page, 'PENRO'))
        .toEqual(['All PENRO under Region', 'Batangas', 'Cavite', 'Laguna', 'Quezon', 'Rizal'])
      // wide enough for the longest region and province
      await choose(page, {
        Region: 'Bangsamoro Autonomous Region in Muslim Mindanao (BARMM)',
        PENRO: 'Maguindanao del Norte',
      })
      await expect.poll(() => cutChoices(page)).toEqual([])
      await choose(page, { 'Access Level': 'National', Category: 'Profiling of SITES' })
      await expect.poll(() => visible()).toEqual([0, 0, 0])
    })
  })

  describe('the preview', () => {
    test('[REPORTS-15] [REPORTS-16] [REPORTS-17] comes before the export, with title row and 23 columns, number and code in view', async () => {
      const page = await as('fmb.admin')
      await choose(page, NATIONAL)
      const exports = watch(page, 'GET', EXPORT)
      const window = await generate(page)
      const [top, headers] = await window.getByRole('row').all()
      await expect.poll(() => top?.textContent()).toBe(TITLE)
      await expect.poll(() => headers?.getByRole('columnheader').allTextContents()).toEqual(REPORT_HEADERS)
      const rows = window.getByRole('row')
      await expect.poll(() => rows.count()).toBe(2 + 20)
      const cells = await rows.nth(2).getByRole('cell').allTextContents()
      expect(cells).toHaveLength(REPORT_HEADERS.length)
      expect(cells[0]).toBe('1')
      await expect
        .poll(() => window.getByRole('cell', { name: 'N/A', exact: true }).count())
        .toBeGreaterThan(0)

      // these columns stay while the table scrolls sideways
      await waitForAnimations(page)
      const place = async (index: number) => (await rows.nth(2).getByRole('cell').nth(index).boundingBox())?.x
      const before = [await place(0), await place(1), await place(5)]
      const table = window.getByRole('region', { name: 'Report' })
      await table.evaluate((one) => one.scrollTo({ left: 800 }))
      await expect.poll(() => place(5)).toBeLessThan((before[2] ?? 0) - 700)
      await expect.poll(async () => [await place(0), await place(1)]).toEqual(before.slice(0, 2))
      const head = window.getByRole('columnheader', { name: 'SITES Code' })
      await expect.poll(async () => (await head.boundingBox())?.x).toBe(before[1])

      await button(window, 'Page 2').click()
      await expect.poll(() => rows.nth(2).getByRole('cell').first().textContent()).toBe('21')
      await button(window, 'Cancel').click()
      await window.waitFor({ state: 'detached' })
      expect(exports).toEqual([])
      await expect.poll(() => hasFocus(button(page, 'Generate report'))).toBe(true)
      await expect.poll(() => shown(page, 'Category')).toBe('All Category')
    })

    full.test('[REPORTS-18] shows grades in words and colour, gray where there is none', async () => {
      const page = await as('fmb.admin')
      await choose(page, { ...NATIONAL, Category: 'Safeguard Activities', Principle: 'All Principle' })
      const window = await generate(page)
      const colourOf = (words: string) =>
        window
          .getByRole('cell', { name: words, exact: true })
          .first()
          .evaluate((cell) => getComputedStyle(cell).backgroundColor)
      await expect.poll(() => colourOf('Very Compliant')).toBe('rgb(27, 110, 51)')
      await expect.poll(() => colourOf('Not Compliant')).toBe('rgb(176, 37, 37)')
      await expect.poll(() => colourOf('Somewhat Compliant')).toBe('rgb(242, 192, 55)')
      if (FULL) await expectGoodDialog(page)
      await button(window, 'Cancel').click()
      await window.waitFor({ state: 'detached' })
      await choose(page, { Category: 'Profiling of SITES' })
      const profiles = await generate(page)
      const grade = profiles.getByRole('row').nth(2).getByRole('cell').nth(11)
      await expect.poll(() => grade.textContent()).toBe('N/A')
      await expect
        .poll(() => grade.evaluate((cell) => getComputedStyle(cell).backgroundColor))
        .toBe('rgb(107, 116, 110)')
    })

    full.test(
      'that cannot be read says so and can be asked again; of nothing it says "No data found" and goes no further (S-84)',
      async () => {
        const [empty] = await ask<{ name: string }>(
          desk.product,
          'select name from regions where not exists (select from site_profiles where region_id = regions.id) limit 1',
        )
        const page = await as('fmb.admin')
        await choose(page, NATIONAL)
        await failAt(page, 'GET', /generate-reports$/)
        await button(page, 'Generate report').click()
        const window = dialog(page, PREVIEW)
        await window.getByText('The report could not be read').waitFor()
        await expect.poll(() => button(window, 'Continue').isDisabled()).toBe(true)
        await page.unrouteAll({ behavior: 'wait' })
        await button(window, 'Try again').click()
        await window.getByRole('columnheader', { name: 'SITES Code' }).waitFor()
        await expect.poll(() => button(window, 'Continue').isEnabled()).toBe(true)
        await button(window, 'Cancel').click()
        await window.waitFor({ state: 'detached' })

        await choose(page, { 'Access Level': 'Region', Region: empty?.name ?? '' })
        await generate(page)
        await window.getByText('No data found').waitFor()
        await expect.poll(() => button(window, 'Continue').isDisabled()).toBe(true)
      },
    )
  })

  describe('the export', () => {
    test('[REPORTS-21] [REPORTS-22] [REPORTS-23] an .xls opens with what the preview showed', async () => {
      const page = await as('fmb.admin')
      const asked = watch(page, 'GET', EXPORT)
      await choose(page, {
        'Access Level': 'PENRO',
        Region: 'Region IV-A (CALABARZON)',
        PENRO: 'Laguna',
        Category: 'All Category',
        Status: 'All Status',
        Principle: 'All Principle',
        'Download as': '.xls',
      })
      const window = await generate(page)
      const first = await window.getByRole('row').nth(2).getByRole('cell').allTextContents()
      const file = await exportFrom(page)
      const name = file.suggestedFilename()
      expect(name).toMatch(/^SIS_Report_\d{8}_All_Category_All_Status_All_Principle_PENRO_Laguna\.xls$/)
      await dialog(page, 'Export Report Successful').getByText(name, { exact: false }).waitFor()
      await button(dialog(page, 'Export Report Successful'), 'OK').click()

      const query = Object.fromEntries(new URL(asked[0]?.url() ?? '').searchParams)
      expect(query).toEqual({
        accessLevel: 'PENRO',
        region_id: expect.stringMatching(/^\d+$/),
        province_id: expect.stringMatching(/^\d+$/),
        downloadAs: 'xls',
        progress_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      const book = read(readFileSync(await file.path()), { cellNF: true })
      const sheet = book.Sheets.Report as Record<string, CellObject | undefined>
      expect(sheet.A1?.v).toBe(`DEMONSTRATION · ${TITLE}`)
      const cells = REPORT_HEADERS.map((_, index) => sheet[`${String.fromCharCode(65 + index)}3`])
      expect(
        cells.map((cell, index) => (index === 6 ? String(cell?.v) : String(cell?.w ?? cell?.v))),
      ).toEqual(first)
      await expect.poll(() => shown(page, 'PENRO'), { message: 'the filters stay' }).toBe('Laguna')
    })

    full.test(
      'tells how far it is and can be cancelled, nothing is saved; one that fails says what to do and keeps the filters',
      async () => {
        const page = await as('fmb.admin')
        await choose(page, NATIONAL)
        let saved = 0
        page.on('download', () => {
          saved += 1
        })
        await generate(page)
        await whileBlocked(page, EXPORT, async () => {
          await button(dialog(page, PREVIEW), 'Continue').click()
          await dialog(page, PREVIEW).waitFor({ state: 'hidden' })
          await page.getByText('Exporting the report', { exact: true }).waitFor()
          await page.getByText(/^0 of \d+ rows$/).waitFor()
          await expect.poll(() => button(page, 'Generate report').isDisabled()).toBe(true)
          if (FULL) await expectGoodAtEverySize(page)
          await button(page, 'Cancel').click()
          await page.getByText('Exporting the report', { exact: true }).waitFor({ state: 'detached' })
        })
        await expect.poll(() => button(page, 'Generate report').isEnabled()).toBe(true)
        expect(saved).toBe(0)
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

        await failAt(page, 'GET', EXPORT)
        await generate(page)
        await button(dialog(page, PREVIEW), 'Continue').click()
        await acknowledgeMessage(
          page,
          'Something went wrong',
          'The database has gone away. No file was saved. Your filters are kept: please generate the report again, or narrow it first.',
        )
        await expect.poll(() => shown(page, 'Category')).toBe('All Category')
        await expect.poll(() => shown(page, 'Access Level')).toBe('National')
      },
    )
  })

  full.test('prints the preview on A4, without controls', async () => {
    const page = await as('fmb.admin')
    await choose(page, NATIONAL)
    // without a preview the page itself is printed
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.emulateMedia({ media: 'screen' })
    const window = await generate(page)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => button(window, 'Continue').isVisible()).toBe(false)
    await expect.poll(() => button(page, 'Generate report').isVisible()).toBe(false)
    await expect.poll(() => page.getByText('Showing:').isVisible()).toBe(false)
    await expect.poll(() => window.getByText(TITLE).isVisible()).toBe(true)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)].map(([, box = '']) =>
      box.trim().split(/\s+/).map(Number),
    )
    for (const [, , width = 0, height = 0] of boxes) {
      expect(Math.round(width)).toBe(842)
      expect(Math.round(height)).toBe(595)
    }
    expect(boxes.length).toBeGreaterThan(0)
  })
})
