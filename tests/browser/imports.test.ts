import { read, utils, write, type WorkBook } from '@e965/xlsx'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Download, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import {
  aRow,
  filesOf,
  HEADERS,
  linesOf,
  type Row,
  sheetOf,
  tableOf,
  zipOf,
} from '../support/records/imports.ts'
import { tabTo } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { button, dialog, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

/*
 * A bureau's list of sites becomes profiles: the template is filled in, 23 of its rows are wrong, the others are
 * imported, then the 23 once corrected. Each test continues where the one before stopped.
 */
const COUNT = FULL ? 600 : 30
/** time to check and import that many rows on a busy machine */
const PATIENT = { timeout: 20_000 + COUNT * 200 }

/** One mistake each, of every kind that lists have. */
const MISTAKES: readonly Row[] = [
  { Region: '' },
  { Region: 'Region of Nowhere' },
  { Province: '' },
  { Municipality: '' },
  { Municipality: 'Lucena' },
  { Office: 'PENRO Quezon' },
  { 'Name of Partner/Implementer': '' },
  { 'Name of Partner/Implementer': 'X' },
  { 'Project Area': '' },
  { 'Project Area': '-5' },
  { 'Project Area': 'a hundred' },
  { 'Project Area': '99' },
  { 'Year Implemented': 'soon' },
  { 'Year Implemented': 2999 },
  { 'Project Year Start': 1999 },
  { 'Project Year End': 2020 },
  { 'REDD+ Eligible Activities': '' },
  { 'REDD+ Eligible Activities': 'Growing trees' },
  { 'Reducing emissions from deforestation': '' },
  { 'Implementation Arrangement': 'Lease' },
  { 'Please specify': '' },
  { 'Agreement file': 'elsewhere.pdf' },
  { 'Boundary file': '' },
]
const GOOD = COUNT - MISTAKES.length

describe('a list of sites', { retry: 0, timeout: 90_000 + COUNT * 1_000 }, () => {
  const bureau = withDemo()
  const right = Array.from({ length: COUNT }, () => aRow())
  /** the index of the row with each mistake, spread over all rows */
  const places = MISTAKES.map((_, index) => Math.floor((index * COUNT) / MISTAKES.length))
  const wrong = right.map((row, index) => ({ ...row, ...MISTAKES[places.indexOf(index)] }))
  const zip = zipOf(filesOf(right))
  let filledIn: Buffer

  const countSites = async () =>
    (
      await bureau.db
        .selectFrom('site_profiles')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  const saved = async (download: Promise<Download>): Promise<WorkBook> =>
    read(readFileSync(await (await download).path()))
  const bytesOf = (book: WorkBook) => write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const sheetIn = (book: WorkBook, name: string) => {
    const sheet = book.Sheets[name]
    if (!sheet) throw new Error(`There is no sheet ${name}.`)
    return sheet
  }

  const choose = (page: Page, label: RegExp, name: string, buffer: Buffer) =>
    page.getByLabel(label).setInputFiles({ name, mimeType: '', buffer })
  const said = (page: Page, words: string | RegExp) =>
    page.getByRole('status').getByText(words).waitFor(PATIENT)

  /** Uploads these files on the page of a new import and starts their check. */
  const upload = async (page: Page, table: Buffer, name = 'Our sites.xlsx') => {
    await choose(page, /^Table/, name, table)
    await choose(page, /^Agreements and boundaries/, 'files.zip', zip)
    await button(page, 'Remove files.zip').waitFor(PATIENT)
    await expect.poll(() => button(page, 'Check the files').isEnabled(), PATIENT).toBe(true)
    await button(page, 'Check the files').click()
    await page.waitForURL(/\/sitemap\/imports\/view\/\d+$/)
  }
  const startAgain = async (page: Page) => {
    await page.getByRole('link', { name: 'Back to imports' }).click()
    await page.getByRole('link', { name: 'New import' }).click()
    await title(page, 'Import profiles').waitFor()
  }
  const shownRows = (page: Page) =>
    page
      .locator('main tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      )
  const importAll = async (page: Page, name: string) => {
    await button(page, `Import ${name}`).click()
    await dialog(page, `Import ${name}?`)
      .getByRole('button', { name: /^Import \d+ rows?$/ })
      .click()
  }

  full.test(
    'is filled into the template, every mistake is told by its cell before anything is written, and the rest is imported',
    async () => {
      const before = await countSites()
      const page = await bureau.as('fmb.admin')
      await page.goto('/sitemap')
      await page.getByRole('link', { name: 'Import profiles' }).click()
      await page.getByText('No imports yet.').waitFor()
      await page.getByRole('link', { name: 'New import' }).first().click()
      await title(page, 'Import profiles').waitFor()

      const download = page.waitForEvent('download')
      await button(page, 'Download the template').click()
      const template = await saved(download)
      expect(template.SheetNames).toEqual(['Profiles', 'How to fill it in', 'Places'])
      utils.sheet_add_aoa(sheetIn(template, 'Profiles'), linesOf(wrong), { origin: 'A3' })
      utils.book_append_sheet(template, sheetOf([[...HEADERS], ...linesOf([aRow()])]), 'Old list')
      filledIn = bytesOf(template)

      await button(page, 'Check the files').click()
      await page.getByText('Please add the table.').waitFor()
      await page.getByText('Please add the zip file of boundaries and agreements.').waitFor()
      await choose(page, /^Table/, 'sites.xls', filledIn)
      await page.getByText('The old .xls format cannot be read.').waitFor()
      await choose(page, /^Agreements and boundaries/, 'sites.rar', zip)
      await page.getByText('sites.rar was not accepted. Only zip files are allowed.').waitFor()

      await choose(page, /^Table/, 'Our sites.xlsx', filledIn)
      await page.getByText('Replace the file').waitFor(PATIENT)
      await choose(page, /^Agreements and boundaries/, 'files.zip', zip)
      await button(page, 'Remove files.zip').waitFor(PATIENT)
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'import-files')
      await button(page, 'Check the files').click()
      await page.waitForURL(/\/sitemap\/imports\/view\/\d+$/)

      await said(page, `${GOOD} of ${COUNT} rows can be imported`)
      await said(page, /23 rows must be corrected first/)
      await page.getByText(/^The sheet "Old list" \(1 row\) has the same headers and was not read/).waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await picture(page, 'import-check')
      // page by page, by keyboard
      const found = new Map<string, string>()
      for (let at = 1; ; at += 1) {
        await page.locator(`nav[aria-label="Pages"] [aria-current="page"]`).getByText(String(at)).waitFor()
        await expect.poll(() => page.locator('main table[aria-busy="false"]').count()).toBe(1)
        for (const [row = '', cell = '', column = ''] of await shownRows(page))
          found.set(row, `${cell} ${column}`)
        const next = button(page, 'Next page')
        if (await next.isDisabled()) break
        await tabTo(next)
        await page.keyboard.press('Enter')
      }
      // the template has two lines above the first row
      expect([...found.keys()].map(Number)).toEqual(places.map((place) => place + 3))
      expect(found.get(String((places[8] ?? 0) + 3))).toBe(`F${(places[8] ?? 0) + 3} Project Area`)
      expect(await countSites()).toBe(before)

      // the good rows are imported at once
      await importAll(page, `${GOOD} of ${COUNT} rows`)
      await said(page, `${GOOD} profiles added`)
      await page
        .getByRole('link', { name: /^SITES-R04A-/ })
        .first()
        .waitFor()
      expect(await countSites()).toBe(before + GOOD)
      await bureau.leave(page)
    },
  )

  full.test('is corrected in the file that comes back, and imported', async () => {
    const before = await countSites()
    const page = await bureau.as('fmb.super')
    // another administrator finds it in the list
    await page.goto('/sitemap/imports')
    await page.getByRole('link', { name: 'Our sites.xlsx' }).click()
    const download = page.waitForEvent('download')
    await button(page, 'Download the rows to correct').click()
    const corrections = await saved(download)
    const sheet = sheetIn(corrections, 'Profiles')
    const lines = utils.sheet_to_json<string[]>(sheet, { header: 1 }).slice(2)
    expect(lines).toHaveLength(MISTAKES.length)
    // what to correct is at the end of each row
    for (const line of lines) expect(line[HEADERS.length]).toMatch(/^Row \d+, /)
    utils.sheet_add_aoa(sheet, linesOf(places.map((place) => right[place] ?? {})), { origin: 'A3' })

    await startAgain(page)
    await upload(page, bytesOf(corrections), 'Corrected.xlsx')
    await said(page, '23 of 23 rows can be imported')
    await importAll(page, '23 of 23 rows')
    await said(page, '23 profiles added')
    expect(await countSites()).toBe(before + MISTAKES.length)
    await bureau.leave(page)

    // an approver of the office finds all of them
    const approver = await bureau.as('laguna.approver')
    await approver.goto('/sites/approval?search=Samahan%20ng%20Ni%C3%B1as')
    await approver.getByText(new RegExp(`^Showing: ${COUNT} of `)).waitFor()
    await bureau.leave(approver)
  })

  full.test(
    'uploaded again creates nothing, what is no list is refused, and an import can be cancelled',
    async () => {
      const before = await countSites()
      const page = await bureau.as('fmb.admin')
      await page.goto('/sitemap/imports/add')
      await upload(page, tableOf(right))
      await said(page, 'There is nothing new in this table')
      await expect.poll(() => button(page, /^Import /).count()).toBe(0)

      await startAgain(page)
      await upload(page, Buffer.from('Region,Name\r\nLaguna,Pangil\r\n'), 'other.csv')
      await said(page, 'These files cannot be imported')

      // a running import, held up by this test, is there after leaving and coming back, and ends when it is cancelled
      await startAgain(page)
      const more = right.slice(0, 3).map((row) => ({ ...row, 'Please specify': 'PACBRMA' }))
      await upload(page, tableOf(more), 'More.xlsx')
      await said(page, '3 of 3 rows can be imported')
      const lock = `import ${new URL(page.url()).pathname.split('/').at(-1)}`
      await bureau.db.connection().execute(async (own) => {
        await sql`select pg_advisory_lock(hashtextextended(${lock}, 0))`.execute(own)
        await importAll(page, '3 of 3 rows')
        await page.getByText('0 of 3 rows. You may leave this page').waitFor()
        await page.getByRole('link', { name: 'Back to imports' }).click()
        await page.getByRole('row').filter({ hasText: 'More.xlsx' }).getByText('Importing').waitFor()
        if (FULL) await expectGoodAtEverySize(page)
        await page.goBack()
        await page.getByText('0 of 3 rows. You may leave this page').waitFor()
        await button(page, 'Cancel').click()
        await dialog(page, 'Cancel this import?').getByRole('button', { name: 'Cancel import' }).click()
        await said(page, 'This import was cancelled')
        await sql`select pg_advisory_unlock(hashtextextended(${lock}, 0))`.execute(own)
      })
      expect(await countSites()).toBe(before)
      await bureau.leave(page)
    },
  )

  full.test('with a row of totals is imported without it, and the result names the row', async () => {
    const page = await bureau.as('fmb.admin')
    await page.goto('/sitemap/imports/add')
    const noFiles = { 'Agreement file': '', 'Boundary file': '', Province: '', Municipality: '' }
    const more = { ...right[0], 'Please specify': 'PACBRMA' }
    const total = aRow({ ...noFiles, Region: 'GRAND TOTAL:' })
    await upload(page, tableOf([more, aRow({ 'Project Area': '' }), total]), 'Totals.xlsx')
    await said(page, '1 of 3 rows can be imported')
    await page.getByText('Row 4 looks like a total of other rows, not like a profile').waitFor()
    await expectGoodAtEverySize(page)

    // a refused row is left out and included again where it is listed
    await page.getByLabel('Show', { exact: true }).selectOption('All rows (3)')
    await button(page, 'Leave out: row 3').click()
    await said(page, 'Left out: row 3.')
    await button(page, 'Include again: row 3').click()
    await said(page, '2 rows must be corrected first')

    await button(page, 'Leave out row 4').click()
    await said(page, 'Left out: row 4.')
    await button(page, 'Leave out row 4').waitFor({ state: 'detached' })
    await expectGoodAtEverySize(page)
    await importAll(page, '1 of 3 rows')
    await said(page, '1 profile added')
    await said(page, 'Left out: row 4.')
    await bureau.leave(page)
  })
})
