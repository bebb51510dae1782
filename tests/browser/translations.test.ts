import { read, utils } from '@e965/xlsx'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { readTranslation } from '../../server/translations/translations.queries.ts'
import { LANGUAGES } from '../../shared/texts/languages.ts'
import { partWords } from '../../shared/translations/part-words.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { withDemo } from '../support/browser/demo.ts'
import { answerDialog, button, field, hasFocus, tabTo } from '../support/browser/on-screen.ts'
import { picture } from '../support/browser/pictures.ts'
import { dialog, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/browser/screen-sizes.ts'
import { postAs } from '../support/product/session.ts'
import { textsTable } from '../support/records/texts.ts'
import { full } from '../support/full.ts'

/** FMB reads the Filipino texts beside the English ones, corrects and reviews them, and readers see it at once. */
describe('translations', { timeout: 120_000 }, () => {
  const bureau = withDemo()
  const MARK = 'role="note">Hindi opisyal ang saling ito.'

  const openPage = async (person: string, query = '') => {
    const page = await bureau.as(person)
    await page.goto(`/translations${query}`)
    await title(page, 'Translations').waitFor()
    return page
  }
  const rowOf = (page: Page, key: string) => page.locator('main tbody tr').filter({ hasText: key })
  const publicPage = async (path: string) => (await fetch(`${bureau.product.url}${path}`)).text()
  const now = (key: string) => readTranslation(bureau.db, LANGUAGES, 'fil', key)
  const focused = (place: Locator) => expect.poll(() => hasFocus(place)).toBe(true)

  full.test('[S-169] an official word waits until another administrator of FMB confirms it', async () => {
    const key = 'record.principle_6'
    const windowOn = (page: Page) => dialog(page, `${partWords('record')}: ${key}`)
    const page = await openPage('fmb.admin', `?search=${key}`)
    await rowOf(page, key).click()
    await field(windowOn(page), 'Filipino').fill('Pagbabahagi ng pakinabang')
    await button(windowOn(page), 'Save').click()
    await page.getByText('Proposed. Another administrator of FMB confirms it.').waitFor()
    await rowOf(page, key).getByText('Proposed by Benigno Salonga, waiting for a second person').waitFor()
    await rowOf(page, key).click()
    await button(windowOn(page), 'Take back').waitFor()
    expect(await button(windowOn(page), 'Confirm').count()).toBe(0)
    await expectGoodDialog(page)
    await bureau.leave(page)

    const other = await openPage('fmb.super', '?status=waiting')
    await expect.poll(() => other.locator('main tbody tr').count()).toBe(1)
    await rowOf(other, key).click()
    await windowOn(other).getByText('Pagbabahagi ng pakinabang').waitFor()
    await button(windowOn(other), 'Confirm').click()
    await other.getByText('Confirmed.').waitFor()
    expect(await now(key)).toMatchObject({ text: 'Pagbabahagi ng pakinabang', proposal: null })
    await bureau.leave(other)
  })

  full.test(
    'an administrator corrects and reviews a text by keys alone; the public page shows it',
    async () => {
      const page = await bureau.as('fmb.admin')
      await page.goto('/summary')
      await page.getByRole('link', { name: 'Translations', exact: true }).click()
      await title(page, 'Translations').waitFor()
      await page.getByText(/^\d of [\d,]+ texts in Filipino are reviewed\./).waitFor()
      await expectGoodAtEverySize(page)
      await picture(page, 'translations')

      await page.keyboard.press('/')
      await page.keyboard.type('skip to')
      const row = rowOf(page, 'common.skip')
      await expect.poll(() => page.locator('main tbody tr').count()).toBe(1)
      await row.getByText('Lumaktaw sa nilalaman').waitFor()
      await row.focus()
      await page.keyboard.press('Enter')
      const window = dialog(page, 'Every page: common.skip')
      const text = field(window, 'Filipino')
      const save = button(window, 'Save')
      await focused(text)
      await expectGoodDialog(page)
      await text.fill('Tumalon {sa} nilalaman')
      await tabTo(save)
      await page.keyboard.press('Enter')
      await window.getByText('{sa} is not filled in here as often.').waitFor()
      await focused(text)
      await text.fill('Tumalon sa nilalaman')
      await tabTo(window.getByRole('checkbox', { name: /^Reviewed/ }))
      await page.keyboard.press('Space')
      await tabTo(save)
      await page.keyboard.press('Enter')
      await page.getByText('Saved as reviewed.').waitFor()
      await focused(row)
      await row.getByText('Benigno Salonga').waitFor()
      await row.getByText('Corrected by FMB').waitFor()
      expect(await publicPage('/fil/login')).toContain('Tumalon sa nilalaman')
      expect(await publicPage('/login')).toContain('Skip to content')
      await bureau.leave(page)
    },
  )

  full.test(
    '[S-144] of two at once the second sees both texts, and Save again replaces nothing',
    async () => {
      const page = await openPage('fmb.super', '?search=common.main')
      await rowOf(page, 'common.main').click()
      const window = dialog(page, 'Every page: common.main')
      await field(window, 'Filipino').fill('Punong bahagi')
      const { key, seen } = await now('common.main')
      await postAs(bureau.product, 'fmb.admin', '/translations/fil/review', {
        reviewed: true,
        texts: [{ key, seen }],
      })
      for (let turn = 1; turn <= 2; turn += 1) {
        await button(window, 'Save').click()
        const second = dialog(page, 'Another user saved first')
        await second.getByText(/Benigno Salonga changed this on/).waitFor()
        await second.getByRole('row', { name: 'Filipino Pangunahin Punong bahagi' }).waitFor()
        await expectGoodDialog(page)
        await answerDialog(page, 'Another user saved first', 'Continue editing')
      }
      await expect.poll(() => field(window, 'Filipino').inputValue()).toBe('Punong bahagi')
      expect(await now('common.main')).toMatchObject({ text: 'Pangunahin', state: 'reviewed' })
    },
  )

  full.test('on a phone a page of texts, then a whole part, is ticked; the page loses its mark', async () => {
    expect(await publicPage('/fil/login')).toContain(MARK)
    const page = await openPage('fmb.admin', '?part=common')
    await page.setViewportSize(PHONE)
    await page.getByText('Tick all on this page').click()
    const bar = page.getByRole('region', { name: 'Review several' })
    const words = await bar.getByRole('button', { name: /^Mark \d+ texts as reviewed$/ }).innerText()
    await expectGoodAtEverySize(page)
    await page.setViewportSize(PHONE)
    await button(page, words).click()
    await dialog(page, `${words}?`).waitFor()
    await expectGoodDialog(page)
    await answerDialog(page, `${words}?`, words)
    await page.getByText(/ texts? marked as reviewed\.$/).waitFor()
    await bar.getByText('Nothing ticked').waitFor({ state: 'attached' })
    await page.setViewportSize(PHONE)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/translations-phone.png` })

    for (const part of ['common', 'sign_in']) {
      expect(await publicPage('/fil/login')).toContain(MARK)
      await page.goto(`/translations?part=${part}`)
      await page.getByRole('button', { name: /^Mark part as reviewed \(\d+ texts?\)$/ }).click()
      const question = page.getByRole('dialog', { name: /^Mark \d+ texts? of “.+” as reviewed\?$/ })
      await question.getByRole('button', { name: /^Mark \d+ texts? as reviewed$/ }).click()
      await page.getByText(/ texts? marked as reviewed\.$/).waitFor()
    }
    expect(await publicPage('/fil/login')).not.toContain(MARK)
    await bureau.leave(page)
  })

  full.test('a table goes out, comes back, and says what it changes before anything is saved', async () => {
    const page = await openPage('fmb.admin')
    const download = page.waitForEvent('download')
    await button(page, 'Download as .xlsx').click()
    const book = read(readFileSync(await (await download).path()))
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (!sheet) throw new Error('The workbook has no sheet.')
    const [, , ...lines] = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
    const changed = lines.map(([key, , english, text, , , , , version]) =>
      key === 'trouble.not_found'
        ? [key, english, 'Walang natagpuan', 'x', version]
        : key === 'record.months_ago'
          ? [key, english, 'mga buwan', '', version]
          : [key, english, text, '', version],
    )
    await page.getByRole('link', { name: 'Upload .xlsx' }).click()
    await title(page, 'Upload translations').waitFor()
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel(/^Table of texts/).setInputFiles({ name, mimeType: '', buffer })
    await choose('texts.xlsx', Buffer.from('not a workbook'))
    await page.getByText(/damaged/).waitFor()
    await choose('texts.xlsx', textsTable(changed))
    await page.getByText(/^1 of 2 rows can be saved; .* Nothing is saved yet\.$/).waitFor()
    await rowOf(page, 'record.months_ago').getByText('The translation must contain {count}').waitFor()
    await rowOf(page, 'trouble.not_found').getByText('New text, reviewed by you').waitFor()
    await expectGoodAtEverySize(page)
    await picture(page, 'translations-upload')
    expect(await now('trouble.not_found')).toMatchObject({ state: 'not reviewed' })
    await button(page, 'Save 1 of 2 texts').click()
    await answerDialog(page, 'Save 1 of 2 texts?', 'Save 1 of 2 texts')
    await page.getByText('1 text saved.').waitFor()
    await title(page, 'Translations').waitFor()
    expect(await now('trouble.not_found')).toMatchObject({ text: 'Walang natagpuan', state: 'reviewed' })
  })

  full.test('an auditor looks and is offered no change', async () => {
    const page = await openPage('fmb.auditor')
    await page.getByText('Lumaktaw').or(page.getByText('Tumalon')).first().waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Upload .xlsx' }).count()).toBe(0)
    await expectGoodAtEverySize(page)
  })
})
